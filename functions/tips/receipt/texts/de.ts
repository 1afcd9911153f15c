import type { ReceiptTexts } from './en';

export const de: ReceiptTexts = {
  title: 'Dein Trinkgeld',
  open: 'Öffne diese Seite über den Link auf deiner Dankesseite, um dein Trinkgeld zu sehen.',
  noScript: 'Diese Seite braucht JavaScript, um deinen Beleg zu öffnen.',
  undo: 'Trinkgeld zurücknehmen',
  undoLeft: 'Noch {time} lang möglich.',
  words: 'Deine Worte',
  save: 'Speichern',
  erase: 'Name und Nachricht löschen',
  saved: 'Gespeichert.',
  erased: 'Name und Nachricht sind gelöscht.',
  goingBack: 'Dein Trinkgeld wird zurückgegeben.',
  payOn: 'Zurück zur Zahlungsseite',
  back: 'Zurück zum Profil',
  ask: (owner) => `Fragen zu diesem Trinkgeld? Wende dich an ${owner}.`,
  goneTitle: 'Kein solches Trinkgeld',
  gone: 'Dieses Trinkgeld wurde nicht gefunden.',
  failed: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  states: {
    pending: {
      heading: 'Noch nicht bezahlt',
      sentence: (owner) => `Dein Trinkgeld an ${owner} wurde nicht bezahlt. Es wurde nichts abgebucht.`,
    },
    processing: { heading: 'Unterwegs', sentence: (owner) => `Deine Bankzahlung an ${owner} ist unterwegs.` },
    paid: { heading: 'Danke', sentence: (owner) => `Dein Trinkgeld an ${owner} wurde bezahlt.` },
    partially_refunded: {
      heading: 'Zum Teil zurückgegeben',
      sentence: (owner) => `Ein Teil deines Trinkgelds an ${owner} wurde auf deine Karte zurückgegeben.`,
    },
    refunded: {
      heading: 'Zurückgegeben',
      sentence: (owner) =>
        `Dein Trinkgeld an ${owner} wurde auf deine Karte zurückgegeben. Das kann ein paar Tage dauern.`,
    },
    disputed: { heading: 'In Klärung', sentence: (owner) => `Deine Bank prüft dein Trinkgeld an ${owner}.` },
    lost: {
      heading: 'Von deiner Bank zurückgeholt',
      sentence: (owner) => `Deine Bank hat dein Trinkgeld an ${owner} zurückgeholt.`,
    },
    failed: {
      heading: 'Nicht bezahlt',
      sentence: (owner) => `Dein Trinkgeld an ${owner} wurde nicht bezahlt. Es wurde nichts abgebucht.`,
    },
    expired: {
      heading: 'Nicht bezahlt',
      sentence: (owner) =>
        `Dein Trinkgeld an ${owner} wurde nicht rechtzeitig bezahlt. Es wurde nichts abgebucht.`,
    },
  },
  refundFailedTitle: 'Die Rückgabe ist fehlgeschlagen',
  refundFailed: (amount, name) =>
    `Eine Rückgabe von ${amount} ist fehlgeschlagen. Das Geld ist wieder bei ${name}.`,
  refundWhy: {
    'card-closed': 'Die Karte ist abgelaufen oder gesperrt.',
    'bank-refused': 'Deine Bank hat sie abgelehnt.',
    disputed: 'Deine Bank prüft diese Zahlung schon.',
    'no-funds': 'Auf dem Konto, von dem es kommt, war nicht genug Geld.',
    unknown: 'Ein Grund wurde nicht genannt.',
  },
  refundAsk: (name) => `Bitte ${name}, es dir auf anderem Weg zurückzugeben.`,
  rows: {
    tip: 'Trinkgeld',
    covered: 'Gedeckte Kartenkosten',
    total: 'Summe',
    givenBack: 'Zurückgegeben',
    comingBack: 'Wird zurückgegeben',
    card: 'Karte',
    paidOn: 'Bezahlt am',
    number: 'Nummer',
  },
  cardEnding: (brand, last4) => `${brand} mit der Endung ${last4}`,
  refused: {
    sorry: 'Das hat nicht geklappt',
    otherwise: 'Das hat nicht geklappt. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
    again: 'Bitte öffne das Formular neu und versuche es noch einmal. Es wurde nichts abgebucht.',
    often: 'Zu viele Versuche. Bitte warte ein paar Minuten. Es wurde nichts abgebucht.',
    check: 'Bitte prüfe die markierten Felder.',
    away: 'Etwas antwortet gerade nicht. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
    notReady: 'Hier können noch keine Trinkgelder angenommen werden. Es wurde nichts abgebucht.',
    noUndo: 'Dieses Trinkgeld lässt sich hier nicht mehr zurücknehmen.',
    fixed: 'Dieses Trinkgeld ist schon unterwegs und lässt sich nicht mehr ändern.',
  },
  fields: {
    choose: 'Wähle einen Betrag.',
    write: (example) => `Gib einen Betrag ein, zum Beispiel ${example}.`,
    email: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
    shorten: 'Bitte kürze das ein wenig.',
    least: (min) => `Das kleinste Trinkgeld ist ${min}.`,
    most: (max) => `Das größte Trinkgeld ist ${max}.`,
    step: 'Diesen Betrag gibt es in dieser Währung nicht.',
  },
};
