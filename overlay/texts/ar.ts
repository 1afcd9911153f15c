import type { OverlayTexts } from './en';

export const ar: OverlayTexts = {
  dir: 'rtl',
  sent: 'أرسل {name} مبلغ {amount}',
  somebody: 'شخص ما',
  more: 'و{count} غيرها: {amount}',
  test: 'تجربة',
  testName: 'Kim',
  testMessage: 'رائع، شكرًا على الموسيقى!',
  tapForSound: 'انقر لتشغيل الصوت',
  revoked: 'لم يعد هذا العنوان صالحًا. انسخ العنوان الجديد من Busker.',
  offline: 'غير متصل',
  scan: 'امسح الرمز لإرسال بقشيش',
  latest: 'آخر الشكر',
  goalOf: '{reached} من {goal}',
};
