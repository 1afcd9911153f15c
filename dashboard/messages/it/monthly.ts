export const monthly = {
  'monthly.heading': 'Mance mensili e annuali',
  'monthly.on': 'Consenti ai fan di dare regolarmente',
  'monthly.onHint':
    'Lo scelgono i fan; «Una volta» è sempre preselezionato. Se lo disattivi, le mance in corso continuano finché il fan non le ferma.',
  'monthly.often': 'Che cosa possono scegliere i fan',
  'monthly.month': 'Ogni mese',
  'monthly.year': 'Ogni anno',
  'monthly.both': 'Ogni mese o ogni anno',
  'monthly.presets.month': 'Importi suggeriti per un mese',
  'monthly.presets.year': 'Importi suggeriti per un anno',
  'monthly.limits':
    'Da {min} a {max} al mese, e fino a {most} all’anno. Decidono la tua mancia minima e massima.',
  'monthly.fee': 'Stripe addebita circa il {percent} in più per questi pagamenti che per le mance singole.',
  'monthly.check':
    'Stripe scrive a questi fan a tuo nome e ripete un addebito rifiutato. Controlla su Stripe che sia attivo:',
  'monthly.check.retry':
    'Una carta rifiutata viene riprovata, e l’abbonamento viene annullato dopo l’ultimo tentativo',
  'monthly.check.mails':
    'Email per pagamenti non riusciti, carte in scadenza, prossimi addebiti, conferme e annullamenti',
  'monthly.open': 'Apri le impostazioni di Stripe',
  'monthly.tip.month': 'Mensile · {number}',
  'monthly.tip.year': 'Annuale · {number}',
  'monthly.period': 'Periodo',
  'monthly.atStripe': 'Abbonamento su Stripe',
};
