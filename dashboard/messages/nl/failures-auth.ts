export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Je hebt al een account met dit e-mailadres, gemaakt met een andere inlogmethode. Log daarmee in; daarna kun je deze koppelen.',
  'failure.auth/cancelled-popup-request': 'Er is een ander inlogvenster geopend, dus dit is gesloten.',
  'failure.auth/code-expired': 'Deze code is verlopen. Vraag een nieuwe aan.',
  'failure.auth/credential-already-in-use':
    'Deze inlogmethode hoort al bij een ander Busker-account. Log ermee in, of kies een andere.',
  'failure.auth/email-already-in-use':
    'Je kunt dit e-mailadres hier niet gebruiken. Heb je er al een account mee, log dan in of stel je wachtwoord opnieuw in.',
  'failure.auth/email-change-needs-verification':
    'Bevestig eerst je e-mailadres: open de link in het bericht dat we stuurden.',
  'failure.auth/expired-action-code': 'Deze link is verlopen. Vraag een nieuwe aan.',
  'failure.auth/internal-error': 'De inlogdienst had een probleem. Probeer het opnieuw.',
  'failure.auth/invalid-action-code': 'Deze link is al gebruikt of is onvolledig. Vraag een nieuwe aan.',
  'failure.auth/invalid-credential':
    'E-mailadres of wachtwoord is onjuist. Controleer beide, of stel je wachtwoord opnieuw in.',
  'failure.auth/invalid-email': 'Dit lijkt geen e-mailadres.',
  'failure.auth/invalid-multi-factor-session': 'Dit inloggen duurde te lang. Begin opnieuw.',
  'failure.auth/invalid-phone-number':
    'Je kunt dit telefoonnummer niet gebruiken. Zet de landcode erbij, bijvoorbeeld +31 6 12345678.',
  'failure.auth/invalid-verification-code': 'Deze code is onjuist. Kijk in het nieuwste bericht.',
  'failure.auth/invalid-verification-id': 'Deze code hoort bij een ouder verzoek. Vraag een nieuwe aan.',
  'failure.auth/link-not-opened':
    'De link is nog niet geopend. Open die in deze browser en kom dan hier terug.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Je hebt vijf apps, en meer kan niet. Verwijder er eerst een.',
  'failure.auth/missing-email': 'Vul je e-mailadres in.',
  'failure.auth/missing-password': 'Vul je wachtwoord in.',
  'failure.auth/network-request-failed':
    'De inlogdienst is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  'failure.auth/no-such-provider': 'Deze inlogmethode is niet aan je account gekoppeld.',
  'failure.auth/operation-not-allowed': 'Deze inlogmethode staat hier uit. Kies een andere.',
  'failure.auth/password-does-not-meet-requirements':
    'Dit wachtwoord voldoet niet aan de regels. Neem een langer wachtwoord met hoofdletters, kleine letters, cijfers en tekens.',
  'failure.auth/popup-blocked':
    'Je browser blokkeerde het inlogvenster. Sta pop-ups toe voor deze pagina en probeer het opnieuw.',
  'failure.auth/popup-closed-by-user':
    'Het inlogvenster is gesloten voordat je klaar was. Probeer het opnieuw.',
  'failure.auth/provider-already-linked': 'Deze inlogmethode is al gekoppeld.',
  'failure.auth/quota-exceeded':
    'Er zijn vandaag te veel berichten verstuurd. Probeer het later, of gebruik een andere inlogmethode.',
  'failure.auth/requires-recent-login':
    'Bevestig voor je veiligheid dat jij het bent voordat je dit wijzigt.',
  'failure.auth/second-step-cancelled': 'Je hebt de code niet ingevuld, dus er is niets veranderd.',
  'failure.auth/second-step-unknown':
    'Je account vraagt om een tweede stap die deze pagina niet biedt. Neem contact op met de helpdesk.',
  'failure.auth/timeout': 'Dat duurde te lang. Probeer het opnieuw.',
  'failure.auth/too-many-requests':
    'Te veel pogingen. Wacht een paar minuten, of stel je wachtwoord opnieuw in.',
  'failure.auth/unauthorized-domain': 'Deze inlogmethode is niet toegestaan op dit adres.',
  'failure.auth/unsupported-first-factor':
    'Inloggen in twee stappen werkt niet met een telefoon. Log eerst met een andere methode in.',
  'failure.auth/user-cancelled': 'Je gaf geen toestemming, dus er is niets gewijzigd.',
  'failure.auth/user-disabled':
    'Dit account is uitgeschakeld. Neem contact op met de helpdesk als je denkt dat dit een vergissing is.',
  'failure.auth/user-mismatch':
    'Dat was een ander account. Bevestig met het account waarmee je bent ingelogd.',
  'failure.auth/user-token-expired': 'Je sessie is afgelopen. Log opnieuw in; je werk is bewaard.',
  'failure.auth/weak-password': 'Dit wachtwoord is te makkelijk te raden. Gebruik minstens 6 tekens.',
  'failure.auth/web-storage-unsupported':
    'Je browser blokkeert de opslag die je ingelogd houdt. Sta sitegegevens toe voor deze pagina en probeer het opnieuw.',
};
