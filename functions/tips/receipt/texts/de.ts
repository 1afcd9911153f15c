import type { ReceiptTexts } from './en';

export const de: ReceiptTexts = {
  title: 'Dein Trinkgeld',
  open: 'Öffne diese Seite über den Link auf deiner Dankesseite, um dein Trinkgeld zu sehen.',
  noScript: 'Diese Seite braucht JavaScript, um deinen Beleg zu öffnen.',
  undo: 'Trinkgeld zurücknehmen',
  undoLeft: 'Noch {time} lang möglich.',
  words: 'Dein Name und deine Nachricht',
  save: 'Speichern',
  erase: 'Name und Nachricht löschen',
  saved: 'Gespeichert.',
  erased: 'Name und Nachricht sind gelöscht.',
  goingBack: 'Dein Trinkgeld wird erstattet.',
  payOn: 'Zurück zur Zahlungsseite',
  back: 'Zurück zum Profil',
  ask: (owner) => `Fragen zu diesem Trinkgeld? Wende dich an ${owner}.`,
  goneTitle: 'Trinkgeld nicht gefunden',
  gone: 'Dieses Trinkgeld wurde nicht gefunden.',
  home: 'Zur Startseite',
  failed: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  states: {
    pending: {
      heading: 'Noch nicht bezahlt',
      sentence: (owner) => `Dein Trinkgeld an ${owner} wurde nicht bezahlt. Es wurde nichts abgebucht.`,
    },
    processing: {
      heading: 'In Bearbeitung',
      sentence: (owner) => `Deine Bankzahlung an ${owner} wird bearbeitet.`,
    },
    paid: { heading: 'Danke', sentence: (owner) => `Dein Trinkgeld an ${owner} wurde bezahlt.` },
    partially_refunded: {
      heading: 'Zum Teil erstattet',
      sentence: (owner) => `Ein Teil deines Trinkgelds an ${owner} wurde auf deine Karte erstattet.`,
    },
    refunded: {
      heading: 'Erstattet',
      sentence: (owner) =>
        `Dein Trinkgeld an ${owner} wurde auf deine Karte erstattet. Bis es dort erscheint, kann es ein paar Tage dauern.`,
    },
    disputed: { heading: 'In Klärung', sentence: (owner) => `Deine Bank prüft dein Trinkgeld an ${owner}.` },
    lost: {
      heading: 'Von deiner Bank zurückgebucht',
      sentence: (owner) => `Deine Bank hat dein Trinkgeld an ${owner} zurückgebucht.`,
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
  refundFailedTitle: 'Die Erstattung ist fehlgeschlagen',
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
  rows: {
    tip: 'Trinkgeld',
    covered: 'Gedeckte Kartenkosten',
    total: 'Summe',
    givenBack: 'Erstattet',
    comingBack: 'Wird erstattet',
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
    away: 'Der Dienst ist gerade nicht verfügbar. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
    notReady: 'Dieses Profil kann noch keine Trinkgelder annehmen. Es wurde nichts abgebucht.',
    noUndo: 'Dieses Trinkgeld lässt sich hier nicht mehr zurücknehmen.',
    fixed: 'Dieses Trinkgeld wird schon bezahlt und lässt sich nicht mehr ändern.',
  },
  fields: {
    choose: 'Wähle einen Betrag.',
    write: (example) => `Gib einen Betrag ein, zum Beispiel ${example}.`,
    email: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
    shorten: 'Das ist zu lang. Bitte kürze es.',
    keepTo: (limit) => `Bitte kürze das auf ${limit} Zeichen.`,
    least: (min) => `Das kleinste Trinkgeld ist ${min}.`,
    most: (max) => `Das größte Trinkgeld ist ${max}.`,
    step: 'Diesen Betrag gibt es in dieser Währung nicht.',
  },
};
