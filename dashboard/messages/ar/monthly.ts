export const monthly = {
  'monthly.heading': 'إكراميات شهرية وسنوية',
  'monthly.on': 'السماح للمعجبين بالعطاء بانتظام',
  'monthly.onHint':
    'المعجبون هم من يختارون ذلك؛ «مرة واحدة» محددة دائمًا في البداية. إذا أوقفت هذا، تستمر الإكراميات الجارية حتى يوقفها المعجب.',
  'monthly.often': 'ما يمكن للمعجبين اختياره',
  'monthly.month': 'كل شهر',
  'monthly.year': 'كل سنة',
  'monthly.both': 'كل شهر أو كل سنة',
  'monthly.presets.month': 'المبالغ المقترحة للشهر',
  'monthly.presets.year': 'المبالغ المقترحة للسنة',
  'monthly.limits':
    'من {min} إلى {max} في الشهر، وحتى {most} في السنة. أصغر إكرامية وأكبر إكرامية لديك تحددان ذلك.',
  'monthly.fee': 'تتقاضى Stripe على هذه المدفوعات نحو {percent} أكثر من الإكراميات المفردة.',
  'monthly.check': 'تراسل Stripe هؤلاء المعجبين باسمك وتكرر الخصم المرفوض. تحقق لدى Stripe من تفعيل ما يلي:',
  'monthly.check.retry': 'تُعاد محاولة البطاقة المرفوضة، ويُلغى الاشتراك بعد آخر محاولة',
  'monthly.check.mails':
    'رسائل عن المدفوعات الفاشلة والبطاقات المنتهية والخصومات القادمة والتأكيدات والإلغاءات',
  'monthly.open': 'فتح إعدادات Stripe',
  'monthly.tip.month': 'شهرية · {number}',
  'monthly.tip.year': 'سنوية · {number}',
  'monthly.period': 'الفترة',
  'monthly.atStripe': 'الاشتراك لدى Stripe',
};
