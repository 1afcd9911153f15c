import type { PageTexts } from './en';

export const ar: PageTexts = {
  dir: 'rtl',
  language: 'اللغة',
  description: (name) => `روابط ${name} وطريقة لإرسال إكرامية.`,
  tip: (name) => `إرسال إكرامية إلى ${name}`,
  noTips: (name) => `${name} لا يستقبل الإكراميات حاليًا.`,
  verified: 'موثّق',
  nobody: 'الصفحة غير موجودة',
  nobodyWhy: 'لا توجد صفحة بهذا الاسم. ربما في العنوان خطأ مطبعي.',
  makeYours: 'أنشئ صفحتك الخاصة',
  amount: 'المبلغ',
  anotherAmount: 'مبلغ آخر',
  anotherAmountBetween: (min, max) => `مبلغ آخر (من ${min} إلى ${max})`,
  cover: 'إضافة القليل لتغطية رسوم البطاقة',
  yourName: 'اسمك (اختياري)',
  message: 'رسالة (اختيارية)',
  anonymous: 'لا تعرض اسمي علنًا',
  receiptEmail: 'بريد إلكتروني للإيصال (اختياري)',
  goToPayment: 'الانتقال إلى الدفع',
  atStripe: 'تدفع في صفحة من Stripe. لا يُخصم شيء قبل أن تؤكد هناك.',
  backTo: (name) => `العودة إلى ${name}`,
};
