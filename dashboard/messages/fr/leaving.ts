export const leaving = {
  'leaving.title': 'Votre compte est en cours de suppression',
  'leaving.label': 'Suppression de votre compte',
  'leaving.step': 'Suppression : {step} sur {steps} : {what}',
  'leaving.page': 'mise hors ligne de votre page',
  'leaving.payments': 'fin des paiements ouverts',
  'leaving.books': 'conservation des traces des paiements',
  'leaving.data': 'effacement de vos données',
  'leaving.sign-in': 'effacement de votre connexion',
  'leaving.items': '{done} sur {total}',
  'leaving.retrying': 'Quelque chose a échoué. Nous réessayons automatiquement.',
  'leaving.mayStop':
    'Si un remboursement ou un litige s’ouvre maintenant, la suppression s’arrête et tout reste comme avant.',
  'leaving.noReturn': 'La suppression ne peut plus être arrêtée.',
  'leaving.byItself': 'Vous pouvez fermer cette page. La suppression se termine toute seule.',
  'leaving.stoppedTitle': 'Votre compte n’a pas été supprimé',
  'leaving.stopped':
    'Un paiement, un remboursement ou un litige était ouvert avant que quoi que ce soit soit effacé : la suppression s’est arrêtée. Votre page est de nouveau en ligne, et tous vos pourboires et données sont là. Supprimez de nouveau votre compte quand ce sera réglé.',
  'leaving.read': 'OK',
};
