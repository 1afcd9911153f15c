import type { CardWords } from './words';

export const de: CardWords = {
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
