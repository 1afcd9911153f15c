import type { ReceiptTexts } from './en';

export const fr: ReceiptTexts = {
  title: 'Votre pourboire',
  open: 'Ouvrez cette page depuis le lien de votre écran de remerciement pour voir votre pourboire.',
  noScript: 'Cette page a besoin de JavaScript pour ouvrir votre reçu.',
  undo: 'Reprendre ce pourboire',
  undoLeft: 'Possible pendant encore {time}.',
  words: 'Vos mots',
  save: 'Enregistrer',
  erase: 'Effacer le nom et le message',
  saved: 'Enregistré.',
  erased: 'Le nom et le message sont effacés.',
  goingBack: 'Votre pourboire est en cours de remboursement.',
  payOn: 'Revenir à la page de paiement',
  back: 'Retour au profil',
  ask: (owner) => `Une question sur ce pourboire ? Adressez-vous à ${owner}.`,
  goneTitle: 'Pourboire introuvable',
  gone: 'Ce pourboire est introuvable.',
  failed: 'Quelque chose s’est mal passé. Merci de réessayer.',
  states: {
    pending: {
      heading: 'Pas encore payé',
      sentence: (owner) => `Votre pourboire pour ${owner} n’a pas été payé. Rien n’a été débité.`,
    },
    processing: {
      heading: 'En route',
      sentence: (owner) => `Votre paiement bancaire pour ${owner} est en route.`,
    },
    paid: { heading: 'Merci', sentence: (owner) => `Votre pourboire pour ${owner} a été payé.` },
    partially_refunded: {
      heading: 'Remboursé en partie',
      sentence: (owner) => `Une partie de votre pourboire pour ${owner} a été remboursée sur votre carte.`,
    },
    refunded: {
      heading: 'Remboursé',
      sentence: (owner) =>
        `Votre pourboire pour ${owner} a été remboursé sur votre carte. Cela peut prendre quelques jours.`,
    },
    disputed: {
      heading: 'En litige',
      sentence: (owner) => `Votre banque examine votre pourboire pour ${owner}.`,
    },
    lost: {
      heading: 'Repris par votre banque',
      sentence: (owner) => `Votre banque a repris votre pourboire pour ${owner}.`,
    },
    failed: {
      heading: 'Non payé',
      sentence: (owner) => `Votre pourboire pour ${owner} n’a pas été payé. Rien n’a été débité.`,
    },
    expired: {
      heading: 'Non payé',
      sentence: (owner) => `Votre pourboire pour ${owner} n’a pas été payé à temps. Rien n’a été débité.`,
    },
  },
  refundFailedTitle: 'Le remboursement a échoué',
  refundFailed: (amount, name) =>
    `Un remboursement de ${amount} a échoué. L’argent est de nouveau chez ${name}.`,
  refundWhy: {
    'card-closed': 'La carte a expiré ou a été annulée.',
    'bank-refused': 'Votre banque l’a refusé.',
    disputed: 'Votre banque examine déjà ce paiement.',
    'no-funds': 'Le compte d’origine n’était pas assez approvisionné.',
    unknown: 'Aucune raison n’a été donnée.',
  },
  refundAsk: (name) => `Demandez à ${name} de vous le rendre autrement.`,
  rows: {
    tip: 'Pourboire',
    covered: 'Frais de carte couverts',
    total: 'Total',
    givenBack: 'Remboursé',
    comingBack: 'En cours de remboursement',
    card: 'Carte',
    paidOn: 'Payé le',
    number: 'Numéro',
  },
  cardEnding: (brand, last4) => `${brand} se terminant par ${last4}`,
  refused: {
    sorry: 'Cela n’a pas fonctionné',
    otherwise: 'Cela n’a pas fonctionné. Rien n’a été débité. Merci de réessayer.',
    again: 'Merci de rouvrir le formulaire et d’essayer encore une fois. Rien n’a été débité.',
    often: 'Trop d’essais. Merci d’attendre quelques minutes. Rien n’a été débité.',
    check: 'Merci de vérifier les champs marqués.',
    away: 'Quelque chose ne répond pas pour le moment. Rien n’a été débité. Merci de réessayer.',
    notReady: 'Les pourboires ne peuvent pas encore être reçus ici. Rien n’a été débité.',
    noUndo: 'Ce pourboire ne peut plus être repris ici.',
    fixed: 'Ce pourboire est déjà en route et ne peut plus être modifié.',
  },
  fields: {
    choose: 'Choisissez un montant.',
    write: (example) => `Indiquez un montant, par exemple ${example}.`,
    email: 'Ceci ne ressemble pas à une adresse e-mail.',
    shorten: 'Merci de raccourcir un peu.',
    least: (min) => `Le plus petit pourboire est de ${min}.`,
    most: (max) => `Le plus grand pourboire est de ${max}.`,
    step: 'Ce montant n’existe pas dans cette devise.',
  },
};
