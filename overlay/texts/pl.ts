import type { OverlayTexts } from './en';

export const pl: OverlayTexts = {
  dir: 'ltr',
  sent: '{name}: napiwek {amount}',
  somebody: 'Ktoś',
  more: 'i jeszcze {count}: {amount}',
  test: 'TEST',
  testName: 'Kim',
  testMessage: 'Pięknie, dziękuję za muzykę!',
  tapForSound: 'Dotknij, aby włączyć dźwięk',
  revoked: 'Ten adres jest już nieważny. Skopiuj nowy z Buskera.',
  offline: 'Offline',
  scan: 'Zeskanuj, aby wysłać napiwek',
  latest: 'Ostatnie podziękowania',
  goalOf: '{reached} z {goal}',
};
