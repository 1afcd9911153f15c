/**
 * What a fan reads before they agree to pay every month or year, and beside it. `{day}` is a day of the month, `{date}` a day of the year. The other languages have
 * the same keys with the same fields. A change of the meaning is a new `wordsVersion` (monthly-words.ts).
 */
export const en = {
  month: '{amount} today, then {amount} every month on the {day}, until you stop.',
  monthEnd:
    '{amount} today, then {amount} every month on the {day} (the last day of shorter months), until you stop.',
  year: '{amount} today, then {amount} every year on {date}, until you stop.',
  next: 'Next charge: {next} (UTC).',
  stop: 'Stop any time, with the link on your receipt or in Stripe’s mails: then nothing more is charged.',
  paidTo:
    'Paid to {owner} by Stripe. Stripe asks for your email and gives it to {owner}’s Stripe account; Busker does not keep it.',
  buttonMonth: 'Continue: {amount} every month',
  buttonYear: 'Continue: {amount} every year',
  stopAt: 'Stop any time at {address}',
  messageOnce: 'Shown once, with the first payment.',
  thanksMonth: '{owner} gets {amount} every month.',
  thanksYear: '{owner} gets {amount} every year.',
  howToStop: 'How to stop',
  changed: 'What you agree to has changed. Please read it again. You have not been charged.',
  unavailable: 'Tips like this are not offered here at the moment. You have not been charged.',
};
