export const failures = {
  'failure.store/cancelled': 'Esto se detuvo antes de terminar. Inténtalo de nuevo.',
  'failure.store/unknown': 'Pasó algo inesperado. Inténtalo de nuevo; tus cambios siguen ahí.',
  'failure.store/invalid-argument':
    'Un valor no se pudo guardar. Deshaz el último cambio e inténtalo de nuevo.',
  'failure.store/deadline-exceeded':
    'El servidor tardó demasiado. Tus cambios siguen ahí; inténtalo de nuevo.',
  'failure.store/not-found': 'Esto ya no existe. Recarga la página para ver qué hay.',
  'failure.store/already-exists': 'Esto ya existe. Recarga la página para verlo.',
  'failure.store/permission-denied': 'No tienes acceso a esto. Entra con la cuenta a la que pertenece.',
  'failure.store/unauthenticated': 'Tu sesión ha caducado. Vuelve a iniciarla; tus cambios siguen ahí.',
  'failure.store/resource-exhausted':
    'Se alcanzó el límite diario de este servicio. Tus cambios siguen ahí; inténtalo más tarde.',
  'failure.store/failed-precondition':
    'El servidor aún no está listo para esto. Recarga la página e inténtalo de nuevo.',
  'failure.store/aborted': 'Esto se cambió en otro lugar en el mismo momento. Inténtalo de nuevo.',
  'failure.store/out-of-range': 'No hay nada más que mostrar. Recarga la página.',
  'failure.store/unimplemented':
    'El servidor no puede hacer esto. Recarga la página. Si vuelve a pasar, escribe a soporte.',
  'failure.store/internal': 'Algo salió mal en el servidor. Tus cambios siguen ahí; inténtalo de nuevo.',
  'failure.store/unavailable':
    'Ahora no se puede llegar al servidor. Tus cambios siguen ahí y se envían después.',
  'failure.store/data-loss':
    'Unos datos guardados no se pudieron leer. Escribe a soporte antes de cambiar nada.',
  'failure.store/client-terminated': 'Esta página estuvo abierta demasiado tiempo. Recárgala para seguir.',
  'failure.store/connection-failed': 'La conexión se cortó. Revisa tu red; tus cambios siguen ahí.',
  'failure.store/unreadable':
    'Algo guardado aquí no se pudo leer. Recarga la página. Si vuelve a pasar, escribe a soporte.',
  'failure.upload/canceled': 'La subida se canceló. Puedes elegir la foto otra vez.',
  'failure.upload/invalid-checksum': 'La foto se dañó al subirla. Inténtalo de nuevo.',
  'failure.upload/object-not-found': 'Esta foto ya no está. Súbela otra vez.',
  'failure.upload/quota-exceeded': 'El espacio de este servicio está lleno. Inténtalo más tarde.',
  'failure.upload/retry-limit-exceeded':
    'La subida tardó demasiado. Revisa la conexión e inténtalo de nuevo.',
  'failure.upload/server-file-wrong-size': 'La foto no llegó completa. Inténtalo de nuevo.',
  'failure.upload/unauthenticated': 'Tu sesión ha caducado. Vuelve a iniciarla y sube la foto después.',
  'failure.upload/unauthorized': 'Este archivo se rechazó. Usa una foto de hasta 5 MB.',
  'failure.upload/unknown': 'La subida falló. Revisa la conexión e inténtalo de nuevo.',
};
