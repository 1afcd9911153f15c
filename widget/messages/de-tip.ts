import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const deTip: TipMessages = {
  title: (name) => `Trinkgeld für ${name}`,
  thanksFor: (what) => `Für „${what}“`,
  close: 'Schließen',
  amount: 'Betrag',
  otherAmount: 'Anderer Betrag',
  range: (min, max) => `Von ${min} bis ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Gib einen Betrag ein, zum Beispiel ${example}.`,
    'too-precise': () => 'Dieser Betrag hat zu viele Nachkommastellen.',
    'too-small': (min) => `Das kleinste Trinkgeld ist ${min}.`,
    'too-large': (_min, max) => `Das größte Trinkgeld ist ${max}.`,
    'not-a-step': () => 'Diesen Betrag gibt es in dieser Währung nicht.',
  },
  chooseAmount: 'Betrag wählen',
  yourName: 'Dein Name (freiwillig)',
  message: 'Nachricht (freiwillig)',
  charactersLeft: (count) => plural('de', count, { one: 'Noch # Zeichen', other: 'Noch # Zeichen' }),
  tooLong: (limit) => `Bitte kürze das auf ${limit} Zeichen.`,
  coverCosts: (amount, name, tip) => `Etwa ${amount} dazugeben, damit ${name} etwa ${tip} behält`,
  privacy: 'Beleg und Privatsphäre',
  receiptEmail: 'E-Mail für einen Beleg (freiwillig)',
  notAnEmail: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
  anonymous: 'Meinen Namen nicht öffentlich zeigen',
  whoSeesWhat: 'Wer sieht was',
  report: 'Dieses Profil melden',
  ownerSees: (name) =>
    `${name} sieht den Betrag, deinen Namen und deine Nachricht, falls du sie angibst, und das Land deiner Karte.`,
  publicSees: (name) =>
    `Alle können deinen Namen, deine Nachricht und den Betrag sehen, falls ${name} eine Liste der Unterstützer zeigt.`,
  publicSeesNothing: 'Die Öffentlichkeit sieht deinen Namen nicht.',
  stripeSees:
    'Stripe erhält deine Kartendaten und, falls du sie angibst, deine E-Mail. Sonst erhält sie niemand.',
  card: 'Karte',
  cardFormLoading: 'Das Kartenformular wird geöffnet …',
  cardSafety: 'Deine Kartendaten gehen direkt an Stripe. Diese Website sieht sie nie.',
  person: 'Bitte bestätige, dass du ein Mensch bist',
  personFirst: 'Bitte bestätige zuerst, dass du ein Mensch bist. Es wurde nichts abgebucht.',
  pay: (amount) => `${amount} zahlen`,
  paying: 'Einen Moment …',
  withYourBank: 'Deine Bank bestätigt …',
  noQuestion: 'Siehst du die Frage deiner Bank nicht?',
  payThere: 'Auf der Zahlungsseite fortfahren',
  checking:
    'Die Verbindung ist abgerissen. Wir prüfen, ob deine Karte belastet wurde. Bitte zahle nicht noch einmal.',
  otherWays: 'Andere Zahlungswege',
  whyElsewhere: {
    guarded:
      'Zum Schutz der Karten zahlst du gerade auf einer sicheren Seite von Stripe. Es wurde nichts abgebucht.',
    chosen: 'Du zahlst auf einer sicheren Seite von Stripe.',
    challenge:
      'Die Prüfung gegen Roboter lässt sich hier nicht zeigen. Du kannst auf einer sicheren Seite zahlen.',
    'in-app': 'Im Browser dieser App zahlst du auf einer sicheren Seite von Stripe.',
    'foreign-shadow-root':
      'In diesem Teil der Seite lässt sich das Kartenformular nicht zeigen. Du kannst auf einer sicheren Seite zahlen.',
    'other-stripe-version':
      'Diese Seite hat ein eigenes Kartenformular. Du kannst auf einer sicheren Seite zahlen.',
    'no-address':
      'Dieser Teil der Seite hat keine eigene Webadresse, die Kartenzahlungen brauchen. Du kannst auf einer sicheren Seite zahlen.',
    blocked:
      'Diese Seite oder dein Browser blockiert das Kartenformular. Du kannst auf einer sicheren Seite zahlen.',
    deformed:
      'Die Gestaltung dieser Seite verformt das Kartenformular. Du kannst auf einer sicheren Seite zahlen.',
    covered:
      'Eine Rückfrage deiner Bank ließe sich in diesem Teil der Seite nicht zeigen. Du kannst auf einer sicheren Seite zahlen.',
    removed:
      'Diese Seite entfernt das Kartenformular immer wieder. Du kannst auf einer sicheren Seite zahlen.',
    'no-method': 'Auf dieser Seite gibt es keinen Zahlungsweg. Du kannst auf einer sicheren Seite zahlen.',
    timeout: 'Das Kartenformular hat nicht geantwortet. Du kannst auf einer sicheren Seite zahlen.',
  },
  elsewhere: 'Deine Zahlungsseite ist in einem anderen Tab offen. Sobald du gezahlt hast, siehst du es hier.',
  elsewhereBlocked:
    'Dein Browser hat die Zahlungsseite nicht geöffnet. Öffne sie hier. Sobald du gezahlt hast, siehst du es hier.',
  openPayPage: 'Zahlungsseite öffnen',
  back: 'Zurück',
  onAnotherDevice: 'Oder auf einem anderen Gerät zahlen:',
  decline: {
    'card-declined': 'Deine Karte wurde abgelehnt. Versuche eine andere.',
    'insufficient-funds': 'Das Guthaben reicht nicht. Versuche eine andere Karte.',
    'card-expired': 'Diese Karte ist abgelaufen. Prüfe das Datum oder nimm eine andere Karte.',
    'wrong-cvc': 'Die Prüfziffer stimmt nicht. Bitte prüfe sie.',
    'wrong-number': 'Die Kartennummer stimmt nicht. Bitte prüfe sie.',
    'not-verified':
      'Wir konnten deine Karte nicht bestätigen. Es wurde nichts abgebucht. Versuche es noch einmal oder mit einer anderen Karte.',
    'not-approved':
      'Diese Zahlung wurde nicht freigegeben. Es wurde nichts abgebucht. Versuche es noch einmal oder zahle anders.',
    'way-unavailable': 'Diese Zahlungsart geht gerade nicht. Es wurde nichts abgebucht. Wähle eine andere.',
    'try-again': 'Etwas ist schiefgegangen. Es wurde nichts abgebucht. Versuche es noch einmal.',
    'too-many-tries': 'Zu viele Versuche. Es wurde nichts abgebucht. Warte ein paar Minuten.',
    'amount-too-small': 'Dieser Betrag ist für eine Kartenzahlung zu klein. Es wurde nichts abgebucht.',
    'amount-too-large': 'Dieser Betrag ist für eine Kartenzahlung zu groß. Es wurde nichts abgebucht.',
  },
  offline: 'Es gibt keine Verbindung. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
  notCharged: 'Etwas ist schiefgegangen. Es wurde nichts abgebucht. Versuche es noch einmal.',
  paymentClosed:
    'Diese Zahlung wurde geschlossen, und es wurde nichts abgebucht. Nach mehreren Fehlversuchen schließen wir eine Zahlung. Drücke auf Zahlen, um eine neue zu beginnen.',
  formReloaded:
    'Die Seite hat dieses Formular verschoben, deshalb musst du die Karte noch einmal eingeben. Es wurde nichts abgebucht.',
  totalChanged: 'Die Summe hat sich geändert. Bitte prüfe sie noch einmal. Es wurde nichts abgebucht.',
  leftOpen:
    'Du hast auf „Zahlen“ getippt, bevor diese Seite neu geladen wurde. Ob dieses Trinkgeld angekommen ist, sehen wir von hier aus nicht. Bitte sieh in deiner Bank- oder Bezahl-App nach, bevor du noch einmal zahlst.',
  unsure:
    'Wir konnten nicht herausfinden, ob etwas abgebucht wurde. Sieh auf dem Beleg oder in deiner Bank- oder Bezahl-App nach, bevor du noch einmal zahlst.',
  notPaid: 'Nicht bezahlt. Es wurde nichts abgebucht.',
  pageExpired: 'Die Zahlungsseite wurde geschlossen oder ist abgelaufen. Es wurde nichts abgebucht.',
  refused: {
    'tips-off': 'Trinkgelder sind hier gerade ausgeschaltet.',
    'payments-not-ready': 'Hier können noch keine Trinkgelder angenommen werden. Es wurde nichts abgebucht.',
    'profile-not-found': 'Es gibt kein Profil mit diesem Namen.',
    'site-not-allowed': 'Von dieser Seite aus können keine Trinkgelder gesendet werden.',
    'session-invalid': 'Bitte schließe das Fenster und öffne es noch einmal. Es wurde nichts abgebucht.',
    'session-expired':
      'Das hat eine Weile gedauert. Bitte versuche es noch einmal. Es wurde nichts abgebucht.',
    'too-many-requests': 'Zu viele Versuche. Bitte warte ein paar Minuten. Es wurde nichts abgebucht.',
    'tip-busy':
      'Der Betrag dieses Trinkgelds wird gerade geändert. Es wurde nichts abgebucht. Bitte versuche es in einer Minute noch einmal.',
    'tip-not-changeable': 'Dieses Trinkgeld ist schon unterwegs und lässt sich nicht mehr ändern.',
    'undo-unavailable':
      'Dieses Trinkgeld lässt sich hier nicht mehr zurücknehmen. Auf dem Beleg steht, an wen du dich wenden kannst.',
    unreachable: 'Der Server ist gerade nicht erreichbar. Es wurde nichts abgebucht.',
  },
  refusedOtherwise: 'Das hat nicht geklappt. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
  tryAgain: 'Noch einmal versuchen',
  wallets: 'Mit einer Wallet zahlen',
  or: 'oder',
  thankYou: 'Danke',
  wentThrough: (amount, name) => `Dein Trinkgeld von ${amount} an ${name} ist angekommen.`,
  onItsWay: 'Unterwegs',
  onItsWayWhy: (amount, name) =>
    `Stripe sagt uns bald, ob dein Trinkgeld von ${amount} an ${name} angekommen ist. Du siehst es hier. Du musst nicht noch einmal zahlen.`,
  tipWentThrough: (name) => `Dein Trinkgeld an ${name} ist angekommen.`,
  receipt: 'Beleg',
  undo: 'Trinkgeld zurücknehmen',
  undoUntil: (time) => `Du kannst es noch ${time} lang zurücknehmen.`,
  undoing: 'Dein Trinkgeld wird zurückgenommen …',
  undone: (amount) => `Dein Trinkgeld wurde zurückgenommen. ${amount} sind in ein paar Tagen wieder bei dir.`,
  undoneSlowly: (amount, time) =>
    `Dein Trinkgeld wurde zurückgenommen. ${amount} gehen an dich zurück. Das dauert bis zu ${time}.`,
  undoFailed:
    'Das Trinkgeld ließ sich gerade nicht zurücknehmen. Versuche es noch einmal oder bitte über den Beleg um Hilfe.',
  undoLost:
    'Die Verbindung ist abgerissen. Wir sehen nicht, ob dein Trinkgeld zurückgenommen wurde. Versuche es noch einmal, es wird nur einmal zurückgenommen.',
  refundFailed: (amount, name) =>
    `Eine Erstattung von ${amount} ist fehlgeschlagen. Das Geld ist wieder bei ${name}.`,
  refundWhy: {
    'card-closed': 'Die Karte ist abgelaufen oder gesperrt.',
    'bank-refused': 'Deine Bank hat sie abgelehnt.',
    disputed: 'Deine Bank prüft diese Zahlung schon.',
    'no-funds': 'Auf dem Konto, von dem es kommt, war nicht genug Geld.',
    unknown: 'Ein Grund wurde nicht genannt.',
  },
  refundAsk: (name) => `Bitte ${name}, es dir auf anderem Weg zurückzugeben.`,
  done: 'Fertig',
};
