import type { OverlayTexts } from './en';

export const de: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} hat {amount} geschickt',
  somebody: 'Jemand',
  more: 'und {count} weitere: {amount}',
  test: 'TEST',
  testName: 'Kim',
  testMessage: 'Wunderschön, danke für die Musik!',
  tapForSound: 'Für Ton tippen',
  revoked: 'Diese Adresse gilt nicht mehr. Kopiere die neue aus Busker.',
  offline: 'Offline',
  scan: 'Scannen und Trinkgeld geben',
  latest: 'Zuletzt bedankt',
  goalOf: '{reached} von {goal}',
};
