import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const esTip: TipMessages = {
  title: (name) => `Propina para ${name}`,
  thanksFor: (what) => `Por «${what}»`,
  close: 'Cerrar',
  amount: 'Importe',
  otherAmount: 'Otro importe',
  range: (min, max) => `De ${min} a ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Escribe un importe, por ejemplo ${example}.`,
    'too-precise': () => 'Este importe tiene demasiados decimales.',
    'too-small': (min) => `La propina más pequeña es ${min}.`,
    'too-large': (_min, max) => `La propina más grande es ${max}.`,
    'not-a-step': () => 'Este importe no existe en esta moneda.',
  },
  chooseAmount: 'Elige un importe',
  yourName: 'Tu nombre (opcional)',
  message: 'Mensaje (opcional)',
  charactersLeft: (count) => plural('es', count, { one: 'Queda # carácter', other: 'Quedan # caracteres' }),
  tooLong: (limit) => `Acórtalo a ${limit} caracteres como máximo.`,
  coverCosts: (amount, name, tip) => `Añadir unos ${amount} para que ${name} se quede con unos ${tip}`,
  privacy: 'Recibo y privacidad',
  receiptEmail: 'Correo para un recibo (opcional)',
  notAnEmail: 'Esto no parece una dirección de correo.',
  anonymous: 'No mostrar mi nombre en público',
  whoSeesWhat: 'Quién ve qué',
  report: 'Denunciar este perfil',
  ownerSees: (name) => `${name} ve el importe, tu nombre y mensaje si los dejas, y el país de tu tarjeta.`,
  publicSees: (name) =>
    `El público puede ver tu nombre, mensaje e importe si ${name} muestra una lista de apoyos.`,
  publicSeesNothing: 'El público no ve tu nombre.',
  stripeSees: 'Stripe recibe los datos de tu tarjeta y, si lo das, tu correo. Nadie más los recibe.',
  card: 'Tarjeta',
  cardFormLoading: 'Abriendo el formulario de la tarjeta…',
  cardSafety: 'Los datos de tu tarjeta van directamente a Stripe. Este sitio nunca los ve.',
  person: 'Confirma que eres una persona',
  personFirst: 'Primero confirma que eres una persona. No se te ha cobrado nada.',
  pay: (amount) => `Pagar ${amount}`,
  paying: 'Un momento…',
  withYourBank: 'Confirmando con tu banco…',
  noQuestion: '¿No ves la pregunta de tu banco?',
  payThere: 'Continuar en la página de pago',
  checking:
    'Se perdió la conexión. Estamos comprobando si se cargó tu tarjeta. Por favor, no pagues otra vez.',
  otherWays: 'Otras formas de pago',
  whyElsewhere: {
    guarded:
      'Para proteger las tarjetas, ahora pagas en una página segura de Stripe. No se te ha cobrado nada.',
    chosen: 'Pagas en una página segura de Stripe.',
    challenge: 'La comprobación contra robots no se puede mostrar aquí. Puedes pagar en una página segura.',
    'in-app': 'En el navegador de esta aplicación pagas en una página segura de Stripe.',
    'foreign-shadow-root':
      'El formulario de la tarjeta no se puede mostrar en esta parte de la página. Puedes pagar en una página segura.',
    'other-stripe-version':
      'Esta página usa su propio formulario de tarjeta. Puedes pagar en una página segura.',
    'no-address':
      'Esta parte de la página no tiene una dirección web propia, que los pagos con tarjeta necesitan. Puedes pagar en una página segura.',
    blocked:
      'Esta página o tu navegador bloquea el formulario de la tarjeta. Puedes pagar en una página segura.',
    deformed:
      'Los estilos de esta página estropean el formulario de la tarjeta. Puedes pagar en una página segura.',
    covered:
      'Una pregunta de tu banco no podría mostrarse en esta parte de la página. Puedes pagar en una página segura.',
    removed:
      'Esta página quita una y otra vez el formulario de la tarjeta. Puedes pagar en una página segura.',
    'no-method': 'No hay ninguna forma de pago dentro de esta página. Puedes pagar en una página segura.',
    timeout: 'El formulario de la tarjeta no respondió. Puedes pagar en una página segura.',
  },
  elsewhere: 'Tu página de pago está abierta en otra pestaña. Cuando hayas pagado, lo verás aquí.',
  elsewhereBlocked:
    'Tu navegador no abrió la página de pago. Ábrela aquí. Cuando hayas pagado, lo verás aquí.',
  openPayPage: 'Abrir la página de pago',
  back: 'Volver',
  onAnotherDevice: 'O paga en otro dispositivo:',
  decline: {
    'card-declined': 'Tu tarjeta fue rechazada. Prueba con otra.',
    'insufficient-funds': 'No hay fondos suficientes. Prueba con otra tarjeta.',
    'card-expired': 'Esta tarjeta ha caducado. Revisa la fecha o prueba con otra.',
    'wrong-cvc': 'El código de seguridad no es correcto. Revísalo, por favor.',
    'wrong-number': 'El número de la tarjeta no es correcto. Revísalo, por favor.',
    'not-verified':
      'No pudimos verificar tu tarjeta. No se te ha cobrado nada. Inténtalo de nuevo o usa otra tarjeta.',
    'not-approved':
      'El pago no se ha aprobado. No se te ha cobrado nada. Inténtalo de nuevo o paga de otra forma.',
    'way-unavailable': 'Esta forma de pago no está disponible ahora. No se te ha cobrado nada. Elige otra.',
    'try-again': 'Algo salió mal. No se te ha cobrado nada. Inténtalo de nuevo.',
    'too-many-tries': 'Demasiados intentos. No se te ha cobrado nada. Espera unos minutos.',
    'amount-too-small':
      'Este importe es demasiado pequeño para un pago con tarjeta. No se te ha cobrado nada.',
    'amount-too-large':
      'Este importe es demasiado grande para un pago con tarjeta. No se te ha cobrado nada.',
  },
  offline: 'No hay conexión. No se te ha cobrado nada. Inténtalo de nuevo, por favor.',
  notCharged: 'Algo salió mal. No se te ha cobrado nada. Inténtalo de nuevo.',
  paymentClosed:
    'Este pago se cerró y no se te ha cobrado nada. Cerramos un pago tras varios intentos fallidos. Pulsa Pagar para empezar otro.',
  formReloaded:
    'La página movió este formulario, así que hay que escribir la tarjeta otra vez. No se te ha cobrado nada.',
  totalChanged: 'El total ha cambiado. Revísalo otra vez, por favor. No se te ha cobrado nada.',
  leftOpen:
    'Pulsaste «Pagar» antes de que esta página se cargara de nuevo, y desde aquí no podemos ver si esa propina llegó. Mira en la aplicación de tu banco o de pago antes de pagar otra vez.',
  unsure:
    'No hemos podido averiguar si se te ha cobrado. Antes de pagar otra vez, mira el recibo o la aplicación de tu banco o de pago.',
  notPaid: 'No se ha pagado. No se te ha cobrado nada.',
  pageExpired: 'La página de pago se cerró o caducó. No se te ha cobrado nada.',
  refused: {
    'tips-off': 'Las propinas están desactivadas aquí por ahora.',
    'payments-not-ready': 'Aquí todavía no se pueden recibir propinas. No se ha cobrado nada.',
    'profile-not-found': 'No hay ningún perfil con este nombre.',
    'site-not-allowed': 'No se pueden enviar propinas desde esta página.',
    'session-invalid': 'Cierra esto y ábrelo de nuevo, por favor. No se te ha cobrado nada.',
    'session-expired': 'Ha pasado un rato. Inténtalo otra vez, por favor. No se te ha cobrado nada.',
    'too-many-requests': 'Demasiados intentos. Espera unos minutos, por favor. No se te ha cobrado nada.',
    'tip-busy':
      'El importe de esta propina se está cambiando. No se te ha cobrado nada. Vuelve a intentarlo en un minuto.',
    'tip-not-changeable': 'Esta propina está en camino y ya no se puede cambiar.',
    'undo-unavailable': 'Esta propina ya no se puede deshacer aquí. En el recibo pone a quién preguntar.',
    unreachable: 'No se puede contactar con el servidor ahora mismo. No se ha cobrado nada.',
  },
  refusedOtherwise: 'Esto no ha funcionado. No se te ha cobrado nada. Inténtalo de nuevo, por favor.',
  tryAgain: 'Intentar de nuevo',
  wallets: 'Pagar con una cartera digital',
  or: 'o',
  thankYou: 'Gracias',
  wentThrough: (amount, name) => `Tu propina de ${amount} a ${name} ha llegado.`,
  onItsWay: 'En camino',
  onItsWayWhy: (amount, name) =>
    `Stripe nos dirá pronto si tu propina de ${amount} a ${name} se ha pagado. Lo verás aquí. No hace falta que pagues otra vez.`,
  tipWentThrough: (name) => `Tu propina a ${name} ha llegado.`,
  receipt: 'Recibo',
  undo: 'Deshacer esta propina',
  undoUntil: (time) => `Puedes deshacerla durante ${time} más.`,
  undoing: 'Deshaciendo tu propina…',
  undone: (amount) => `Tu propina se ha deshecho. Recibirás ${amount} de vuelta en unos días.`,
  undoneSlowly: (amount, time) =>
    `La propina se ha deshecho. Recibirás ${amount} de vuelta en un plazo de ${time}.`,
  undoFailed: 'La propina no se ha podido deshacer ahora. Inténtalo de nuevo o pide ayuda desde el recibo.',
  undoLost:
    'Se perdió la conexión y no podemos ver si se deshizo tu propina. Inténtalo de nuevo: solo se deshace una vez.',
  refundFailed: (amount, name) =>
    `Una devolución de ${amount} ha fallado. El dinero lo tiene de nuevo ${name}.`,
  refundWhy: {
    'card-closed': 'La tarjeta ha caducado o se canceló.',
    'bank-refused': 'Tu banco la rechazó.',
    disputed: 'Tu banco ya está revisando este pago.',
    'no-funds': 'En la cuenta de origen no había dinero suficiente.',
    unknown: 'No se dio ningún motivo.',
  },
  refundAsk: (name) => `Pide a ${name} que te lo devuelva de otra forma.`,
  done: 'Listo',
};
