import type { MonthlyTexts } from '../monthly-text-keys';

export const ar: MonthlyTexts = {
  month: '{amount} اليوم، ثم {amount} كل شهر في اليوم {day} منه، إلى أن توقفها.',
  monthEnd:
    '{amount} اليوم، ثم {amount} كل شهر في اليوم {day} منه (آخر يوم في الشهور الأقصر)، إلى أن توقفها.',
  year: '{amount} اليوم، ثم {amount} كل سنة في {date}، إلى أن توقفها.',
  next: 'الدفعة التالية: {next} (UTC).',
  stop: 'يمكنك الإيقاف في أي وقت، من الرابط في إيصالك أو في رسائل Stripe: وبعدها لا يُخصم شيء.',
  paidTo:
    'تدفع Stripe المبلغ إلى {owner}. تطلب Stripe بريدك الإلكتروني وتعطيه لحساب {owner} لدى Stripe؛ ولا يحتفظ به Busker.',
  buttonMonth: 'متابعة: دفع {amount} كل شهر',
  buttonYear: 'متابعة: دفع {amount} كل سنة',
  stopAt: 'أوقفها في أي وقت من {address}',
};
