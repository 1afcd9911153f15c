import type { OverlayTexts } from './en';

export const pt: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} enviou {amount}',
  somebody: 'Alguém',
  more: 'e mais {count}: {amount}',
  test: 'TESTE',
  testName: 'Kim',
  testMessage: 'Lindo, obrigado pela música!',
  tapForSound: 'Toque para ativar o som',
  revoked: 'Este endereço já não é válido. Copie o novo no Busker.',
  offline: 'Sem conexão',
  scan: 'Digitalize para enviar uma gorjeta',
  latest: 'Últimos agradecimentos',
  goalOf: '{reached} de {goal}',
};
