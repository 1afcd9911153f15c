import type { CardWords } from './words';

export const pt: CardWords = {
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
