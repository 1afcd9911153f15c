import type { OffTexts } from './en';

export const de: OffTexts = {
  ask: 'Diese E-Mails abbestellen?',
  askText:
    'Diese E-Mails berichten von deinen Trinkgeldern. Deine anderen Benachrichtigungen bleiben, wie sie sind.',
  stop: 'Ausschalten',
  stopped: 'Diese E-Mails sind aus',
  stoppedText: 'Du bekommst an diese Adresse keine E-Mails über deine Trinkgelder mehr.',
  resume: 'Wieder einschalten',
  resumed: 'Diese E-Mails sind an',
  resumedText: 'Du bekommst an diese Adresse wieder E-Mails über deine Trinkgelder.',
  all: 'Alle Benachrichtigungen',
};
