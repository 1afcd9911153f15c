export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Masz już konto z tym e-mailem, utworzone innym sposobem logowania. Zaloguj się nim; potem możesz połączyć ten sposób.',
  'failure.auth/cancelled-popup-request': 'Otwarto inne okno logowania, więc to zostało zamknięte.',
  'failure.auth/code-expired': 'Ten kod wygasł. Poproś o nowy.',
  'failure.auth/credential-already-in-use':
    'Ten sposób logowania należy już do innego konta Buskera. Zaloguj się nim albo wybierz inny.',
  'failure.auth/email-already-in-use':
    'Nie możesz tu użyć tego e-maila. Jeśli masz już z nim konto, zaloguj się lub zmień hasło.',
  'failure.auth/email-change-needs-verification':
    'Najpierw potwierdź e-mail: otwórz link w wiadomości, którą wysłaliśmy.',
  'failure.auth/expired-action-code': 'Ten link wygasł. Poproś o nowy.',
  'failure.auth/internal-error': 'Usługa logowania miała problem. Spróbuj ponownie.',
  'failure.auth/invalid-action-code': 'Ten link został już użyty albo jest niepełny. Poproś o nowy.',
  'failure.auth/invalid-credential': 'E-mail lub hasło jest błędne. Sprawdź jedno i drugie albo zmień hasło.',
  'failure.auth/invalid-email': 'To nie wygląda na adres e-mail.',
  'failure.auth/invalid-multi-factor-session': 'To logowanie trwało zbyt długo. Zacznij od nowa.',
  'failure.auth/invalid-phone-number':
    'Nie można użyć tego numeru telefonu. Podaj numer kierunkowy kraju, na przykład +48 512 345 678.',
  'failure.auth/invalid-verification-code': 'Ten kod jest błędny. Sprawdź najnowszą wiadomość.',
  'failure.auth/invalid-verification-id': 'Ten kod należy do starszej prośby. Poproś o nowy.',
  'failure.auth/link-not-opened':
    'Link nie został jeszcze otwarty. Otwórz go w tej przeglądarce, a potem tu wróć.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Masz pięć aplikacji. To maksimum. Najpierw usuń jedną.',
  'failure.auth/missing-email': 'Wpisz adres e-mail.',
  'failure.auth/missing-password': 'Wpisz hasło.',
  'failure.auth/network-request-failed':
    'Usługa logowania jest nieosiągalna. Sprawdź połączenie i spróbuj ponownie.',
  'failure.auth/no-such-provider': 'Ten sposób logowania nie jest połączony z Twoim kontem.',
  'failure.auth/operation-not-allowed': 'Ten sposób logowania jest tu wyłączony. Wybierz inny.',
  'failure.auth/password-does-not-meet-requirements':
    'To hasło nie spełnia wymagań. Użyj dłuższego, z wielkimi i małymi literami, cyframi i symbolami.',
  'failure.auth/popup-blocked':
    'Przeglądarka zablokowała okno logowania. Zezwól na wyskakujące okna na tej stronie i spróbuj ponownie.',
  'failure.auth/popup-closed-by-user':
    'Okno logowania zostało zamknięte przed zakończeniem. Spróbuj ponownie.',
  'failure.auth/provider-already-linked': 'Ten sposób logowania jest już połączony.',
  'failure.auth/quota-exceeded':
    'Wysłano dziś za dużo wiadomości. Spróbuj później albo użyj innego sposobu logowania.',
  'failure.auth/requires-recent-login': 'Dla bezpieczeństwa potwierdź, że to Ty, zanim to zmienisz.',
  'failure.auth/second-step-cancelled': 'Nie wpisano kodu, więc nic się nie zmieniło.',
  'failure.auth/second-step-unknown':
    'Konto wymaga drugiego etapu, którego ta strona nie oferuje. Napisz do pomocy.',
  'failure.auth/timeout': 'Trwało to zbyt długo. Spróbuj ponownie.',
  'failure.auth/too-many-requests': 'Za dużo prób. Odczekaj kilka minut albo zmień hasło.',
  'failure.auth/unauthorized-domain': 'Ten sposób logowania nie jest dozwolony pod tym adresem.',
  'failure.auth/unsupported-first-factor':
    'Logowanie dwuetapowe nie działa z telefonem. Najpierw zaloguj się innym sposobem.',
  'failure.auth/user-cancelled': 'Nie udzielono zgody, więc nic się nie zmieniło.',
  'failure.auth/user-disabled': 'To konto zostało wyłączone. Napisz do pomocy, jeśli uważasz, że to pomyłka.',
  'failure.auth/user-mismatch': 'To było inne konto. Potwierdź tym, na którym jesteś teraz.',
  'failure.auth/user-token-expired':
    'Sesja się zakończyła. Zaloguj się ponownie; Twoja praca jest zachowana.',
  'failure.auth/weak-password': 'To hasło zbyt łatwo odgadnąć. Użyj co najmniej 6 znaków.',
  'failure.auth/web-storage-unsupported':
    'Przeglądarka blokuje pamięć, dzięki której pozostajesz zalogowany. Zezwól na dane tej strony i spróbuj ponownie.',
};
