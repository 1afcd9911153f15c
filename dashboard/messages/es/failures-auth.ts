export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Ya tienes una cuenta con este correo, creada con otra forma de entrar. Entra con ella; después podrás conectar esta.',
  'failure.auth/cancelled-popup-request': 'Se abrió otra ventana para entrar, así que esta se cerró.',
  'failure.auth/code-expired': 'Este código ha caducado. Pide uno nuevo.',
  'failure.auth/credential-already-in-use':
    'Esta forma de entrar ya es de otra cuenta de Busker. Entra con ella o elige otra.',
  'failure.auth/email-already-in-use':
    'No puedes usar este correo aquí. Si ya tienes una cuenta con él, inicia sesión o restablece la contraseña.',
  'failure.auth/email-change-needs-verification':
    'Confirma primero tu correo: abre el enlace del mensaje que enviamos.',
  'failure.auth/expired-action-code': 'Este enlace ha caducado. Pide uno nuevo.',
  'failure.auth/internal-error': 'El servicio de inicio de sesión tuvo un problema. Inténtalo de nuevo.',
  'failure.auth/invalid-action-code': 'Este enlace ya se usó o está incompleto. Pide uno nuevo.',
  'failure.auth/invalid-credential':
    'El correo o la contraseña no es correcto. Revisa ambos o restablece la contraseña.',
  'failure.auth/invalid-email': 'Esto no parece un correo.',
  'failure.auth/invalid-multi-factor-session': 'Este inicio de sesión tardó demasiado. Empieza de nuevo.',
  'failure.auth/invalid-phone-number':
    'No puedes usar este número. Escríbelo con el prefijo del país, por ejemplo +34 612 345 678.',
  'failure.auth/invalid-verification-code': 'Este código no es correcto. Mira el mensaje más reciente.',
  'failure.auth/invalid-verification-id': 'Este código es de una petición anterior. Pide uno nuevo.',
  'failure.auth/link-not-opened': 'El enlace aún no se ha abierto. Ábrelo en este navegador y vuelve aquí.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Tienes cinco aplicaciones, que es el máximo. Quita una primero.',
  'failure.auth/missing-email': 'Escribe tu correo.',
  'failure.auth/missing-password': 'Escribe tu contraseña.',
  'failure.auth/network-request-failed':
    'No se puede llegar al servicio de inicio de sesión. Revisa la conexión e inténtalo de nuevo.',
  'failure.auth/no-such-provider': 'Esta forma de entrar no está conectada a tu cuenta.',
  'failure.auth/operation-not-allowed': 'Esta forma de entrar está desactivada aquí. Elige otra.',
  'failure.auth/password-does-not-meet-requirements':
    'Esta contraseña no cumple las reglas. Usa una más larga, con mayúsculas, minúsculas, cifras y símbolos.',
  'failure.auth/popup-blocked':
    'Tu navegador bloqueó la ventana para entrar. Permite las ventanas emergentes en esta página e inténtalo de nuevo.',
  'failure.auth/popup-closed-by-user': 'La ventana se cerró antes de terminar. Inténtalo de nuevo.',
  'failure.auth/provider-already-linked': 'Esta forma de entrar ya está conectada.',
  'failure.auth/quota-exceeded':
    'Hoy se enviaron demasiados mensajes. Inténtalo más tarde o entra de otra forma.',
  'failure.auth/requires-recent-login': 'Por tu seguridad, confirma que eres tú antes de cambiar esto.',
  'failure.auth/second-step-cancelled': 'No escribiste el código, así que no se cambió nada.',
  'failure.auth/second-step-unknown':
    'Tu cuenta pide un segundo paso que esta página no ofrece. Contacta con el soporte.',
  'failure.auth/timeout': 'Tardó demasiado. Inténtalo de nuevo.',
  'failure.auth/too-many-requests': 'Demasiados intentos. Espera unos minutos o restablece la contraseña.',
  'failure.auth/unauthorized-domain': 'Entrar así no está permitido en esta dirección.',
  'failure.auth/unsupported-first-factor':
    'El inicio de sesión en dos pasos no funciona con un teléfono. Entra primero con otro método.',
  'failure.auth/user-cancelled': 'No diste permiso, así que nada cambió.',
  'failure.auth/user-disabled': 'Esta cuenta se ha desactivado. Escribe a soporte si crees que es un error.',
  'failure.auth/user-mismatch': 'Esa era otra cuenta. Confirma con la que tienes abierta.',
  'failure.auth/user-token-expired': 'Tu sesión ha caducado. Vuelve a iniciarla; tu trabajo sigue ahí.',
  'failure.auth/weak-password': 'Esta contraseña es demasiado fácil de adivinar. Usa al menos 6 caracteres.',
  'failure.auth/web-storage-unsupported':
    'Tu navegador bloquea el almacenamiento que mantiene tu sesión. Permite los datos de este sitio e inténtalo de nuevo.',
};
