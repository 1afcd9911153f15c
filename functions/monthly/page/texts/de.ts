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
    `${owner} hat das Stripe-Konto getrennt, das hier abbucht. Wir sehen es nicht mehr und können weder kündigen noch etwas zurückzahlen. Es kann bei Stripe weiterlaufen, bis du auf der Seite von Stripe kündigst: Der Link in den E-Mails von Stripe führt dorthin. Auch ${owner} kann es beenden, und deine Bank kann weitere Abbuchungen ablehnen.`,
  elsewhereNoted:
    'Dein Wunsch ist vorgemerkt. Wir können ihn nur ausführen, wenn das Konto wieder verbunden wird: Kündige zur Sicherheit auf der Seite von Stripe.',
  withdrawnElsewhere: (owner) =>
    `Es ist beendet, und dein Widerruf ist vorgemerkt. Das Geld kann erst zurückgehen, wenn ${owner} das Stripe-Konto wieder verbindet. Du kannst auch ${owner} darum bitten.`,
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
  payNote:
    'Die Seite von Stripe kann das in deiner eigenen Währung zeigen, zu einem Kurs von Stripe. Dann wird ein anderer Betrag abgebucht als der auf dieser Seite. Du siehst ihn, bevor du bezahlst.',
  otherCard: 'Andere Karte nehmen',
  toStripe: 'Seite von Stripe öffnen',
  change: 'Betrag ändern',
  newAmount: (currency) => `Neuer Betrag (${currency})`,
  changeFrom: (day) =>
    `Wird ab ${day} (UTC) abgebucht. Heute wird nichts abgebucht, und mehr als diesen Betrag zahlst du nicht.`,
  save: 'Speichern',
  keyLink: 'Deine Seite dazu: öffne sie und behalte ihren Link',
  print: 'Seite drucken oder speichern',
  lastly:
    'Auf dieser Seite kannst du jederzeit kündigen. Behalte ihren Link, oder nimm den Link in den E-Mails von Stripe.',
  away: 'Stripe antwortet nicht. Dein Wunsch ist vorgemerkt und wird ausgeführt. Bitte sieh später noch einmal nach.',
  over: 'Das ist schon beendet. Es wird nichts mehr abgebucht.',
  wordsChanged:
    'Dem du zustimmst, hat sich geändert. Lade diese Seite neu, lies es und ändere dann den Betrag. Es gilt noch der bisherige Betrag.',
  tooLate: 'Die Frist für den Widerruf ist vorbei. Kündigen kannst du weiterhin.',
  often: 'Zu viele Versuche. Bitte warte ein paar Minuten.',
  notBack: 'Diese Zahlung kann hier gerade nicht erstattet werden.',
};
