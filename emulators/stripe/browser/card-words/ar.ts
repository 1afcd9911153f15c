import type { CardWords } from './words';

export const ar: CardWords = {
  labels: {
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء',
    cvc: 'رمز الأمان',
    country: 'البلد',
    postalCode: 'الرمز البريدي',
  },
  expiryPlaceholder: 'MM / YY',
  cvcPlaceholder: 'CVC',
  zip: 'الرمز البريدي',
  card: 'بطاقة',
  leaves: 'تنتقل إلى صفحة {name} ثم تعود إلى هنا.',
  note: 'وضع الاختبار: بطاقات اختبار فقط، ولا تُحوَّل أي أموال.',
  fill: 'استخدام بطاقة اختبار',
  issues: {
    incomplete_number: 'رقم بطاقتك غير مكتمل.',
    invalid_number: 'رقم بطاقتك غير صالح.',
    incomplete_expiry: 'تاريخ انتهاء بطاقتك غير مكتمل.',
    invalid_expiry_month: 'تاريخ انتهاء بطاقتك غير صالح.',
    invalid_expiry_year_past: 'سنة انتهاء بطاقتك قد مضت.',
    incomplete_cvc: 'رمز الأمان لبطاقتك غير مكتمل.',
    incomplete_zip: 'رمزك البريدي غير مكتمل.',
  },
};
