import type { FieldIssue, FieldName } from './card-check';

export interface CardWords {
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly expiryPlaceholder: string;
  readonly cvcPlaceholder: string;
  readonly zip: string;
  readonly note: string;
  readonly fill: string;
  readonly issues: Readonly<Record<FieldIssue, string>>;
}

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

const WORDS: Readonly<Record<string, CardWords>> = { en, de, es, fr, ja };

/** A locale that is not spoken here is answered in English, as Stripe.js does. */
export function cardWords(locale: string, browserLocale: string): CardWords {
  const wanted = locale === 'auto' ? browserLocale : locale;
  return WORDS[wanted.slice(0, 2).toLowerCase()] ?? en;
}
