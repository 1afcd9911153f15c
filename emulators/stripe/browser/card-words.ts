import type { FieldIssue, FieldName } from './card-number';

export interface CardWords {
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly expiryPlaceholder: string;
  readonly cvcPlaceholder: string;
  readonly zip: string;
  /** The way to pay by card, beside others. */
  readonly card: string;
  /** `{name}`: the way to pay. */
  readonly leaves: string;
  readonly note: string;
  readonly fill: string;
  readonly issues: Readonly<Record<FieldIssue, string>>;
}

const ar: CardWords = {
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

const de: CardWords = {
  labels: {
    number: 'Kartennummer',
    expiry: 'Ablaufdatum',
    cvc: 'Prüfziffer',
    country: 'Land',
    postalCode: 'Postleitzahl',
  },
  expiryPlaceholder: 'MM / JJ',
  cvcPlaceholder: 'CVC',
  zip: 'Postleitzahl',
  card: 'Karte',
  leaves: 'Du kommst zur Seite von {name} und danach hierher zurück.',
  note: 'Testmodus: nur Testkarten, es fließt kein Geld.',
  fill: 'Testkarte eintragen',
  issues: {
    incomplete_number: 'Die Kartennummer ist unvollständig.',
    invalid_number: 'Die Kartennummer ist ungültig.',
    incomplete_expiry: 'Das Ablaufdatum Ihrer Karte ist unvollständig.',
    invalid_expiry_month: 'Das Ablaufdatum Ihrer Karte ist ungültig.',
    invalid_expiry_year_past: 'Das Ablaufjahr Ihrer Karte liegt in der Vergangenheit.',
    incomplete_cvc: 'Die Prüfziffer Ihrer Karte ist unvollständig.',
    incomplete_zip: 'Ihre Postleitzahl ist unvollständig.',
  },
};

const en: CardWords = {
  labels: {
    number: 'Card number',
    expiry: 'Expiration date',
    cvc: 'Security code',
    country: 'Country',
    postalCode: 'Postal code',
  },
  expiryPlaceholder: 'MM / YY',
  cvcPlaceholder: 'CVC',
  zip: 'ZIP code',
  card: 'Card',
  leaves: 'You go to the page of {name}, and come back here.',
  note: 'Test mode: test cards only, no money moves.',
  fill: 'Use a test card',
  issues: {
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: 'Your card’s expiration date is incomplete.',
    invalid_expiry_month: 'Your card’s expiration date is invalid.',
    invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
    incomplete_cvc: 'Your card’s security code is incomplete.',
    incomplete_zip: 'Your postal code is incomplete.',
  },
};

const es: CardWords = {
  labels: {
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    cvc: 'Código de seguridad',
    country: 'País',
    postalCode: 'Código postal',
  },
  expiryPlaceholder: 'MM / AA',
  cvcPlaceholder: 'CVC',
  zip: 'Código postal',
  card: 'Tarjeta',
  leaves: 'Vas a la página de {name} y vuelves aquí.',
  note: 'Modo de prueba: solo tarjetas de prueba, no se mueve dinero.',
  fill: 'Usar una tarjeta de prueba',
  issues: {
    incomplete_number: 'El número de tu tarjeta está incompleto.',
    invalid_number: 'El número de tu tarjeta no es válido.',
    incomplete_expiry: 'La fecha de caducidad de tu tarjeta está incompleta.',
    invalid_expiry_month: 'La fecha de caducidad de tu tarjeta no es válida.',
    invalid_expiry_year_past: 'El año de caducidad de tu tarjeta ya ha pasado.',
    incomplete_cvc: 'El código de seguridad de tu tarjeta está incompleto.',
    incomplete_zip: 'Tu código postal está incompleto.',
  },
};

const fr: CardWords = {
  labels: {
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    cvc: 'Code de sécurité',
    country: 'Pays',
    postalCode: 'Code postal',
  },
  expiryPlaceholder: 'MM / AA',
  cvcPlaceholder: 'CVC',
  zip: 'Code postal',
  card: 'Carte',
  leaves: 'Vous allez sur la page de {name}, puis vous revenez ici.',
  note: 'Mode test : cartes de test uniquement, aucun débit.',
  fill: 'Utiliser une carte de test',
  issues: {
    incomplete_number: 'Le numéro de votre carte est incomplet.',
    invalid_number: 'Le numéro de votre carte est invalide.',
    incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
    invalid_expiry_month: 'La date d’expiration de votre carte est invalide.',
    invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
    incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
    incomplete_zip: 'Votre code postal est incomplet.',
  },
};

const it: CardWords = {
  labels: {
    number: 'Numero della carta',
    expiry: 'Data di scadenza',
    cvc: 'Codice di sicurezza',
    country: 'Paese',
    postalCode: 'Codice postale',
  },
  expiryPlaceholder: 'MM / AA',
  cvcPlaceholder: 'CVC',
  zip: 'Codice ZIP',
  card: 'Carta',
  leaves: 'Vai alla pagina di {name} e poi torni qui.',
  note: 'Modalità di test: solo carte di prova, nessun denaro si muove.',
  fill: 'Usa una carta di prova',
  issues: {
    incomplete_number: 'Il numero della carta è incompleto.',
    invalid_number: 'Il numero della carta non è valido.',
    incomplete_expiry: 'La data di scadenza della carta è incompleta.',
    invalid_expiry_month: 'La data di scadenza della carta non è valida.',
    invalid_expiry_year_past: 'L’anno di scadenza della carta è già passato.',
    incomplete_cvc: 'Il codice di sicurezza della carta è incompleto.',
    incomplete_zip: 'Il codice postale è incompleto.',
  },
};

const ja: CardWords = {
  labels: {
    number: 'カード番号',
    expiry: '有効期限',
    cvc: 'セキュリティコード',
    country: '国',
    postalCode: '郵便番号',
  },
  expiryPlaceholder: '月 / 年',
  cvcPlaceholder: 'CVC',
  zip: '郵便番号',
  card: 'カード',
  leaves: '{name} のページに移動し、そのあとここに戻ります。',
  note: 'テストモード：テストカードのみ。請求は発生しません。',
  fill: 'テストカードを使う',
  issues: {
    incomplete_number: 'カード番号が不完全です。',
    invalid_number: 'カード番号が無効です。',
    incomplete_expiry: 'カードの有効期限が不完全です。',
    invalid_expiry_month: 'カードの有効期限が無効です。',
    invalid_expiry_year_past: 'カードの有効期限が切れています。',
    incomplete_cvc: 'カードのセキュリティコードが不完全です。',
    incomplete_zip: '郵便番号が不完全です。',
  },
};

const ko: CardWords = {
  labels: {
    number: '카드 번호',
    expiry: '유효기간',
    cvc: '보안 코드',
    country: '국가',
    postalCode: '우편번호',
  },
  expiryPlaceholder: 'MM / YY',
  cvcPlaceholder: 'CVC',
  zip: '우편번호',
  card: '카드',
  leaves: '{name} 페이지로 이동한 뒤 여기로 돌아옵니다.',
  note: '테스트 모드: 테스트 카드만 쓸 수 있고 실제로 결제되지 않습니다.',
  fill: '테스트 카드 사용',
  issues: {
    incomplete_number: '카드 번호가 완전하지 않습니다.',
    invalid_number: '카드 번호가 올바르지 않습니다.',
    incomplete_expiry: '카드 유효기간이 완전하지 않습니다.',
    invalid_expiry_month: '카드 유효기간이 올바르지 않습니다.',
    invalid_expiry_year_past: '카드 유효기간이 지났습니다.',
    incomplete_cvc: '카드 보안 코드가 완전하지 않습니다.',
    incomplete_zip: '우편번호가 완전하지 않습니다.',
  },
};

const nl: CardWords = {
  labels: {
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    cvc: 'Beveiligingscode',
    country: 'Land',
    postalCode: 'Postcode',
  },
  expiryPlaceholder: 'MM / JJ',
  cvcPlaceholder: 'CVC',
  zip: 'Postcode',
  card: 'Kaart',
  leaves: 'Je gaat naar de pagina van {name} en komt hier terug.',
  note: 'Testmodus: alleen testkaarten, er wordt geen geld overgemaakt.',
  fill: 'Testkaart gebruiken',
  issues: {
    incomplete_number: 'Je kaartnummer is onvolledig.',
    invalid_number: 'Je kaartnummer is ongeldig.',
    incomplete_expiry: 'De vervaldatum van je kaart is onvolledig.',
    invalid_expiry_month: 'De vervaldatum van je kaart is ongeldig.',
    invalid_expiry_year_past: 'Het vervaljaar van je kaart ligt in het verleden.',
    incomplete_cvc: 'De beveiligingscode van je kaart is onvolledig.',
    incomplete_zip: 'Je postcode is onvolledig.',
  },
};

const pl: CardWords = {
  labels: {
    number: 'Numer karty',
    expiry: 'Data ważności',
    cvc: 'Kod zabezpieczający',
    country: 'Kraj',
    postalCode: 'Kod pocztowy',
  },
  expiryPlaceholder: 'MM / RR',
  cvcPlaceholder: 'CVC',
  zip: 'Kod pocztowy',
  card: 'Karta',
  leaves: 'Przejdziesz na stronę {name} i wrócisz tutaj.',
  note: 'Tryb testowy: tylko karty testowe, bez prawdziwych płatności.',
  fill: 'Użyj karty testowej',
  issues: {
    incomplete_number: 'Numer karty jest niepełny.',
    invalid_number: 'Numer karty jest nieprawidłowy.',
    incomplete_expiry: 'Data ważności karty jest niepełna.',
    invalid_expiry_month: 'Data ważności karty jest nieprawidłowa.',
    invalid_expiry_year_past: 'Rok ważności karty już minął.',
    incomplete_cvc: 'Kod zabezpieczający karty jest niepełny.',
    incomplete_zip: 'Kod pocztowy jest niepełny.',
  },
};

const pt: CardWords = {
  labels: {
    number: 'Número do cartão',
    expiry: 'Data de validade',
    cvc: 'Código de segurança',
    country: 'País',
    postalCode: 'Código postal',
  },
  expiryPlaceholder: 'MM / AA',
  cvcPlaceholder: 'CVC',
  zip: 'Código postal',
  card: 'Cartão',
  leaves: 'Você vai para a página de {name} e volta para cá.',
  note: 'Modo de teste: só cartões de teste, nenhum dinheiro é movido.',
  fill: 'Usar um cartão de teste',
  issues: {
    incomplete_number: 'O número do seu cartão está incompleto.',
    invalid_number: 'O número do seu cartão é inválido.',
    incomplete_expiry: 'A data de validade do seu cartão está incompleta.',
    invalid_expiry_month: 'A data de validade do seu cartão é inválida.',
    invalid_expiry_year_past: 'O ano de validade do seu cartão já passou.',
    incomplete_cvc: 'O código de segurança do seu cartão está incompleto.',
    incomplete_zip: 'O seu código postal está incompleto.',
  },
};

const zhHans: CardWords = {
  labels: {
    number: '卡号',
    expiry: '有效期',
    cvc: '安全码',
    country: '国家/地区',
    postalCode: '邮政编码',
  },
  expiryPlaceholder: '月 / 年',
  cvcPlaceholder: 'CVC',
  zip: '邮政编码',
  card: '银行卡',
  leaves: '您将前往 {name} 的页面，然后返回此处。',
  note: '测试模式：只能使用测试卡，不会产生真实扣款。',
  fill: '使用测试卡',
  issues: {
    incomplete_number: '卡号不完整。',
    invalid_number: '卡号无效。',
    incomplete_expiry: '卡的有效期不完整。',
    invalid_expiry_month: '卡的有效期无效。',
    invalid_expiry_year_past: '卡的有效期已过。',
    incomplete_cvc: '卡的安全码不完整。',
    incomplete_zip: '邮政编码不完整。',
  },
};

/** The languages of the tip card. Stripe.js writes Simplified Chinese as `zh`. */
const WORDS: Readonly<Record<string, CardWords>> = { en, es, fr, de, pt, it, nl, pl, ja, ko, zh: zhHans, ar };

/** The form's texts and their language. An unsupported language falls back to English, as in Stripe.js. */
export function cardWords(
  locale: string,
  browserLocale: string,
): { readonly words: CardWords; readonly language: string; readonly direction: 'ltr' | 'rtl' } {
  const wanted = locale === 'auto' ? browserLocale : locale;
  const known = wanted.slice(0, 2).toLowerCase();
  const words = WORDS[known];
  // Traditional Chinese falls back to English, as on the tip card.
  if (!words || /^zh-(hant|tw|hk|mo)/i.test(wanted)) return { words: en, language: 'en', direction: 'ltr' };
  return { words, language: wanted, direction: known === 'ar' ? 'rtl' : 'ltr' };
}
