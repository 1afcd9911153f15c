import type { CardWords } from './words';

export const en: CardWords = {
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
