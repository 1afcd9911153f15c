export const failures = {
  'failure.store/cancelled': 'Dit is gestopt voordat het klaar was. Probeer het opnieuw.',
  'failure.store/unknown': 'Er gebeurde iets onverwachts. Probeer het opnieuw; je bewerkingen zijn bewaard.',
  'failure.store/invalid-argument':
    'Eén waarde kon niet worden opgeslagen. Maak de laatste bewerking ongedaan en probeer het opnieuw.',
  'failure.store/deadline-exceeded':
    'De server deed er te lang over. Je bewerkingen zijn bewaard; probeer het opnieuw.',
  'failure.store/not-found': 'Dit bestaat niet meer. Laad de pagina opnieuw om te zien wat er is.',
  'failure.store/already-exists': 'Dit bestaat al. Laad de pagina opnieuw om het te zien.',
  'failure.store/permission-denied':
    'Je hebt hier geen toegang toe. Log in met het account waar het bij hoort.',
  'failure.store/unauthenticated': 'Je sessie is afgelopen. Log opnieuw in; je bewerkingen zijn bewaard.',
  'failure.store/resource-exhausted':
    'Deze dienst heeft zijn daglimiet bereikt. Je bewerkingen zijn bewaard; probeer het later.',
  'failure.store/failed-precondition':
    'De server is hier nog niet klaar voor. Laad de pagina opnieuw en probeer het nog eens.',
  'failure.store/aborted': 'Dit is op hetzelfde moment ergens anders gewijzigd. Probeer het opnieuw.',
  'failure.store/out-of-range':
    'Je bent aan het eind van deze lijst. Laad de pagina opnieuw om te zien wat er nieuw is.',
  'failure.store/unimplemented':
    'De server kan dit niet. Laad de pagina opnieuw. Gebeurt het nog eens, neem dan contact op met de helpdesk.',
  'failure.store/internal':
    'Er ging iets mis op de server. Je bewerkingen zijn bewaard; probeer het opnieuw.',
  'failure.store/unavailable':
    'De server is nu niet bereikbaar. Je bewerkingen zijn bewaard en worden later verstuurd.',
  'failure.store/data-loss':
    'Sommige opgeslagen gegevens konden niet worden gelezen. Neem contact op met de helpdesk voordat je iets wijzigt.',
  'failure.store/client-terminated': 'Deze pagina stond te lang open. Laad haar opnieuw om verder te gaan.',
  'failure.store/connection-failed':
    'De verbinding is verbroken. Controleer je netwerk; je bewerkingen zijn bewaard.',
  'failure.store/unreadable':
    'Iets dat hier is opgeslagen, kon niet worden gelezen. Laad de pagina opnieuw. Gebeurt het nog eens, neem dan contact op met de helpdesk.',
  'failure.upload/canceled': 'Het uploaden is geannuleerd. Je kunt de afbeelding opnieuw kiezen.',
  'failure.upload/invalid-checksum':
    'De afbeelding raakte beschadigd tijdens het uploaden. Probeer het opnieuw.',
  'failure.upload/object-not-found': 'Deze afbeelding is er niet meer. Upload haar opnieuw.',
  'failure.upload/quota-exceeded': 'De opslag van deze dienst is vol. Probeer het later.',
  'failure.upload/retry-limit-exceeded':
    'Het uploaden duurde te lang. Controleer je verbinding en probeer het opnieuw.',
  'failure.upload/server-file-wrong-size': 'De afbeelding kwam niet volledig aan. Probeer het opnieuw.',
  'failure.upload/unauthenticated': 'Je sessie is afgelopen. Log opnieuw in en upload dan de afbeelding.',
  'failure.upload/unauthorized': 'Dit bestand is geweigerd. Gebruik een afbeelding van hooguit 5 MB.',
  'failure.upload/unknown': 'Het uploaden is mislukt. Controleer je verbinding en probeer het opnieuw.',
};
