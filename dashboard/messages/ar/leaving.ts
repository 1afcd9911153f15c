export const leaving = {
  'leaving.title': 'يجري حذف حسابك',
  'leaving.label': 'حذف حسابك',
  'leaving.step': 'الحذف: {step} من {steps}: {what}',
  'leaving.page': 'إزالة صفحتك من الويب',
  'leaving.payments': 'إنهاء المدفوعات المفتوحة',
  'leaving.books': 'حفظ سجلات المدفوعات',
  'leaving.data': 'إزالة بياناتك',
  'leaving.sign-in': 'إزالة تسجيل دخولك',
  'leaving.items': '{done} من {total}',
  'leaving.retrying': 'حدث خطأ ما. نعيد المحاولة تلقائيًا.',
  'leaving.mayStop': 'إذا فُتحت الآن عملية رد أو نزاع، يتوقف الحذف ويبقى كل شيء كما كان.',
  'leaving.noReturn': 'لم يعد ممكنًا إيقاف الحذف.',
  'leaving.byItself': 'يمكنك إغلاق هذه الصفحة. ينتهي الحذف من تلقاء نفسه.',
  'leaving.stoppedTitle': 'لم يُحذف حسابك',
  'leaving.stopped':
    'كانت هناك دفعة أو عملية رد أو نزاع مفتوح قبل إزالة أي شيء، فتوقف الحذف. صفحتك متاحة من جديد، وكل الإكراميات والبيانات كما كانت. احذف حسابك من جديد بعد التسوية.',
  'leaving.read': 'حسنًا',
};
