import type { PageTexts } from './en';

export const fr: PageTexts = {
  dir: 'ltr',
  language: 'Langue',
  description: (name) => `Les liens de ${name} et un moyen d’envoyer un pourboire.`,
  tip: (name) => `Envoyer un pourboire à ${name}`,
  noTips: (name) => `${name} n’accepte pas de pourboires pour le moment.`,
  verified: 'vérifié',
  nobody: 'Profil introuvable',
  nobodyWhy: 'Il n’y a pas de profil à ce nom. L’adresse contient peut-être une faute de frappe.',
  makeYours: 'Créer votre page',
  amount: 'Montant',
  anotherAmount: 'Autre montant',
  anotherAmountBetween: (min, max) => `Autre montant (de ${min} à ${max})`,
  cover: 'Ajouter un peu pour couvrir les frais de carte',
  yourName: 'Votre nom (facultatif)',
  message: 'Message (facultatif)',
  anonymous: 'Ne pas afficher mon nom en public',
  receiptEmail: 'E-mail pour le reçu (facultatif)',
  goToPayment: 'Passer au paiement',
  atStripe: 'Vous payez sur une page de Stripe. Rien n’est débité avant votre confirmation là-bas.',
  backTo: (name) => `Retour à ${name}`,
};
