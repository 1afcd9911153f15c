export const monthly = {
  'monthly.heading': 'Maandelijkse en jaarlijkse fooien',
  'monthly.on': 'Fans regelmatig laten geven',
  'monthly.onHint':
    'De fans kiezen het zelf; “Eenmalig” is altijd voorgeselecteerd. Als je dit uitzet, lopen bestaande fooien door tot de fan ze stopt.',
  'monthly.often': 'Wat fans kunnen kiezen',
  'monthly.month': 'Elke maand',
  'monthly.year': 'Elk jaar',
  'monthly.both': 'Elke maand of elk jaar',
  'monthly.presets.month': 'Voorgestelde bedragen voor een maand',
  'monthly.presets.year': 'Voorgestelde bedragen voor een jaar',
  'monthly.limits':
    'Van {min} tot {max} per maand, en tot {most} per jaar. Je kleinste en grootste fooi bepalen dit.',
  'monthly.fee': 'Stripe rekent voor deze betalingen ongeveer {percent} meer dan voor losse fooien.',
  'monthly.check':
    'Stripe schrijft deze fans namens jou en herhaalt een geweigerde afschrijving. Controleer bij Stripe of dit aanstaat:',
  'monthly.check.retry':
    'Een geweigerde kaart wordt opnieuw geprobeerd, en na de laatste poging stopt het abonnement',
  'monthly.check.mails':
    'E-mails over mislukte betalingen, verlopende kaarten, komende afschrijvingen, bevestigingen en opzeggingen',
  'monthly.open': 'Instellingen van Stripe openen',
  'monthly.tip.month': 'Maandelijks · {number}',
  'monthly.tip.year': 'Jaarlijks · {number}',
  'monthly.period': 'Periode',
  'monthly.atStripe': 'Abonnement bij Stripe',
};
