import type { PageTexts } from './en';

export const es: PageTexts = {
  dir: 'ltr',
  language: 'Idioma',
  description: (name) => `Los enlaces de ${name} y una forma de enviar una propina.`,
  tip: (name) => `Enviar una propina a ${name}`,
  noTips: (name) => `${name} no acepta propinas en este momento.`,
  verified: 'verificado',
  nobody: 'Perfil no encontrado',
  nobodyWhy: 'No hay ningún perfil con este nombre. Quizá la dirección tenga un error.',
  makeYours: 'Crear tu propia página',
  amount: 'Importe',
  anotherAmount: 'Otro importe',
  anotherAmountBetween: (min, max) => `Otro importe (de ${min} a ${max})`,
  cover: 'Añadir un poco para cubrir los costes de la tarjeta',
  yourName: 'Tu nombre (opcional)',
  message: 'Mensaje (opcional)',
  anonymous: 'No mostrar mi nombre en público',
  receiptEmail: 'Correo para el recibo (opcional)',
  goToPayment: 'Ir al pago',
  atStripe: 'Pagas en una página de Stripe. No se cobra nada hasta que lo confirmes allí.',
  backTo: (name) => `Volver a ${name}`,
};
