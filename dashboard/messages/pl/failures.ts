export const failures = {
  'failure.store/cancelled': 'Przerwano to przed zakończeniem. Spróbuj ponownie.',
  'failure.store/unknown': 'Stało się coś nieoczekiwanego. Spróbuj ponownie; zmiany są zachowane.',
  'failure.store/invalid-argument':
    'Jednej wartości nie udało się zapisać. Cofnij ostatnią zmianę i spróbuj ponownie.',
  'failure.store/deadline-exceeded': 'Serwer odpowiadał zbyt długo. Zmiany są zachowane; spróbuj ponownie.',
  'failure.store/not-found': 'To już nie istnieje. Odśwież stronę, żeby zobaczyć, co jest.',
  'failure.store/already-exists': 'To już istnieje. Odśwież stronę, żeby to zobaczyć.',
  'failure.store/permission-denied': 'Nie masz do tego dostępu. Zaloguj się na konto, do którego to należy.',
  'failure.store/unauthenticated': 'Sesja się zakończyła. Zaloguj się ponownie; zmiany są zachowane.',
  'failure.store/resource-exhausted': 'Usługa osiągnęła dzienny limit. Zmiany są zachowane; spróbuj później.',
  'failure.store/failed-precondition':
    'Serwer nie jest jeszcze na to gotowy. Odśwież stronę i spróbuj ponownie.',
  'failure.store/aborted': 'W tej samej chwili zmieniono to gdzie indziej. Spróbuj ponownie.',
  'failure.store/out-of-range': 'To koniec listy. Odśwież stronę, żeby zobaczyć nowe pozycje.',
  'failure.store/unimplemented':
    'Serwer nie może tego zrobić. Odśwież stronę. Jeśli to się powtórzy, napisz do pomocy.',
  'failure.store/internal': 'Coś poszło nie tak na serwerze. Zmiany są zachowane; spróbuj ponownie.',
  'failure.store/unavailable':
    'Serwer jest teraz nieosiągalny. Zmiany są zachowane i zostaną wysłane później.',
  'failure.store/data-loss':
    'Części zapisanych danych nie udało się odczytać. Napisz do pomocy, zanim cokolwiek zmienisz.',
  'failure.store/client-terminated': 'Ta strona była otwarta zbyt długo. Odśwież ją, żeby kontynuować.',
  'failure.store/connection-failed': 'Połączenie zostało zerwane. Sprawdź sieć; zmiany są zachowane.',
  'failure.store/unreadable':
    'Czegoś zapisanego tutaj nie udało się odczytać. Odśwież stronę. Jeśli to się powtórzy, napisz do pomocy.',
  'failure.upload/canceled': 'Przesyłanie zostało anulowane. Możesz wybrać zdjęcie ponownie.',
  'failure.upload/invalid-checksum': 'Zdjęcie uszkodziło się podczas przesyłania. Spróbuj ponownie.',
  'failure.upload/object-not-found': 'Tego zdjęcia już nie ma. Prześlij je ponownie.',
  'failure.upload/quota-exceeded': 'Pamięć tej usługi jest pełna. Spróbuj później.',
  'failure.upload/retry-limit-exceeded':
    'Przesyłanie trwało zbyt długo. Sprawdź połączenie i spróbuj ponownie.',
  'failure.upload/server-file-wrong-size': 'Zdjęcie nie dotarło w całości. Spróbuj ponownie.',
  'failure.upload/unauthenticated': 'Sesja się zakończyła. Zaloguj się ponownie, a potem prześlij zdjęcie.',
  'failure.upload/unauthorized': 'Plik został odrzucony. Użyj zdjęcia do 5 MB.',
  'failure.upload/unknown': 'Przesyłanie się nie udało. Sprawdź połączenie i spróbuj ponownie.',
};
