import type { MonthlyTexts } from '../monthly-text-keys';

export const nl: MonthlyTexts = {
  month: 'Vandaag {amount}, daarna elke maand op de {day}e {amount}, totdat je stopt.',
  monthEnd:
    'Vandaag {amount}, daarna elke maand op de {day}e (de laatste dag van kortere maanden) {amount}, totdat je stopt.',
  year: 'Vandaag {amount}, daarna elk jaar op {date} {amount}, totdat je stopt.',
  next: 'Volgende afschrijving: {next} (UTC).',
  stop: 'Je kunt op elk moment stoppen, met de link op je bon of in de mails van Stripe: daarna wordt er niets meer afgeschreven.',
  paidTo:
    'Stripe betaalt het geld aan {owner}. Stripe vraagt je e-mailadres en geeft het aan het Stripe-account van {owner}; Busker bewaart het niet.',
  buttonMonth: 'Verder: elke maand {amount} betalen',
  buttonYear: 'Verder: elk jaar {amount} betalen',
  stopAt: 'Stop wanneer je wilt op {address}',
  messageOnce: 'Eén keer getoond, bij de eerste betaling.',
  thanksMonth: '{owner} krijgt elke maand {amount}.',
  thanksYear: '{owner} krijgt elk jaar {amount}.',
  howToStop: 'Zo stop je',
  changed: 'Waar je mee instemt is veranderd. Lees het opnieuw. Er is niets afgeschreven.',
  unavailable: 'Zulke fooien zijn hier nu niet mogelijk. Er is niets afgeschreven.',
};
