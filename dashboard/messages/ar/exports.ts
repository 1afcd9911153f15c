export const exporting = {
  'export.heading': 'بياناتك',
  'export.note': 'خذ معك إكرامياتك أو كل ما نخزّنه عنك في ملف.',
  'export.csv': 'كل الإكراميات كجدول (CSV)',
  'export.bookkeeping': 'للمحاسبة (CSV)',
  'export.json': 'كل بياناتي (JSON)',
  'export.part': 'لا يشمل هذا الملف إلا الإكراميات التي عرضتها التصفية.',
  'export.label': 'ملف التصدير',
  'export.starting': 'جارٍ إعداد ملفك…',
  'export.running': 'جارٍ إعداد ملفك: {done, number} من {total, number} من الإكراميات',
  'export.preparing':
    'لديك إكراميات كثيرة، لذلك نُعدّ الملف أولًا. يمكنك إغلاق هذه الصفحة، وستجد الملف في «الحساب».',
  'export.retrying': 'حدث خطأ ما. نعيد المحاولة تلقائيًا.',
  'export.ready':
    'ملفك جاهز: {tips, plural, zero {لا إكراميات} one {إكرامية واحدة} two {إكراميتان} few {# إكراميات} many {# إكرامية} other {# إكرامية}}، {size}. نحتفظ به حتى {until}.',
  'export.unreadable':
    '{count, plural, zero {لا تنقص أي إكرامية.} one {تنقص إكرامية واحدة: تعذرت قراءتها.} two {تنقص إكراميتان: تعذرت قراءتهما.} few {تنقص # إكراميات: تعذرت قراءتها.} many {تنقص # إكرامية: تعذرت قراءتها.} other {تنقص # إكرامية: تعذرت قراءتها.}} أُبلغ مشغل الخدمة بذلك.',
  'export.download.csv': 'تنزيل CSV',
  'export.download.bookkeeping': 'تنزيل CSV للمحاسبة',
  'export.download.json': 'تنزيل JSON',
  'export.expired': 'لم نعد نحتفظ بملفك الأخير.',
  'export.again': 'إعداد ملف جديد',
};
