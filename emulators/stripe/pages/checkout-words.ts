export interface CheckoutWords {
  readonly pay: string;
  readonly subscribe: string;
  readonly every: Readonly<Record<'month' | 'year', string>>;
  readonly paying: string;
  readonly email: string;
  readonly name: string;
  readonly code: string;
  readonly badCode: string;
  readonly currency: string;
  /** `to` is an amount with its currency. */
  readonly rate: (of: { readonly from: string; readonly to: string; readonly percent: number }) => string;
  readonly back: string;
  readonly to: (merchant: string) => string;
  readonly test: string;
  readonly badEmail: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly expiredTitle: string;
  readonly expired: string;
}

const en: CheckoutWords = {
  pay: 'Pay',
  subscribe: 'Subscribe',
  every: { month: 'per month', year: 'per year' },
  paying: 'Processing…',
  email: 'Email',
  name: 'Cardholder name',
  code: 'BLIK code',
  badCode: 'Enter the six digits that your bank’s app shows.',
  currency: 'Choose a currency',
  rate: ({ from, to, percent }) => `1 ${from} = ${to}, including a ${percent}% conversion fee`,
  back: 'Back',
  to: (merchant) => `Pay ${merchant}`,
  test: 'Test mode',
  badEmail: 'Your email is incomplete.',
  doneTitle: 'You’re all done here',
  done: 'This payment was made. You can close this page.',
  expiredTitle: 'This page has expired',
  expired: 'Go back to the shop and start again. You have not been charged.',
};

const de: CheckoutWords = {
  pay: 'Bezahlen',
  subscribe: 'Abonnieren',
  every: { month: 'pro Monat', year: 'pro Jahr' },
  paying: 'Wird bearbeitet …',
  email: 'E-Mail',
  name: 'Name auf der Karte',
  code: 'BLIK-Code',
  badCode: 'Geben Sie die sechs Ziffern aus der App Ihrer Bank ein.',
  currency: 'Währung wählen',
  rate: ({ from, to, percent }) => `1 ${from} = ${to}, einschließlich ${percent} % Umrechnungsgebühr`,
  back: 'Zurück',
  to: (merchant) => `An ${merchant} zahlen`,
  test: 'Testmodus',
  badEmail: 'Ihre E-Mail-Adresse ist unvollständig.',
  doneTitle: 'Alles erledigt',
  done: 'Diese Zahlung ist erfolgt. Sie können die Seite schließen.',
  expiredTitle: 'Diese Seite ist abgelaufen',
  expired: 'Gehen Sie zum Shop zurück und beginnen Sie noch einmal. Es wurde nichts abgebucht.',
};

/** `auto` and null use the browser's language. */
export function checkoutLanguage(locale: string | null, acceptLanguage: string): 'de' | 'en' {
  const wanted = locale === null || locale === 'auto' ? acceptLanguage : locale;
  return wanted.toLowerCase().startsWith('de') ? 'de' : 'en';
}

export const checkoutWords = (language: 'de' | 'en'): CheckoutWords => (language === 'de' ? de : en);
