import type { OffTexts } from './en';

export const fr: OffTexts = {
  ask: 'Ne plus recevoir ces e-mails ?',
  askText: 'Ces e-mails vous informent de vos pourboires. Vos autres notifications ne changent pas.',
  stop: 'Désactiver',
  stopped: 'Ces e-mails sont désactivés',
  stoppedText: 'Vous ne recevrez plus d’e-mails sur vos pourboires à cette adresse.',
  resume: 'Réactiver',
  resumed: 'Ces e-mails sont activés',
  resumedText: 'Vous recevrez de nouveau des e-mails sur vos pourboires à cette adresse.',
  all: 'Toutes les notifications',
};
