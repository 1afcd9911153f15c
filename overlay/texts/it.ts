import type { OverlayTexts } from './en';

export const it: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} ha inviato {amount}',
  somebody: 'Qualcuno',
  more: 'e altre {count}: {amount}',
  test: 'PROVA',
  testName: 'Kim',
  testMessage: 'Bellissimo, grazie per la musica!',
  tapForSound: 'Tocca per attivare l’audio',
  revoked: 'Questo indirizzo non è più valido. Copia quello nuovo da Busker.',
  offline: 'Offline',
  scan: 'Inquadra per inviare una mancia',
  latest: 'Ultimi ringraziamenti',
  goalOf: '{reached} di {goal}',
};
