export const ways = {
  'ways.title': 'Moyens de paiement',
  'ways.lead':
    'Avec quoi les fans peuvent payer. Stripe propose à chaque fan ceux qui conviennent à son pays et à son appareil.',
  'ways.panelText': 'Voyez avec quoi les fans peuvent payer et ce que vous pouvez activer chez Stripe.',
  'ways.open': 'Voir les moyens de paiement',
  'ways.card': 'Cartes',
  'ways.on': 'Activés',
  'ways.onHint': 'Les fans peuvent payer ainsi.',
  'ways.missing': 'Il manque quelque chose',
  'ways.missingHint': 'Stripe a besoin d’autre chose de votre part avant que les fans puissent payer ainsi.',
  'ways.waiting': 'Stripe vérifie',
  'ways.waitingHint': 'Vous n’avez rien à faire. Stripe les active quand la vérification est terminée.',
  'ways.off': 'Désactivés',
  'ways.offHint':
    'Vous pouvez les activer dans les réglages de Stripe. Pour certains, Stripe pose quelques questions.',
  'ways.others': 'Pas avec {currency}',
  'ways.othersHint': 'Ils ne fonctionnent que pour les comptes dans une autre devise.',
  'ways.home': 'Utilisé en : {countries}',
  'ways.hostedOnly': 'Seulement sur la page de Stripe',
  'ways.fanCurrency': 'Sur la page de Stripe, dans la monnaie du fan',
  'ways.feeApart': 'A ses propres frais, que Stripe compte à part du pourboire',
  'ways.domains':
    'Sur vos propres sites, Apple Pay et Google Pay n’apparaissent que si vous enregistrez le domaine',
  'ways.see': 'Voir ce dont Stripe a besoin',
  'ways.settings': 'Moyens de paiement dans les réglages de Stripe',
  'ways.never':
    'Busker ne propose jamais de crédit, de prélèvement ni de bon pour un pourboire, même si votre compte Stripe en a.',
  'ways.noneTitle': 'Pas encore de moyens de paiement',
  'ways.noneText': 'Connectez d’abord les paiements. Vous verrez alors ici avec quoi les fans peuvent payer.',
  'ways.goneText': 'Pour voir avec quoi les fans peuvent payer, connectez de nouveau le compte.',
};
