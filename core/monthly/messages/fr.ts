import type { MonthlyTexts } from '../monthly-text-keys';

export const fr: MonthlyTexts = {
  month: '{amount} aujourd’hui, puis {amount} chaque mois, le {day}, jusqu’à ce que vous arrêtiez.',
  monthEnd:
    '{amount} aujourd’hui, puis {amount} chaque mois, le {day} (le dernier jour des mois plus courts), jusqu’à ce que vous arrêtiez.',
  year: '{amount} aujourd’hui, puis {amount} chaque année, le {date}, jusqu’à ce que vous arrêtiez.',
  next: 'Prochain prélèvement : {next} (UTC).',
  stop: 'Vous pouvez arrêter à tout moment, avec le lien de votre reçu ou des e-mails de Stripe : plus rien n’est alors prélevé.',
  paidTo:
    'Stripe verse l’argent à {owner}. Stripe vous demande votre e-mail et le transmet au compte Stripe de {owner} ; Busker ne le conserve pas.',
  buttonMonth: 'Continuer : payer {amount} chaque mois',
  buttonYear: 'Continuer : payer {amount} chaque année',
  stopAt: 'Arrêtez à tout moment sur {address}',
  messageOnce: 'Affiché une fois, avec le premier paiement.',
  thanksMonth: '{owner} reçoit {amount} chaque mois.',
  thanksYear: '{owner} reçoit {amount} chaque année.',
  howToStop: 'Comment arrêter',
  changed: 'Ce que vous acceptez a changé. Relisez-le. Rien n’a été débité.',
  unavailable: 'Ce type de pourboire n’est pas proposé ici pour le moment. Rien n’a été débité.',
};
