import type { CardWords } from './words';

export const pl: CardWords = {
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
