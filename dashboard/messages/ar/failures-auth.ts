export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'لديك حساب بهذا البريد أُنشئ بطريقة أخرى لتسجيل الدخول. سجّل الدخول بها، وبعدها يمكنك ربط هذه الطريقة.',
  'failure.auth/cancelled-popup-request': 'فُتحت نافذة أخرى لتسجيل الدخول، فأُغلقت هذه.',
  'failure.auth/code-expired': 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.',
  'failure.auth/credential-already-in-use':
    'طريقة تسجيل الدخول هذه تخص حساب Busker آخر. سجّل الدخول بها، أو اختر غيرها.',
  'failure.auth/email-already-in-use':
    'لا يمكنك استخدام هذا البريد هنا. إن كان لديك حساب به، فسجّل الدخول أو أعد تعيين كلمة المرور.',
  'failure.auth/email-change-needs-verification': 'أكّد بريدك أولًا: افتح الرابط في الرسالة التي أرسلناها.',
  'failure.auth/expired-action-code': 'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا.',
  'failure.auth/internal-error': 'حدثت مشكلة في خدمة تسجيل الدخول. حاول مرة أخرى.',
  'failure.auth/invalid-action-code': 'استُخدم هذا الرابط من قبل أو أنه ناقص. اطلب رابطًا جديدًا.',
  'failure.auth/invalid-credential': 'البريد أو كلمة المرور غير صحيح. تحقق منهما، أو أعد تعيين كلمة المرور.',
  'failure.auth/invalid-email': 'لا يبدو هذا عنوان بريد إلكتروني.',
  'failure.auth/invalid-multi-factor-session': 'استغرق تسجيل الدخول هذا وقتًا طويلًا. ابدأ من جديد.',
  'failure.auth/invalid-phone-number':
    'لا يمكنك استخدام رقم الهاتف هذا. اكتب رمز البلد، مثل ‎+971 50 123 4567.',
  'failure.auth/invalid-verification-code': 'هذا الرمز غير صحيح. انظر في أحدث رسالة.',
  'failure.auth/invalid-verification-id': 'هذا الرمز يخص طلبًا أقدم. اطلب رمزًا جديدًا.',
  'failure.auth/link-not-opened': 'لم يُفتح الرابط بعد. افتحه في هذا المتصفح ثم عد إلى هنا.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'لديك خمسة تطبيقات، وهو الحد الأقصى. أزل واحدًا منها أولًا.',
  'failure.auth/missing-email': 'أدخل عنوان بريدك الإلكتروني.',
  'failure.auth/missing-password': 'أدخل كلمة المرور.',
  'failure.auth/network-request-failed':
    'تعذّر الوصول إلى خدمة تسجيل الدخول. تحقق من اتصالك ثم حاول مرة أخرى.',
  'failure.auth/no-such-provider': 'طريقة تسجيل الدخول هذه غير مرتبطة بحسابك.',
  'failure.auth/operation-not-allowed': 'طريقة تسجيل الدخول هذه متوقفة هنا. اختر غيرها.',
  'failure.auth/password-does-not-meet-requirements':
    'كلمة المرور هذه لا تستوفي القواعد. استخدم كلمة أطول فيها أحرف كبيرة وصغيرة وأرقام ورموز.',
  'failure.auth/popup-blocked':
    'حظر متصفحك نافذة تسجيل الدخول. اسمح بالنوافذ المنبثقة لهذه الصفحة، ثم حاول مرة أخرى.',
  'failure.auth/popup-closed-by-user': 'أُغلقت نافذة تسجيل الدخول قبل أن تنتهي. حاول مرة أخرى.',
  'failure.auth/provider-already-linked': 'طريقة تسجيل الدخول هذه مرتبطة من قبل.',
  'failure.auth/quota-exceeded': 'أُرسلت رسائل كثيرة اليوم. حاول لاحقًا، أو استخدم طريقة أخرى لتسجيل الدخول.',
  'failure.auth/requires-recent-login': 'لأمانك، أكّد أنك أنت قبل تغيير هذا.',
  'failure.auth/second-step-cancelled': 'لم تُدخل الرمز، فلم يتغير شيء.',
  'failure.auth/second-step-unknown': 'يطلب حسابك خطوة ثانية لا توفرها هذه الصفحة. تواصل مع الدعم.',
  'failure.auth/timeout': 'استغرق هذا وقتًا طويلًا. حاول مرة أخرى.',
  'failure.auth/too-many-requests': 'محاولات كثيرة جدًا. انتظر بضع دقائق، أو أعد تعيين كلمة المرور.',
  'failure.auth/unauthorized-domain': 'طريقة تسجيل الدخول هذه غير مسموح بها على هذا العنوان.',
  'failure.auth/unsupported-first-factor':
    'لا يعمل تسجيل الدخول بخطوتين مع الهاتف. سجّل الدخول بطريقة أخرى أولًا.',
  'failure.auth/user-cancelled': 'لم تمنح الإذن، فلم يتغير شيء.',
  'failure.auth/user-disabled': 'عُطّل هذا الحساب. تواصل مع الدعم إن كنت تظن أن هذا خطأ.',
  'failure.auth/user-mismatch': 'كان ذلك حسابًا مختلفًا. أكّد بالحساب الذي سجّلت الدخول به.',
  'failure.auth/user-token-expired': 'انتهت جلستك. سجّل الدخول من جديد؛ عملك محفوظ.',
  'failure.auth/weak-password': 'كلمة المرور هذه سهلة التخمين. استخدم 6 أحرف على الأقل.',
  'failure.auth/web-storage-unsupported':
    'يحظر متصفحك التخزين الذي يبقيك مسجّل الدخول. اسمح ببيانات الموقع لهذه الصفحة، ثم حاول مرة أخرى.',
};
