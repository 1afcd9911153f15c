/** Inicio de sesión en dos pasos: una aplicación de autenticación y códigos de recuperación. */
export const twoStep = {
  'twoStep.heading': 'Inicio de sesión en dos pasos',
  'twoStep.note':
    'Al entrar se pide también un código de una aplicación de tu teléfono. Quien solo tenga tu contraseña no puede entrar.',
  'twoStep.verifyFirst': 'Confirma primero tu correo. Después podrás activarlo.',
  'twoStep.on': 'Activar',
  'twoStep.another': 'Añadir otra aplicación',
  'twoStep.unnamed': 'Aplicación de autenticación',
  'twoStep.added': 'Añadida el {date}',
  'twoStep.remove': 'Quitar {name}',
  'twoStep.removeTitle': '¿Quitar esta aplicación?',
  'twoStep.removeText': 'Tus otras aplicaciones siguen funcionando.',
  'twoStep.removeLast':
    'Es tu única aplicación. El inicio de sesión en dos pasos quedará desactivado y tus códigos de recuperación dejarán de valer.',
  'twoStep.keep': 'Conservarla',
  'twoStep.removed': 'La aplicación se quitó.',
  'twoStep.setUp': 'Configurar el inicio de sesión en dos pasos',
  'twoStep.scan':
    'Escanéalo con una aplicación de autenticación, como Google Authenticator, 1Password o Aegis. Mostrará un código nuevo cada 30 segundos.',
  'twoStep.qr': 'Código QR para tu aplicación de autenticación',
  'twoStep.noCamera': '¿No puedes escanearlo? Escribe o copia esta clave en la aplicación.',
  'twoStep.key': 'Clave',
  'twoStep.copyKey': 'Copiar la clave',
  'twoStep.copied': 'Copiado',
  'twoStep.name': 'Nombre de la aplicación (opcional)',
  'twoStep.namePlaceholder': 'Mi teléfono',
  'twoStep.code': 'Código de la aplicación',
  'twoStep.codeHint': 'Seis cifras.',
  'twoStep.codeWrong':
    'Este código es incorrecto. Escribe el que muestra ahora la aplicación. Si sigue fallando, revisa el reloj de tu teléfono.',
  'twoStep.finish': 'Confirmar el código',
  'codes.heading': 'Códigos de recuperación',
  'codes.note':
    'Un código de recuperación te deja entrar si pierdes la aplicación. Desactiva el inicio de sesión en dos pasos y vale una sola vez.',
  'codes.left':
    '{count, plural, =0 {No tienes códigos sin usar.} one {Tienes # código sin usar.} other {Tienes # códigos sin usar.}}',
  'codes.renew': 'Crear códigos nuevos',
  'codes.title': 'Guarda tus códigos de recuperación',
  'codes.once':
    'Solo los mostramos ahora. Imprímelos o guárdalos en un gestor de contraseñas, no solo en el teléfono con la aplicación. Los códigos anteriores ya no valen.',
  'codes.copy': 'Copiar todos',
  'codes.save': 'Guardar en un archivo',
  'codes.kept': 'Los he guardado',
  'step.title': 'Escribe el código de tu aplicación',
  'step.which': 'Aplicación',
  'step.submit': 'Continuar',
  'step.cancel': 'Cancelar',
  'step.again': 'Empezar de nuevo',
  'step.lost': 'Usar un código de recuperación',
  'step.recoveryTitle': 'Usar un código de recuperación',
  'step.recoveryText':
    'Esto desactiva el inicio de sesión en dos pasos y cierra la sesión en todos tus dispositivos. Después basta tu inicio de sesión habitual y puedes activarlo de nuevo.',
  'step.recoveryCode': 'Código de recuperación',
  'step.recover': 'Desactivar y continuar',
  'step.back': 'Tengo la aplicación',
  'step.off': 'El inicio de sesión en dos pasos está desactivado.',
  'step.offText':
    'Tus otros códigos de recuperación ya no valen. Puedes activarlo de nuevo en la página Cuenta.',
  'step.goOn': 'Continuar',
} as const;
