export const push = {
  'push.heading': 'Notificaciones en este dispositivo',
  'push.about':
    'Recibe una notificación en este dispositivo cuando llegue una propina, aunque Busker esté cerrado.',
  'push.on': 'Activar notificaciones',
  'push.isOn': 'Activadas',
  'push.isOnHere': 'Este dispositivo recibe notificaciones.',
  'push.stop': 'Detener en este dispositivo',
  'push.unsupported':
    'Este navegador no puede recibir notificaciones. Prueba otro navegador o usa el correo.',
  'push.blocked':
    'Las notificaciones de Busker están bloqueadas en este navegador. Permítelas en los ajustes del navegador para este sitio y vuelve a cargar la página.',
  'push.ios':
    'En iPhone y iPad, las notificaciones solo funcionan después de añadir Busker a la pantalla de inicio:',
  'push.iosShare': 'Toca Compartir en Safari.',
  'push.iosAdd': 'Elige «Añadir a pantalla de inicio».',
  'push.iosOpen':
    'Abre Busker desde la pantalla de inicio, inicia sesión allí una vez y activa las notificaciones.',
  'push.seen': '¿Has visto la notificación?',
  'push.seenYes': 'Sí, la he visto',
  'push.seenNo': 'No',
  'push.unseen':
    'Entonces algo la bloquea. Comprueba que este dispositivo permite las notificaciones de tu navegador y que el modo No molestar está desactivado.',
  'push.failed.timed-out': 'Tu navegador no ha respondido. Comprueba tu conexión.',
  'push.failed.dismissed':
    'No has respondido a la pregunta del navegador. Permite las notificaciones para continuar.',
  'push.failed.blocked': 'Las notificaciones de Busker están bloqueadas en este navegador.',
  'push.failed.refused':
    'Tu navegador lo ha rechazado. En ventanas privadas las notificaciones no funcionan.',
  'push.install': 'Instalar Busker',
  'push.closed': 'Abre Busker para verlo',
};
