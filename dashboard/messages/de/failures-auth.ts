export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Mit dieser E-Mail-Adresse hast du schon ein Konto, mit einer anderen Anmeldemethode. Melde dich damit an; danach kannst du diese verbinden.',
  'failure.auth/cancelled-popup-request':
    'Ein anderes Anmeldefenster wurde geöffnet, darum wurde dieses geschlossen.',
  'failure.auth/code-expired': 'Dieser Code ist abgelaufen. Fordere einen neuen an.',
  'failure.auth/credential-already-in-use':
    'Diese Anmeldemethode gehört schon zu einem anderen Busker-Konto. Melde dich damit an, oder nimm eine andere.',
  'failure.auth/email-already-in-use':
    'Diese E-Mail-Adresse kannst du hier nicht verwenden. Wenn du damit schon ein Konto hast, melde dich an oder setze das Passwort zurück.',
  'failure.auth/email-change-needs-verification':
    'Bestätige zuerst deine E-Mail-Adresse: Öffne den Link in unserer Mail.',
  'failure.auth/expired-action-code': 'Dieser Link ist abgelaufen. Fordere einen neuen an.',
  'failure.auth/internal-error': 'Der Anmeldedienst hatte ein Problem. Bitte versuche es noch einmal.',
  'failure.auth/invalid-action-code':
    'Dieser Link wurde schon benutzt oder ist unvollständig. Fordere einen neuen an.',
  'failure.auth/invalid-credential':
    'E-Mail oder Passwort ist falsch. Prüfe beides, oder setze das Passwort zurück.',
  'failure.auth/invalid-email': 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  'failure.auth/invalid-multi-factor-session': 'Diese Anmeldung hat zu lange gedauert. Beginne noch einmal.',
  'failure.auth/invalid-phone-number':
    'Diese Telefonnummer kannst du nicht verwenden. Schreib sie mit Ländervorwahl, zum Beispiel +49 151 23456789.',
  'failure.auth/invalid-verification-code': 'Dieser Code ist falsch. Sieh in der neuesten Nachricht nach.',
  'failure.auth/invalid-verification-id':
    'Dieser Code gehört zu einer älteren Anfrage. Fordere einen neuen an.',
  'failure.auth/link-not-opened':
    'Der Link wurde noch nicht geöffnet. Öffne ihn in diesem Browser und komm dann hierher zurück.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Du hast fünf Apps, mehr gehen nicht. Entferne zuerst eine.',
  'failure.auth/missing-email': 'Gib deine E-Mail-Adresse ein.',
  'failure.auth/missing-password': 'Gib dein Passwort ein.',
  'failure.auth/network-request-failed':
    'Der Anmeldedienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  'failure.auth/no-such-provider': 'Diese Anmeldemethode ist nicht mit deinem Konto verbunden.',
  'failure.auth/operation-not-allowed': 'Diese Anmeldemethode ist hier ausgeschaltet. Nimm eine andere.',
  'failure.auth/password-does-not-meet-requirements':
    'Dieses Passwort erfüllt die Regeln nicht. Nimm ein längeres mit Groß- und Kleinbuchstaben, Ziffern und Sonderzeichen.',
  'failure.auth/popup-blocked':
    'Dein Browser hat das Anmeldefenster blockiert. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
  'failure.auth/popup-closed-by-user':
    'Das Anmeldefenster wurde geschlossen, bevor du fertig warst. Versuche es noch einmal.',
  'failure.auth/provider-already-linked': 'Diese Anmeldemethode ist schon verbunden.',
  'failure.auth/quota-exceeded':
    'Heute wurden zu viele Nachrichten gesendet. Versuche es später, oder nimm eine andere Anmeldemethode.',
  'failure.auth/requires-recent-login':
    'Zu deiner Sicherheit: Bestätige vor dieser Änderung, dass du es bist.',
  'failure.auth/second-step-cancelled': 'Du hast den Code nicht eingegeben. Es wurde nichts geändert.',
  'failure.auth/second-step-unknown':
    'Dein Konto verlangt einen zweiten Schritt, den diese Seite nicht anbietet. Wende dich an den Support.',
  'failure.auth/timeout': 'Das hat zu lange gedauert. Bitte versuche es noch einmal.',
  'failure.auth/too-many-requests':
    'Zu viele Versuche. Warte ein paar Minuten, oder setze das Passwort zurück.',
  'failure.auth/unauthorized-domain': 'Diese Anmeldemethode ist unter dieser Adresse nicht erlaubt.',
  'failure.auth/unsupported-first-factor':
    'Die Anmeldung in zwei Schritten geht nicht mit dem Telefon. Melde dich zuerst mit einer anderen Anmeldeart an.',
  'failure.auth/user-cancelled': 'Du hast keine Erlaubnis gegeben; nichts hat sich geändert.',
  'failure.auth/user-disabled':
    'Dieses Konto wurde deaktiviert. Schreib dem Support, wenn das ein Irrtum ist.',
  'failure.auth/user-mismatch': 'Das war ein anderes Konto. Bestätige mit dem, mit dem du angemeldet bist.',
  'failure.auth/user-token-expired':
    'Deine Sitzung ist abgelaufen. Bitte melde dich wieder an; deine Arbeit ist noch da.',
  'failure.auth/weak-password': 'Dieses Passwort ist zu leicht zu erraten. Nimm mindestens 6 Zeichen.',
  'failure.auth/web-storage-unsupported':
    'Dein Browser blockiert den Speicher, der dich angemeldet hält. Erlaube dieser Seite Websitedaten und versuche es noch einmal.',
};
