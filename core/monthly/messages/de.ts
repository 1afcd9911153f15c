import type { MonthlyTexts } from '../monthly-text-keys';

export const de: MonthlyTexts = {
  month: 'Heute {amount}, danach jeden Monat am {day}. {amount}, bis du es beendest.',
  monthEnd:
    'Heute {amount}, danach jeden Monat am {day}. (in kürzeren Monaten am letzten Tag) {amount}, bis du es beendest.',
  year: 'Heute {amount}, danach jedes Jahr am {date} {amount}, bis du es beendest.',
  next: 'Nächste Zahlung: {next} (UTC).',
  stop: 'Du kannst es jederzeit beenden, mit dem Link auf deinem Beleg oder in den Mails von Stripe: Dann wird nichts mehr abgebucht.',
  paidTo:
    'Stripe zahlt das Geld an {owner} aus. Stripe fragt nach deiner E-Mail-Adresse und gibt sie an das Stripe-Konto von {owner} weiter; Busker speichert sie nicht.',
  buttonMonth: 'Weiter: {amount} jeden Monat zahlen',
  buttonYear: 'Weiter: {amount} jedes Jahr zahlen',
  stopAt: 'Jederzeit zu beenden unter {address}',
  messageOnce: 'Einmal gezeigt, mit der ersten Zahlung.',
  thanksMonth: '{owner} bekommt jeden Monat {amount}.',
  thanksYear: '{owner} bekommt jedes Jahr {amount}.',
  howToStop: 'So hörst du auf',
  changed: 'Dem du zustimmst, hat sich geändert. Bitte lies es noch einmal. Es wurde nichts abgebucht.',
  unavailable: 'Solche Trinkgelder gibt es hier gerade nicht. Es wurde nichts abgebucht.',
};
