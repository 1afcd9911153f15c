import type { ManageTexts } from './en';

export const fr: ManageTexts = {
  headingMonth: (amount, owner) => `${amount} à ${owner} chaque mois`,
  headingYear: (amount, owner) => `${amount} à ${owner} chaque année`,
  starting: 'Pas encore payé. Rien n’a été débité.',
  neverBegan: 'Cela n’a jamais été payé. Rien n’a été débité.',
  active: (day) => `Prochain débit : ${day} (UTC).`,
  ending: (day) => `Arrêté. Plus rien ne sera débité. Vous pouvez changer d’avis jusqu’au ${day} (UTC).`,
  paused: 'En pause. Rien n’est débité pour le moment.',
  needsAction: 'Votre banque vous demande de confirmer le dernier débit.',
  overdue: 'Le dernier débit n’a pas abouti. Stripe va réessayer.',
  ended: (day) => `Terminé le ${day} (UTC). Plus rien ne sera débité.`,
  withdrawn: (amount) => `Vous vous êtes rétracté. ${amount} vous reviennent et plus rien ne sera débité.`,
  noted: 'Votre demande est notée. Elle sera exécutée dès que Stripe répondra.',
  elsewhere: (owner) =>
    `${owner} a déconnecté le compte Stripe qui débite ce pourboire. Nous ne le voyons plus et ne pouvons ni l’arrêter ni rien rembourser. Il peut continuer chez Stripe jusqu’à ce que vous l’arrêtiez sur la page de Stripe : le lien des e-mails de Stripe y mène. ${owner} peut aussi l’arrêter, et votre banque peut refuser d’autres débits.`,
  elsewhereNoted:
    'Votre demande est notée. Nous ne pouvons l’exécuter que si le compte est reconnecté : par sécurité, arrêtez-le sur la page de Stripe.',
  withdrawnElsewhere: (owner) =>
    `C’est terminé, et votre rétractation est notée. L’argent ne peut revenir qu’une fois que ${owner} reconnecte le compte Stripe. Vous pouvez aussi le demander à ${owner}.`,
  next: 'Prochain débit',
  began: 'Depuis',
  ends: 'Se termine le',
  endedOn: 'Terminé le',
  card: 'Carte',
  payments: 'Paiements',
  stop: 'Arrêter ce pourboire mensuel',
  stopSure: 'Plus rien ne sera débité. Ce qui est déjà payé reste à la personne.',
  stopYes: 'Arrêter maintenant',
  no: 'Non, continuer',
  keep: 'Continuer finalement',
  withdraw: 'Se rétracter et être remboursé',
  withdrawSure: (amount) => `${amount} vous reviennent et plus rien ne sera débité.`,
  withdrawYes: 'Confirmer la rétractation',
  confirm: 'Confirmer chez Stripe',
  pay: 'Payer chez Stripe',
  payNote:
    'La page de Stripe peut l’afficher dans votre propre devise, à un taux de Stripe. Le montant débité diffère alors de celui de cette page. Vous le voyez avant de payer.',
  otherCard: 'Utiliser une autre carte',
  toStripe: 'Ouvrir la page de Stripe',
  change: 'Changer le montant',
  newAmount: (currency) => `Nouveau montant (${currency})`,
  changeFrom: (day) =>
    `Débité à partir du ${day} (UTC). Rien n’est débité aujourd’hui et vous ne payez rien de plus.`,
  save: 'Enregistrer',
  keyLink: 'Votre page pour cela : ouvrez-la et gardez son lien',
  print: 'Imprimer ou enregistrer cette page',
  lastly:
    'Vous pouvez arrêter à tout moment sur cette page. Gardez son lien ou utilisez celui des e-mails de Stripe.',
  away: 'Stripe ne répond pas. Votre demande est notée et sera exécutée. Revenez voir plus tard.',
  over: 'C’est déjà terminé. Plus rien n’est débité.',
  wordsChanged:
    'Ce que vous acceptez a changé. Rechargez cette page, relisez-la, puis modifiez le montant. L’ancien montant reste valable.',
  tooLate: 'Le délai de rétractation est passé. Vous pouvez toujours arrêter.',
  often: 'Trop de tentatives. Attendez quelques minutes.',
  notBack: 'Ce paiement ne peut pas être remboursé ici pour le moment.',
};
