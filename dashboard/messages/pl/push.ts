export const push = {
  'push.heading': 'Powiadomienia na tym urządzeniu',
  'push.about':
    'Otrzymuj na tym urządzeniu powiadomienie, gdy przyjdzie napiwek, także gdy Busker jest zamknięty.',
  'push.on': 'Włącz powiadomienia',
  'push.isOn': 'Włączone',
  'push.isOnHere': 'To urządzenie otrzymuje powiadomienia.',
  'push.stop': 'Wyłącz na tym urządzeniu',
  'push.unsupported':
    'Ta przeglądarka nie może otrzymywać powiadomień. Spróbuj innej przeglądarki albo użyj poczty e-mail.',
  'push.blocked':
    'Powiadomienia z Buskera są w tej przeglądarce zablokowane. Zezwól na nie w ustawieniach przeglądarki dla tej strony i wczytaj stronę ponownie.',
  'push.ios':
    'Na iPhonie i iPadzie powiadomienia działają dopiero po dodaniu Buskera do ekranu początkowego:',
  'push.iosShare': 'Stuknij Udostępnij w Safari.',
  'push.iosAdd': 'Wybierz „Do ekranu początkowego”.',
  'push.iosOpen': 'Otwórz Buskera z ekranu początkowego, zaloguj się tam raz i włącz powiadomienia.',
  'push.seen': 'Czy widzisz powiadomienie?',
  'push.seenYes': 'Tak, widzę',
  'push.seenNo': 'Nie',
  'push.unseen':
    'W takim razie coś je blokuje. Sprawdź, czy to urządzenie zezwala na powiadomienia przeglądarki i czy tryb „Nie przeszkadzać” jest wyłączony.',
  'push.failed.timed-out': 'Przeglądarka nie odpowiedziała. Sprawdź połączenie.',
  'push.failed.dismissed':
    'Nie odpowiedziano na pytanie przeglądarki. Zezwól na powiadomienia, aby kontynuować.',
  'push.failed.blocked': 'Powiadomienia z Buskera są w tej przeglądarce zablokowane.',
  'push.failed.refused': 'Przeglądarka odmówiła. W oknach prywatnych powiadomienia nie działają.',
  'push.install': 'Zainstaluj Buskera',
  'push.closed': 'Otwórz Buskera, aby zobaczyć',
};
