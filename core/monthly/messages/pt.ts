import type { MonthlyTexts } from '../monthly-text-keys';

export const pt: MonthlyTexts = {
  month: '{amount} hoje e depois {amount} todo mês, no dia {day}, até você cancelar.',
  monthEnd:
    '{amount} hoje e depois {amount} todo mês, no dia {day} (no último dia dos meses mais curtos), até você cancelar.',
  year: '{amount} hoje e depois {amount} todo ano, em {date}, até você cancelar.',
  next: 'Próxima cobrança: {next} (UTC).',
  stop: 'Você pode cancelar quando quiser, com o link do seu recibo ou dos e-mails da Stripe: depois disso nada mais é cobrado.',
  paidTo:
    'A Stripe paga o dinheiro a {owner}. A Stripe pede seu e-mail e o informa à conta da Stripe de {owner}; a Busker não o guarda.',
  buttonMonth: 'Continuar: pagar {amount} todo mês',
  buttonYear: 'Continuar: pagar {amount} todo ano',
  stopAt: 'Cancele quando quiser em {address}',
  messageOnce: 'Mostrada uma vez, com o primeiro pagamento.',
  thanksMonth: '{owner} recebe {amount} todos os meses.',
  thanksYear: '{owner} recebe {amount} todos os anos.',
  howToStop: 'Como parar',
  changed: 'O que você aceita mudou. Leia de novo. Nada foi cobrado.',
  unavailable: 'Este tipo de gorjeta não está disponível aqui no momento. Nada foi cobrado.',
};
