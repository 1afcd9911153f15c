import type { OverlayTexts } from './en';

export const fr: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} a envoyé {amount}',
  somebody: 'Quelqu’un',
  more: 'et {count} de plus : {amount}',
  test: 'TEST',
  testName: 'Kim',
  testMessage: 'Superbe, merci pour la musique !',
  tapForSound: 'Touchez pour activer le son',
  revoked: 'Cette adresse n’est plus valable. Copiez la nouvelle depuis Busker.',
  offline: 'Hors ligne',
  scan: 'Scannez pour envoyer un pourboire',
  latest: 'Derniers remerciements',
  goalOf: '{reached} sur {goal}',
};
