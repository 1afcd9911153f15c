import type { OverlayTexts } from './en';

export const nl: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} stuurde {amount}',
  somebody: 'Iemand',
  more: 'en nog {count}: {amount}',
  test: 'TEST',
  testName: 'Kim',
  testMessage: 'Prachtig, bedankt voor de muziek!',
  tapForSound: 'Tik voor geluid',
  revoked: 'Dit adres is niet meer geldig. Kopieer het nieuwe uit Busker.',
  offline: 'Offline',
  scan: 'Scan om een fooi te sturen',
  latest: 'Laatst bedankt',
  goalOf: '{reached} van {goal}',
};
