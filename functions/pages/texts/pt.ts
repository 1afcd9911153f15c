import type { PageTexts } from './en';

export const pt: PageTexts = {
  dir: 'ltr',
  language: 'Idioma',
  description: (name) => `Os links de ${name} e uma forma de enviar uma gorjeta.`,
  tip: (name) => `Enviar uma gorjeta a ${name}`,
  noTips: (name) => `${name} não aceita gorjetas neste momento.`,
  verified: 'verificado',
  nobody: 'Perfil não encontrado',
  nobodyWhy: 'Não existe nenhum perfil com este nome. Talvez o endereço tenha um erro.',
  makeYours: 'Criar a sua página',
  amount: 'Valor',
  anotherAmount: 'Outro valor',
  anotherAmountBetween: (min, max) => `Outro valor (de ${min} a ${max})`,
  cover: 'Acrescentar um pouco para cobrir os custos do cartão',
  yourName: 'O seu nome (opcional)',
  message: 'Mensagem (opcional)',
  anonymous: 'Não mostrar o meu nome em público',
  receiptEmail: 'E-mail para o recibo (opcional)',
  goToPayment: 'Ir para o pagamento',
  atStripe: 'Você paga numa página da Stripe. Nada é cobrado antes de confirmar lá.',
  backTo: (name) => `Voltar a ${name}`,
};
