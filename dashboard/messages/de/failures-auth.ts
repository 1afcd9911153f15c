export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Mit dieser Adresse hast du schon ein Konto, auf anderem Weg angelegt. Melde dich wie damals an; danach kannst du diesen Weg verbinden.',
  'failure.auth/cancelled-popup-request':
    'Ein anderes Anmeldefenster wurde geöffnet, darum wurde dieses geschlossen.',
  'failure.auth/code-expired': 'Dieser Code ist zu alt. Fordere einen neuen an.',
  'failure.auth/credential-already-in-use':
    'Diese Anmeldung gehört schon zu einem anderen Busker-Konto. Melde dich damit an, oder nimm eine andere.',
  'failure.auth/email-already-in-use':
    'Diese Adresse kann hier nicht verwendet werden. Wenn du damit schon ein Konto hast, melde dich an oder setze das Passwort zurück.',
  'failure.auth/email-change-needs-verification':
    'Bestätige zuerst deine Adresse: Öffne den Link in unserer Mail.',
  'failure.auth/expired-action-code': 'Dieser Link ist zu alt. Fordere einen neuen an.',
  'failure.auth/internal-error': 'Der Anmeldedienst hatte ein Problem. Bitte versuche es noch einmal.',
  'failure.auth/invalid-action-code':
    'Dieser Link wurde schon benutzt oder ist unvollständig. Fordere einen neuen an.',
  'failure.auth/invalid-credential':
    'E-Mail oder Passwort stimmt nicht. Prüfe beides, oder setze das Passwort zurück.',
  'failure.auth/invalid-email': 'Das sieht nicht wie eine E-Mail-Adresse aus.',
  'failure.auth/invalid-phone-number':
    'Diese Nummer geht nicht. Schreib sie mit Ländervorwahl, etwa +49 151 23456789.',
  'failure.auth/invalid-verification-code': 'Dieser Code stimmt nicht. Schau in die neueste Nachricht.',
  'failure.auth/invalid-verification-id':
    'Dieser Code gehört zu einer älteren Anfrage. Fordere einen neuen an.',
  'failure.auth/link-not-opened':
    'Der Link ist noch nicht geöffnet worden. Öffne ihn in diesem Browser und komm dann hierher zurück.',
  'failure.auth/missing-email': 'Gib deine E-Mail-Adresse ein.',
  'failure.auth/missing-password': 'Gib dein Passwort ein.',
  'failure.auth/network-request-failed':
    'Der Anmeldedienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  'failure.auth/no-such-provider': 'Dieser Anmeldeweg ist nicht mit deinem Konto verbunden.',
  'failure.auth/operation-not-allowed': 'Dieser Anmeldeweg ist hier nicht eingeschaltet. Nimm einen anderen.',
  'failure.auth/password-does-not-meet-requirements':
    'Dieses Passwort passt nicht zu den Regeln hier. Nimm ein längeres mit großen und kleinen Buchstaben, Ziffern und Zeichen.',
  'failure.auth/popup-blocked':
    'Dein Browser hat das Anmeldefenster blockiert. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
  'failure.auth/popup-closed-by-user':
    'Das Anmeldefenster wurde vorher geschlossen. Versuche es noch einmal, wann du magst.',
  'failure.auth/provider-already-linked': 'Dieser Anmeldeweg ist schon verbunden.',
  'failure.auth/quota-exceeded':
    'Heute wurden zu viele Nachrichten gesendet. Versuche es später, oder melde dich anders an.',
  'failure.auth/requires-recent-login':
    'Zu deiner Sicherheit: Bestätige vor dieser Änderung, dass du es bist.',
  'failure.auth/timeout': 'Das hat zu lange gedauert. Bitte versuche es noch einmal.',
  'failure.auth/too-many-requests':
    'Zu viele Versuche. Warte ein paar Minuten, oder setze das Passwort zurück.',
  'failure.auth/unauthorized-domain': 'Diese Art der Anmeldung ist unter dieser Adresse nicht erlaubt.',
  'failure.auth/user-cancelled': 'Die Erlaubnis wurde nicht gegeben; nichts hat sich geändert.',
  'failure.auth/user-disabled':
    'Dieses Konto wurde abgeschaltet. Schreib dem Support, wenn das ein Irrtum ist.',
  'failure.auth/user-mismatch': 'Das war ein anderes Konto. Bestätige mit dem, mit dem du angemeldet bist.',
  'failure.auth/user-token-expired':
    'Deine Anmeldung gilt nicht mehr. Bitte melde dich wieder an; deine Arbeit ist noch da.',
  'failure.auth/weak-password': 'Dieses Passwort ist zu leicht zu erraten. Nimm mindestens 6 Zeichen.',
  'failure.auth/web-storage-unsupported':
    'Dein Browser lässt nicht zu, dass diese Seite sich dich merkt. Erlaube ihr Websitedaten und versuche es noch einmal.',
};
