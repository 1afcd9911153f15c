import type { MonthlyTexts } from '../monthly-text-keys';

export const es: MonthlyTexts = {
  month: '{amount} hoy y después {amount} cada mes, el día {day}, hasta que lo canceles.',
  monthEnd:
    '{amount} hoy y después {amount} cada mes, el día {day} (el último día en los meses más cortos), hasta que lo canceles.',
  year: '{amount} hoy y después {amount} cada año, el {date}, hasta que lo canceles.',
  next: 'Próximo cobro: {next} (UTC).',
  stop: 'Puedes cancelar cuando quieras, con el enlace de tu recibo o de los correos de Stripe: a partir de entonces no se cobra nada más.',
  paidTo:
    'Stripe paga el dinero a {owner}. Stripe te pide tu correo y lo da a la cuenta de Stripe de {owner}; Busker no lo guarda.',
  buttonMonth: 'Continuar: pagar {amount} cada mes',
  buttonYear: 'Continuar: pagar {amount} cada año',
  stopAt: 'Cancela cuando quieras en {address}',
  messageOnce: 'Se muestra una vez, con el primer pago.',
  thanksMonth: '{owner} recibe {amount} cada mes.',
  thanksYear: '{owner} recibe {amount} cada año.',
  howToStop: 'Cómo detenerla',
  changed: 'Ha cambiado lo que aceptas. Léelo de nuevo. No se te ha cobrado nada.',
  unavailable: 'Aquí no se ofrecen propinas así en este momento. No se te ha cobrado nada.',
};
