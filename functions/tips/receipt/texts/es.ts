import type { ReceiptTexts } from './en';

export const es: ReceiptTexts = {
  title: 'Tu propina',
  open: 'Abre esta página desde el enlace de tu pantalla de agradecimiento para ver tu propina.',
  noScript: 'Esta página necesita JavaScript para abrir tu recibo.',
  undo: 'Deshacer esta propina',
  undoLeft: 'Posible durante {time} más.',
  words: 'Tus palabras',
  save: 'Guardar',
  erase: 'Borrar nombre y mensaje',
  saved: 'Guardado.',
  erased: 'El nombre y el mensaje se han borrado.',
  goingBack: 'Tu propina se está devolviendo.',
  payOn: 'Volver a la página de pago',
  back: 'Volver al perfil',
  ask: (owner) => `¿Preguntas sobre esta propina? Escribe a ${owner}.`,
  goneTitle: 'No hay tal propina',
  gone: 'No se ha encontrado esta propina.',
  failed: 'Algo ha salido mal. Inténtalo de nuevo, por favor.',
  states: {
    pending: {
      heading: 'Aún sin pagar',
      sentence: (owner) => `Tu propina para ${owner} no se ha pagado. No se ha cobrado nada.`,
    },
    processing: {
      heading: 'En camino',
      sentence: (owner) => `Tu pago bancario para ${owner} está en camino.`,
    },
    paid: { heading: 'Gracias', sentence: (owner) => `Tu propina para ${owner} se ha pagado.` },
    partially_refunded: {
      heading: 'Devuelta en parte',
      sentence: (owner) => `Una parte de tu propina para ${owner} se ha devuelto a tu tarjeta.`,
    },
    refunded: {
      heading: 'Devuelta',
      sentence: (owner) =>
        `Tu propina para ${owner} se ha devuelto a tu tarjeta. Puede tardar unos días en verse.`,
    },
    disputed: {
      heading: 'En disputa',
      sentence: (owner) => `Tu banco está revisando tu propina para ${owner}.`,
    },
    lost: {
      heading: 'Devuelta por tu banco',
      sentence: (owner) => `Tu banco ha retirado tu propina para ${owner}.`,
    },
    failed: {
      heading: 'Sin pagar',
      sentence: (owner) => `Tu propina para ${owner} no se ha pagado. No se ha cobrado nada.`,
    },
    expired: {
      heading: 'Sin pagar',
      sentence: (owner) => `Tu propina para ${owner} no se pagó a tiempo. No se ha cobrado nada.`,
    },
  },
  refundFailedTitle: 'La devolución ha fallado',
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
  rows: {
    tip: 'Propina',
    covered: 'Gastos de tarjeta cubiertos',
    total: 'Total',
    givenBack: 'Devuelto',
    comingBack: 'En devolución',
    card: 'Tarjeta',
    paidOn: 'Pagada el',
    number: 'Número',
  },
  cardEnding: (brand, last4) => `${brand} terminada en ${last4}`,
  refused: {
    sorry: 'No ha funcionado',
    otherwise: 'Esto no ha funcionado. No se ha cobrado nada. Inténtalo de nuevo, por favor.',
    again: 'Vuelve a abrir el formulario e inténtalo otra vez, por favor. No se ha cobrado nada.',
    often: 'Demasiados intentos. Espera unos minutos, por favor. No se ha cobrado nada.',
    check: 'Revisa los campos marcados, por favor.',
    away: 'Algo no responde ahora mismo. No se ha cobrado nada. Inténtalo de nuevo, por favor.',
    notReady: 'Aquí todavía no se pueden recibir propinas. No se ha cobrado nada.',
    noUndo: 'Esta propina ya no se puede deshacer aquí.',
    fixed: 'Esta propina ya está en camino y no se puede cambiar.',
  },
  fields: {
    choose: 'Elige un importe.',
    write: (example) => `Escribe un importe, por ejemplo ${example}.`,
    email: 'Esto no parece una dirección de correo.',
    shorten: 'Acórtalo un poco, por favor.',
    least: (min) => `La propina más pequeña es ${min}.`,
    most: (max) => `La propina más grande es ${max}.`,
    step: 'Este importe no existe en esta moneda.',
  },
};
