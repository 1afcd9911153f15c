import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const frTip: TipMessages = {
  title: (name) => `Pourboire pour ${name}`,
  thanksFor: (what) => `Pour « ${what} »`,
  close: 'Fermer',
  amount: 'Montant',
  otherAmount: 'Autre montant',
  range: (min, max) => `De ${min} à ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Indiquez un montant, par exemple ${example}.`,
    'too-precise': () => 'Ce montant a trop de décimales.',
    'too-small': (min) => `Le plus petit pourboire est de ${min}.`,
    'too-large': (_min, max) => `Le plus grand pourboire est de ${max}.`,
    'not-a-step': () => 'Ce montant n’existe pas dans cette devise.',
  },
  chooseAmount: 'Choisissez un montant',
  yourName: 'Votre nom (facultatif)',
  message: 'Message (facultatif)',
  charactersLeft: (count) =>
    plural('fr', count, { one: '# caractère restant', other: '# caractères restants' }),
  tooLong: (limit) => `Merci de raccourcir à ${limit} caractères.`,
  coverCosts: (amount, name, tip) => `Ajouter environ ${amount} pour que ${name} garde environ ${tip}`,
  privacy: 'Reçu et confidentialité',
  receiptEmail: 'E-mail pour un reçu (facultatif)',
  notAnEmail: 'Ceci ne ressemble pas à une adresse e-mail.',
  anonymous: 'Ne pas afficher mon nom en public',
  whoSeesWhat: 'Qui voit quoi',
  report: 'Signaler ce profil',
  ownerSees: (name) =>
    `${name} voit le montant, votre nom et votre message si vous les laissez, et le pays de votre carte.`,
  publicSees: (name) =>
    `Le public peut voir votre nom, votre message et le montant si ${name} affiche une liste de soutiens.`,
  publicSeesNothing: 'Le public ne voit pas votre nom.',
  stripeSees:
    'Stripe reçoit les données de votre carte et, si vous l’indiquez, votre e-mail. Personne d’autre ne les reçoit.',
  card: 'Carte',
  cardFormLoading: 'Ouverture du formulaire de carte…',
  cardSafety: 'Les données de votre carte vont directement à Stripe. Ce site ne les voit jamais.',
  person: 'Confirmez que vous êtes un humain',
  personFirst: 'Confirmez d’abord que vous êtes un humain. Vous n’avez pas été débité.',
  pay: (amount) => `Payer ${amount}`,
  paying: 'Un instant…',
  withYourBank: 'Confirmation auprès de votre banque…',
  noQuestion: 'Vous ne voyez pas la question de votre banque ?',
  payThere: 'Continuer sur la page de paiement',
  checking:
    'La connexion a été perdue. Nous vérifions si votre carte a été débitée. Merci de ne pas payer une deuxième fois.',
  otherWays: 'Autres moyens de paiement',
  whyElsewhere: {
    guarded:
      'Pour protéger les cartes, vous payez en ce moment sur une page sécurisée de Stripe. Vous n’avez pas été débité.',
    chosen: 'Vous payez sur une page sécurisée de Stripe.',
    challenge:
      'La vérification contre les robots ne peut pas s’afficher ici. Vous pouvez payer sur une page sécurisée.',
    'in-app': 'Dans le navigateur de cette application, vous payez sur une page sécurisée de Stripe.',
    'foreign-shadow-root':
      'Le formulaire de carte ne peut pas s’afficher dans cette partie de la page. Vous pouvez payer sur une page sécurisée.',
    'other-stripe-version':
      'Cette page utilise son propre formulaire de carte. Vous pouvez payer sur une page sécurisée.',
    'no-address':
      'Cette partie de la page n’a pas d’adresse web propre, nécessaire aux paiements par carte. Vous pouvez payer sur une page sécurisée.',
    blocked:
      'Cette page ou votre navigateur bloque le formulaire de carte. Vous pouvez payer sur une page sécurisée.',
    deformed:
      'Les styles de cette page déforment le formulaire de carte. Vous pouvez payer sur une page sécurisée.',
    covered:
      'Une question de votre banque ne pourrait pas s’afficher dans cette partie de la page. Vous pouvez payer sur une page sécurisée.',
    removed:
      'Cette page supprime sans cesse le formulaire de carte. Vous pouvez payer sur une page sécurisée.',
    'no-method':
      'Aucun moyen de paiement n’est possible dans cette page. Vous pouvez payer sur une page sécurisée.',
    timeout: 'Le formulaire de carte n’a pas répondu. Vous pouvez payer sur une page sécurisée.',
  },
  elsewhere:
    'Votre page de paiement est ouverte dans un autre onglet. Une fois le paiement fait, vous le verrez ici.',
  elsewhereBlocked:
    'Votre navigateur n’a pas ouvert la page de paiement. Ouvrez-la ici. Une fois le paiement fait, vous le verrez ici.',
  openPayPage: 'Ouvrir la page de paiement',
  back: 'Retour',
  onAnotherDevice: 'Ou payez sur un autre appareil :',
  decline: {
    'card-declined': 'Votre carte a été refusée. Essayez une autre carte.',
    'insufficient-funds': 'Fonds insuffisants. Essayez une autre carte.',
    'card-expired': 'Cette carte a expiré. Vérifiez la date ou essayez une autre carte.',
    'wrong-cvc': 'Le code de sécurité n’est pas correct. Merci de le vérifier.',
    'wrong-number': 'Le numéro de carte n’est pas correct. Merci de le vérifier.',
    'not-verified':
      'Nous n’avons pas pu vérifier votre carte. Vous n’avez pas été débité. Réessayez ou utilisez une autre carte.',
    'not-approved':
      'Ce paiement n’a pas été approuvé. Vous n’avez pas été débité. Réessayez ou payez autrement.',
    'way-unavailable':
      'Ce moyen de paiement n’est pas disponible pour l’instant. Vous n’avez pas été débité. Choisissez-en un autre.',
    'try-again': 'Un problème est survenu. Vous n’avez pas été débité. Réessayez.',
    'too-many-tries': 'Trop d’essais. Vous n’avez pas été débité. Attendez quelques minutes.',
    'amount-too-small': 'Ce montant est trop petit pour un paiement par carte. Vous n’avez pas été débité.',
    'amount-too-large': 'Ce montant est trop grand pour un paiement par carte. Vous n’avez pas été débité.',
  },
  offline: 'Il n’y a pas de connexion. Vous n’avez pas été débité. Merci de réessayer.',
  notCharged: 'Un problème est survenu. Vous n’avez pas été débité. Réessayez.',
  paymentClosed:
    'Ce paiement a été fermé et vous n’avez pas été débité. Nous fermons un paiement après plusieurs essais sans succès. Appuyez sur Payer pour en commencer un autre.',
  formReloaded:
    'La page a déplacé ce formulaire, il faut donc saisir la carte à nouveau. Vous n’avez pas été débité.',
  totalChanged: 'Le total a changé. Merci de le vérifier encore une fois. Vous n’avez pas été débité.',
  leftOpen:
    'Vous avez appuyé sur « Payer » avant que cette page soit rechargée, et nous ne pouvons pas voir d’ici si ce pourboire est passé. Avant de payer à nouveau, regardez dans l’application de votre banque ou de paiement.',
  unsure:
    'Nous n’avons pas pu savoir si vous avez été débité. Avant de payer à nouveau, regardez le reçu ou l’application de votre banque ou de paiement.',
  notPaid: 'Non payé. Rien n’a été débité.',
  pageExpired: 'La page de paiement a été fermée ou a expiré. Vous n’avez pas été débité.',
  refused: {
    'tips-off': 'Les pourboires sont désactivés ici pour le moment.',
    'payments-not-ready': 'Les pourboires ne peuvent pas encore être reçus ici. Rien n’a été débité.',
    'profile-not-found': 'Il n’y a pas de profil à ce nom.',
    'site-not-allowed': 'Les pourboires ne peuvent pas être envoyés depuis cette page.',
    'session-invalid': 'Merci de fermer cette fenêtre et de la rouvrir. Vous n’avez pas été débité.',
    'session-expired': 'Cela a pris du temps. Merci d’essayer encore une fois. Vous n’avez pas été débité.',
    'too-many-requests': 'Trop d’essais. Merci d’attendre quelques minutes. Vous n’avez pas été débité.',
    'tip-busy':
      'Le montant de ce pourboire est en cours de modification. Vous n’avez pas été débité. Réessayez dans une minute.',
    'tip-not-changeable': 'Ce pourboire est déjà en route et ne peut plus être modifié.',
    'undo-unavailable': 'Ce pourboire ne peut plus être repris ici. Le reçu indique à qui s’adresser.',
    unreachable: 'Le serveur est injoignable pour le moment. Rien n’a été débité.',
  },
  refusedOtherwise: 'Cela n’a pas fonctionné. Vous n’avez pas été débité. Merci de réessayer.',
  tryAgain: 'Réessayer',
  wallets: 'Payer avec un portefeuille',
  or: 'ou',
  thankYou: 'Merci',
  wentThrough: (amount, name) => `Votre pourboire de ${amount} à ${name} est bien passé.`,
  onItsWay: 'En route',
  onItsWayWhy: (amount, name) =>
    `Stripe nous dira bientôt si votre pourboire de ${amount} à ${name} est payé. Vous le verrez ici. Inutile de payer une deuxième fois.`,
  tipWentThrough: (name) => `Votre pourboire à ${name} est bien passé.`,
  receipt: 'Reçu',
  undo: 'Reprendre ce pourboire',
  undoUntil: (time) => `Vous pouvez le reprendre pendant encore ${time}.`,
  undoing: 'Reprise de votre pourboire…',
  undone: (amount) => `Votre pourboire a été repris. ${amount} vous seront rendus dans quelques jours.`,
  undoneSlowly: (amount, time) => `Votre pourboire a été repris. ${amount} vous seront rendus sous ${time}.`,
  undoFailed:
    'Le pourboire n’a pas pu être repris à l’instant. Réessayez, ou demandez de l’aide depuis le reçu.',
  undoLost:
    'La connexion a été perdue : nous ne pouvons pas voir si votre pourboire a été repris. Réessayez, il ne sera repris qu’une fois.',
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
  done: 'Terminé',
};
