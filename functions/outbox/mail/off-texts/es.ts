import type { OffTexts } from './en';

export const es: OffTexts = {
  ask: '¿Dejar de recibir estos correos?',
  askText: 'Estos correos te avisan de tus propinas. Tus demás notificaciones no cambian.',
  stop: 'Desactivar',
  stopped: 'Estos correos están desactivados',
  stoppedText: 'Ya no recibirás correos sobre tus propinas en esta dirección.',
  resume: 'Volver a activar',
  resumed: 'Estos correos están activados',
  resumedText: 'Volverás a recibir correos sobre tus propinas en esta dirección.',
  all: 'Todas las notificaciones',
};
