import type { PageTexts } from './en';

export const it: PageTexts = {
  dir: 'ltr',
  language: 'Lingua',
  description: (name) => `I link di ${name} e un modo per inviare una mancia.`,
  tip: (name) => `Invia una mancia a ${name}`,
  noTips: (name) => `${name} non accetta mance in questo momento.`,
  verified: 'verificato',
  nobody: 'Profilo non trovato',
  nobodyWhy: 'Non c’è nessun profilo con questo nome. Forse l’indirizzo contiene un errore.',
  makeYours: 'Crea una pagina tutta tua',
  amount: 'Importo',
  anotherAmount: 'Altro importo',
  anotherAmountBetween: (min, max) => `Altro importo (da ${min} a ${max})`,
  cover: 'Aggiungi qualcosa per coprire i costi della carta',
  yourName: 'Il tuo nome (facoltativo)',
  message: 'Messaggio (facoltativo)',
  anonymous: 'Non mostrare il mio nome in pubblico',
  receiptEmail: 'E-mail per la ricevuta (facoltativa)',
  goToPayment: 'Vai al pagamento',
  atStripe: 'Paghi su una pagina di Stripe. Non viene addebitato nulla prima della tua conferma.',
  backTo: (name) => `Torna a ${name}`,
};
