import type { CardWords } from './words';

export const nl: CardWords = {
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
