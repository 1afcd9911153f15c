import type { OverlayTexts } from './en';

export const es: OverlayTexts = {
  dir: 'ltr',
  sent: '{name} envió {amount}',
  somebody: 'Alguien',
  more: 'y {count} más: {amount}',
  test: 'PRUEBA',
  testName: 'Kim',
  testMessage: '¡Precioso, gracias por la música!',
  tapForSound: 'Toca para activar el sonido',
  revoked: 'Esta dirección ya no es válida. Copia la nueva en Busker.',
  offline: 'Sin conexión',
  scan: 'Escanea para enviar una propina',
  latest: 'Últimos agradecimientos',
  goalOf: '{reached} de {goal}',
};
