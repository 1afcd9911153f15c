export const apiFailures = {
  'failure.api/invalid-json': 'Iets in het verzoek kon niet worden gelezen. Probeer het opnieuw.',
  'failure.api/unsupported-content-type': 'Iets in het verzoek kon niet worden gelezen. Probeer het opnieuw.',
  'failure.api/books-too-long': 'Er zijn te veel fooien in deze periode. Kies een kortere.',
  'failure.api/body-too-large': 'Dit is te lang. Maak het korter.',
  'failure.api/invalid-fields': 'Controleer de gemarkeerde velden.',
  'failure.api/route-not-found': 'Deze pagina bestaat niet.',
  'failure.api/method-not-allowed': 'Dit adres ondersteunt dat verzoek niet.',
  'failure.api/sign-in-required': 'Log opnieuw in. Je wijzigingen zijn opgeslagen.',
  'failure.api/recent-sign-in-required': 'Log voor je veiligheid opnieuw in.',
  'failure.api/recovery-code-wrong': 'Deze herstelcode is onjuist of al gebruikt.',
  'failure.api/second-step-over': 'Dit inloggen duurde te lang. Begin opnieuw.',
  'failure.api/second-step-missing': 'Inloggen in twee stappen staat uit. Zet het eerst aan.',
  'failure.api/account-needed': 'Maak een account om te publiceren. Je concept blijft bewaard.',
  'failure.api/email-not-verified': 'Open de link in de mail die we stuurden en publiceer opnieuw.',
  'failure.api/profile-not-found': 'Er is geen profiel met deze naam.',
  'failure.api/draft-not-found': 'Er is nog niets om te publiceren. Voeg eerst een naam en een link toe.',
  'failure.api/draft-behind': 'Je laatste wijzigingen worden nog opgeslagen. Probeer het zo opnieuw.',
  'failure.api/handle-taken': 'Deze naam is bezet. Kies een andere.',
  'failure.api/profile-restricted': 'De beheerder van deze site heeft dit profiel beperkt.',
  'failure.api/moderator-needed': 'Je bent hier geen moderator.',
  'failure.api/act-refused': 'Dit is hier niet toegestaan.',
  'failure.api/tips-off': 'Fooien staan hier nu uit.',
  'failure.api/payments-not-ready': 'Dit profiel kan nog geen fooien ontvangen. Er is niets afgeschreven.',
  'failure.api/session-invalid': 'Sluit dit en open het opnieuw. Er is niets afgeschreven.',
  'failure.api/session-expired': 'Dit duurde te lang. Er is niets afgeschreven. Probeer het opnieuw.',
  'failure.api/site-not-allowed': 'Vanaf deze pagina kunnen geen fooien worden gestuurd.',
  'failure.api/total-changed': 'Het totaal is veranderd. Controleer het en betaal opnieuw.',
  'failure.api/request-reused': 'Deze fooi is al begonnen. Open het formulier opnieuw.',
  'failure.api/amount-too-small': 'Dit is minder dan de kleinste fooi.',
  'failure.api/amount-too-large': 'Dit is meer dan de grootste fooi.',
  'failure.api/currency-mismatch':
    'De valuta is veranderd. Open het formulier opnieuw. Er is niets afgeschreven.',
  'failure.api/challenge-required': 'Bevestig dat je een mens bent en probeer het opnieuw.',
  'failure.api/hosted-required':
    'Om fraude met kaarten te voorkomen, moet deze fooi op de veilige pagina van Stripe worden betaald. Er is niets afgeschreven.',
  'failure.api/too-many-requests': 'Te veel pogingen. Wacht een paar minuten.',
  'failure.api/tip-not-found': 'Deze fooi is niet gevonden.',
  'failure.api/reply-not-possible':
    'Je kunt een betaalde fooi beantwoorden en het antwoord binnen een uur wijzigen. Daarna kun je het alleen nog verwijderen.',
  'failure.api/tip-busy':
    'Het bedrag van deze fooi wordt net gewijzigd. Er is niets afgeschreven. Probeer het over een minuut opnieuw.',
  'failure.api/tip-not-changeable': 'Deze fooi wordt betaald en kan niet meer worden gewijzigd.',
  'failure.api/undo-unavailable':
    'Deze fooi kan hier niet meer worden teruggenomen. Op de bon staat aan wie je het kunt vragen.',
  'failure.api/undo-failed':
    'Het geld kon niet terug naar de kaart. Het is weer bij degene die de fooi kreeg.',
  'failure.api/refund-too-late':
    'Met deze betaalwijze kan geld alleen een tijd lang terug, en die tijd is voorbij.',
  'failure.api/refund-too-large': 'Dit is meer dan er van de fooi over is.',
  'failure.api/refund-unavailable': 'Deze fooi kan nu niet worden terugbetaald.',
  'failure.api/report-not-found': 'Er is geen melding met dit nummer.',
  'failure.api/report-decided': 'Iemand heeft al over deze melding beslist.',
  'failure.api/appeal-not-found': 'Er is geen bezwaar met dit ID.',
  'failure.api/appeal-answered': 'Iemand heeft dit bezwaar al beantwoord.',
  'failure.api/mail-not-found': 'Er is geen mail met dit ID. Een mail wordt 30 dagen bewaard.',
  'failure.api/nothing-to-appeal': 'Je profiel is niet beperkt, dus er is niets om bezwaar tegen te maken.',
  'failure.api/appeal-too-late': 'De tijd voor bezwaar is voorbij. Je kunt de beheerder nog schrijven.',
  'failure.api/account-busy':
    'Er loopt nog een betaling, terugbetaling of geschil. Je kunt je account verwijderen als dat is afgerond.',
  'failure.api/account-leaving': 'Je account wordt verwijderd. Dit kan niet meer.',
  'failure.api/export-too-large': 'Je hebt zo veel fooien dat het bestand eerst moet worden gemaakt.',
  'failure.api/export-not-ready':
    'Het bestand is niet klaar, of niet meer beschikbaar. Maak een nieuw bestand.',
  'failure.api/webhook-refused': 'Dit verzoek is geweigerd.',
  'failure.api/payment-refused': 'De betaling kon niet beginnen. Er is niets afgeschreven.',
  'failure.api/account-refused':
    'Stripe kon betalingen met dit land of deze valuta niet instellen. Kies een andere.',
  'failure.api/stripe-key-refused':
    'De beheerder van deze server moet eerst zijn toegang tot Stripe wijzigen. Daarna kun je betalingen koppelen.',
  'failure.api/payout-not-found': 'Deze uitbetaling is niet gevonden op je Stripe-account.',
  'failure.api/payouts-unavailable':
    'Stripe antwoordt nu niet, dus uitbetalingen kunnen niet worden getoond. Je geld is veilig. Probeer het opnieuw.',
  'failure.api/payouts-not-allowed':
    'Deze server mag nog geen uitbetalingen bij Stripe lezen. De beheerder moet het toestaan. Je kunt je uitbetalingen zien in het dashboard van Stripe.',
  'failure.api/service-unavailable':
    'De dienst is nu niet beschikbaar. Er is niets afgeschreven. Probeer het opnieuw.',
  'failure.api/document-unreadable':
    'Opgeslagen gegevens kunnen nu niet worden gelezen. Er is niets verloren.',
  'failure.api/address-private': 'Dit adres kan niet worden ingesloten.',
  'failure.api/format-unknown': 'Dit formaat is niet beschikbaar.',
  'failure.api/internal': 'Er ging bij ons iets mis. Probeer het opnieuw.',
  'failure.api/unreachable': 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  'failure.api/timed-out': 'De server deed er te lang over. Er is niets verloren; probeer het opnieuw.',
  'failure.api/unreadable': 'Het antwoord van de server kon niet worden gelezen. Probeer het opnieuw.',
  'failure.api/channel-not-found': 'Dit kanaal bestaat niet meer.',
  'failure.api/delivery-not-found':
    'Deze verzending is niet meer bekend. Verzendingen worden 30 dagen bewaard.',
  'failure.api/too-many-channels':
    'Je hebt al zoveel kanalen van dit soort als mogelijk is. Verwijder er eerst een.',
  'failure.api/channel-not-verified': 'Bevestig eerst dit kanaal.',
  'failure.api/channel-off': 'Dit kanaal staat uit. Zet het eerst aan.',
  'failure.api/code-wrong': 'Deze code is niet de code die we hebben gestuurd. Controleer hem.',
  'failure.api/code-expired': 'Deze code is te oud of te vaak geprobeerd. Vraag een nieuwe aan.',
  'failure.api/address-not-allowed': 'Busker kan niet naar dit adres sturen.',
  'failure.api/address-not-answering': 'Er kwam geen goed antwoord van dit adres, dus het kanaal blijft uit.',
  'failure.api/channel-not-offered': 'Dit soort kanaal is hier niet ingesteld.',
  'failure.api/push-refused': 'Deze browser gaf een abonnement dat niet bruikbaar is. Probeer het opnieuw.',
  'failure.api/replay-too-large': 'Dit is te veel ineens. Kies een kortere periode.',
  'failure.api/monthly-unavailable':
    'Dit profiel neemt zulke fooien op dit moment niet aan. Er is niets afgeschreven.',
  'failure.api/words-changed':
    'Waarmee je instemt, is veranderd sinds je dit opende. Lees het nog eens. Er is niets afgeschreven.',
  'failure.api/monthly-ended': 'Deze maandelijkse fooi is al beëindigd. Er wordt niets meer afgeschreven.',
  'failure.api/monthly-elsewhere':
    'Deze server bereikt het Stripe-account niet meer dat deze fooi afschrijft. Op de pagina van Stripe kun je stoppen. Een stop of een herroeping wordt hier genoteerd en alleen uitgevoerd als het account weer wordt gekoppeld.',
  'failure.api/withdraw-over':
    'De tijd om te herroepen is voorbij. Je kunt deze maandelijkse fooi nog steeds stoppen.',
  'failure.api/nothing-due': 'Er is op dit moment niets te bevestigen of te betalen.',
};
