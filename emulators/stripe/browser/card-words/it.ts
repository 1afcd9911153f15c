import type { CardWords } from './words';

export const it: CardWords = {
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
