import type { ManageTexts } from './en';

export const de: ManageTexts = {
  headingMonth: (amount, owner) => `${amount} an ${owner} jeden Monat`,
  headingYear: (amount, owner) => `${amount} an ${owner} jedes Jahr`,
  starting: 'Noch nicht bezahlt. Es wurde nichts abgebucht.',
  neverBegan: 'Das wurde nie bezahlt. Es wurde nichts abgebucht.',
  active: (day) => `Nächste Abbuchung: ${day} (UTC).`,
  ending: (day) =>
    `Gekündigt. Es wird nichts mehr abgebucht. Bis ${day} (UTC) kannst du es dir anders überlegen.`,
  paused: 'Angehalten. Im Moment wird nichts abgebucht.',
  needsAction: 'Deine Bank möchte, dass du die letzte Abbuchung bestätigst.',
  overdue: 'Die letzte Abbuchung hat nicht geklappt. Stripe versucht es noch einmal.',
  ended: (day) => `Beendet am ${day} (UTC). Es wird nichts mehr abgebucht.`,
  withdrawn: (amount) =>
    `Du hast widerrufen. ${amount} gehen an dich zurück, und es wird nichts mehr abgebucht.`,
  noted: 'Dein Wunsch ist vorgemerkt. Er wird ausgeführt, sobald Stripe antwortet.',
  elsewhere: (owner) =>
    `${owner} nutzt diesen Dienst nicht mehr. Der Link in den E-Mails von Stripe führt zu der Seite, auf der du kündigen kannst.`,
  next: 'Nächste Abbuchung',
  began: 'Seit',
  ends: 'Endet am',
  endedOn: 'Beendet am',
  card: 'Karte',
  payments: 'Zahlungen',
  stop: 'Vertrag hier kündigen',
  stopSure: 'Es wird nichts mehr abgebucht. Was schon bezahlt ist, bleibt bei der Person.',
  stopYes: 'Jetzt kündigen',
  no: 'Nein, weiter so',
  keep: 'Doch behalten',
  withdraw: 'Vertrag widerrufen',
  withdrawSure: (amount) => `${amount} gehen an dich zurück, und es wird nichts mehr abgebucht.`,
  withdrawYes: 'Widerruf bestätigen',
  confirm: 'Bei Stripe bestätigen',
  pay: 'Bei Stripe bezahlen',
  print: 'Seite drucken oder speichern',
  lastly:
    'Auf dieser Seite kannst du jederzeit kündigen. Behalte ihren Link, oder nimm den Link in den E-Mails von Stripe.',
  away: 'Stripe antwortet nicht. Dein Wunsch ist vorgemerkt und wird ausgeführt. Bitte sieh später noch einmal nach.',
  over: 'Das ist schon beendet. Es wird nichts mehr abgebucht.',
  tooLate: 'Die Frist für den Widerruf ist vorbei. Kündigen kannst du weiterhin.',
  often: 'Zu viele Versuche. Bitte warte ein paar Minuten.',
  notBack: 'Diese Zahlung kann hier gerade nicht erstattet werden.',
};
