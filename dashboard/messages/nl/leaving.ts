export const leaving = {
  'leaving.title': 'Je account wordt verwijderd',
  'leaving.label': 'Verwijderen van je account',
  'leaving.step': 'Verwijderen: {step} van {steps}: {what}',
  'leaving.page': 'je pagina offline halen',
  'leaving.payments': 'openstaande betalingen beëindigen',
  'leaving.books': 'gegevens over betalingen bewaren',
  'leaving.data': 'je gegevens verwijderen',
  'leaving.sign-in': 'je inlog verwijderen',
  'leaving.items': '{done} van {total}',
  'leaving.retrying': 'Er ging iets mis. We proberen het vanzelf opnieuw.',
  'leaving.mayStop':
    'Komt er nu een terugbetaling of geschil, dan stopt het verwijderen en blijft alles zoals het was.',
  'leaving.noReturn': 'Het verwijderen kan niet meer worden gestopt.',
  'leaving.byItself': 'Je kunt deze pagina sluiten. Het verwijderen gaat vanzelf door.',
  'leaving.stoppedTitle': 'Je account is niet verwijderd',
  'leaving.stopped':
    'Er liep een betaling, terugbetaling of geschil voordat er iets was verwijderd, dus het verwijderen is gestopt. Je pagina is weer online en alle fooien en gegevens zijn er nog. Verwijder je account opnieuw als het is afgerond.',
  'leaving.read': 'OK',
};
