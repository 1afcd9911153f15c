import type { CardWords } from './words';

export const es: CardWords = {
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
