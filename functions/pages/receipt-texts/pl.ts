import type { ReceiptTexts } from './en';

export const pl: ReceiptTexts = {
  title: 'Twój napiwek',
  open: 'Otwórz tę stronę z linku na ekranie z podziękowaniem, aby zobaczyć swój napiwek.',
  noScript: 'Ta strona potrzebuje JavaScriptu, aby otworzyć potwierdzenie.',
  undo: 'Cofnij ten napiwek',
  undoLeft: 'Możliwe jeszcze przez {time}.',
  words: 'Twoje słowa',
  save: 'Zapisz',
  erase: 'Usuń imię i wiadomość',
  saved: 'Zapisano.',
  erased: 'Imię i wiadomość zostały usunięte.',
  goingBack: 'Twój napiwek jest zwracany.',
  back: 'Wróć do profilu',
  ask: (owner) => `Masz pytania o ten napiwek? Zapytaj: ${owner}.`,
  goneTitle: 'Nie ma takiego napiwku',
  gone: 'Nie znaleziono tego napiwku.',
  failed: 'Coś poszło nie tak. Spróbuj ponownie, proszę.',
  states: {
    pending: {
      heading: 'Jeszcze nieopłacony',
      sentence: (owner) => `Twój napiwek dla ${owner} nie został opłacony. Nic nie pobrano.`,
    },
    processing: {
      heading: 'W drodze',
      sentence: (owner) => `Twoja płatność bankowa dla ${owner} jest w drodze.`,
    },
    paid: { heading: 'Dziękujemy', sentence: (owner) => `Twój napiwek dla ${owner} został opłacony.` },
    partially_refunded: {
      heading: 'Częściowo zwrócony',
      sentence: (owner) => `Część twojego napiwku dla ${owner} wróciła na twoją kartę.`,
    },
    refunded: {
      heading: 'Zwrócony',
      sentence: (owner) =>
        `Twój napiwek dla ${owner} wrócił na twoją kartę. Może to być widoczne dopiero po kilku dniach.`,
    },
    disputed: { heading: 'Sporny', sentence: (owner) => `Twój bank sprawdza twój napiwek dla ${owner}.` },
    lost: {
      heading: 'Cofnięty przez bank',
      sentence: (owner) => `Twój bank cofnął twój napiwek dla ${owner}.`,
    },
    failed: {
      heading: 'Nieopłacony',
      sentence: (owner) => `Twój napiwek dla ${owner} nie został opłacony. Nic nie pobrano.`,
    },
    expired: {
      heading: 'Nieopłacony',
      sentence: (owner) => `Twój napiwek dla ${owner} nie został opłacony na czas. Nic nie pobrano.`,
    },
  },
  rows: {
    tip: 'Napiwek',
    covered: 'Pokryte koszty karty',
    total: 'Razem',
    givenBack: 'Zwrócono',
    comingBack: 'W trakcie zwrotu',
    card: 'Karta',
    paidOn: 'Opłacono',
    number: 'Numer',
  },
  cardEnding: (brand, last4) => `${brand} z końcówką ${last4}`,
  refused: {
    sorry: 'To się nie udało',
    otherwise: 'To się nie udało. Nic nie pobrano. Spróbuj ponownie, proszę.',
    again: 'Otwórz formularz ponownie i spróbuj jeszcze raz, proszę. Nic nie pobrano.',
    often: 'Za dużo prób. Odczekaj kilka minut, proszę. Nic nie pobrano.',
    check: 'Sprawdź zaznaczone pola, proszę.',
    away: 'Coś teraz nie odpowiada. Nic nie pobrano. Spróbuj ponownie, proszę.',
    notReady: 'Nie można tu jeszcze przyjmować napiwków. Nic nie pobrano.',
    noUndo: 'Tego napiwku nie można już tu cofnąć.',
    fixed: 'Ten napiwek jest już w drodze i nie można go zmienić.',
  },
  fields: {
    choose: 'Wybierz kwotę.',
    write: (example) => `Wpisz kwotę, na przykład ${example}.`,
    email: 'To nie wygląda na adres e-mail.',
    shorten: 'Skróć to trochę, proszę.',
    least: (min) => `Najmniejszy napiwek to ${min}.`,
    most: (max) => `Największy napiwek to ${max}.`,
    step: 'Takiej kwoty nie ma w tej walucie.',
  },
};
