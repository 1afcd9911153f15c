export const exporting = {
  'export.heading': 'Twoje dane',
  'export.note': 'Zabierz ze sobą napiwki lub wszystko, co o Tobie przechowujemy, w pliku.',
  'export.csv': 'Wszystkie napiwki jako arkusz (CSV)',
  'export.bookkeeping': 'Dla księgowości (CSV)',
  'export.json': 'Wszystkie moje dane (JSON)',
  'export.part': 'Ten plik zawiera tylko napiwki, które pokazywał filtr.',
  'export.label': 'Twój eksport',
  'export.starting': 'Przygotowujemy plik…',
  'export.running': 'Przygotowujemy plik: {done, number} z {total, number} napiwków',
  'export.preparing':
    'Masz dużo napiwków, więc najpierw przygotowujemy plik. Możesz zamknąć tę stronę; plik będzie czekał w sekcji Konto.',
  'export.retrying': 'Coś się nie udało. Spróbujemy ponownie automatycznie.',
  'export.ready':
    'Plik jest gotowy: {tips, plural, one {# napiwek} few {# napiwki} many {# napiwków} other {# napiwku}}, {size}. Przechowujemy go do {until}.',
  'export.unreadable':
    '{count, plural, one {Brakuje # napiwku: nie udało się go odczytać.} few {Brakuje # napiwków: nie udało się ich odczytać.} many {Brakuje # napiwków: nie udało się ich odczytać.} other {Brakuje # napiwku: nie udało się ich odczytać.}} Operator już o tym wie.',
  'export.download.csv': 'Pobierz CSV',
  'export.download.bookkeeping': 'Pobierz CSV dla księgowości',
  'export.download.json': 'Pobierz JSON',
  'export.expired': 'Ostatni plik nie jest już przechowywany.',
  'export.again': 'Przygotuj nowy plik',
};
