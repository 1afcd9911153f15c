import type { CardWords } from './words';

export const fr: CardWords = {
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
