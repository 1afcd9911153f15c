export const monthly = {
  'monthly.heading': 'Pourboires mensuels et annuels',
  'monthly.on': 'Permettre aux fans de donner régulièrement',
  'monthly.onHint':
    'Les fans le choisissent eux-mêmes ; « Une fois » est toujours présélectionné. Si vous désactivez cette option, les pourboires en cours continuent jusqu’à ce que le fan les arrête.',
  'monthly.often': 'Ce que les fans peuvent choisir',
  'monthly.month': 'Chaque mois',
  'monthly.year': 'Chaque année',
  'monthly.both': 'Chaque mois ou chaque année',
  'monthly.presets.month': 'Montants suggérés pour un mois',
  'monthly.presets.year': 'Montants suggérés pour une année',
  'monthly.limits':
    'De {min} à {max} par mois, et jusqu’à {most} par an. Votre plus petit et votre plus grand pourboire en décident.',
  'monthly.fee':
    'Stripe facture environ {percent} de plus pour ces paiements que pour les pourboires uniques.',
  'monthly.check':
    'Stripe écrit à ces fans en votre nom et réessaie un débit refusé. Vérifiez chez Stripe que c’est activé :',
  'monthly.check.retry': 'Une carte refusée est réessayée, et l’abonnement est annulé après le dernier essai',
  'monthly.check.mails':
    'E-mails pour les paiements échoués, les cartes qui expirent, les prochains débits, les confirmations et les annulations',
  'monthly.open': 'Ouvrir les réglages de Stripe',
  'monthly.tip.month': 'Mensuel · {number}',
  'monthly.tip.year': 'Annuel · {number}',
  'monthly.period': 'Période',
  'monthly.atStripe': 'Abonnement chez Stripe',
};
