import type { OffTexts } from './en';

export const it: OffTexts = {
  ask: 'Non vuoi più ricevere queste email?',
  askText: 'Queste email ti informano sulle tue mance. Le altre notifiche non cambiano.',
  stop: 'Disattiva',
  stopped: 'Queste email sono disattivate',
  stoppedText: 'Non riceverai più email sulle tue mance a questo indirizzo.',
  resume: 'Riattiva',
  resumed: 'Queste email sono attive',
  resumedText: 'Riceverai di nuovo email sulle tue mance a questo indirizzo.',
  all: 'Tutte le notifiche',
};
