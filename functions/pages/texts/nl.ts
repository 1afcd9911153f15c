import type { PageTexts } from './en';

export const nl: PageTexts = {
  dir: 'ltr',
  language: 'Taal',
  description: (name) => `De links van ${name} en een manier om een fooi te sturen.`,
  tip: (name) => `Stuur ${name} een fooi`,
  noTips: (name) => `${name} neemt op dit moment geen fooien aan.`,
  verified: 'geverifieerd',
  nobody: 'Profiel niet gevonden',
  nobodyWhy: 'Er is geen profiel met deze naam. Misschien staat er een typefout in het adres.',
  makeYours: 'Maak een eigen pagina',
  amount: 'Bedrag',
  anotherAmount: 'Ander bedrag',
  anotherAmountBetween: (min, max) => `Ander bedrag (${min} tot ${max})`,
  cover: 'Iets extra geven om de kaartkosten te dekken',
  yourName: 'Je naam (optioneel)',
  message: 'Bericht (optioneel)',
  anonymous: 'Mijn naam niet openbaar tonen',
  receiptEmail: 'E-mail voor het bewijs (optioneel)',
  goToPayment: 'Naar de betaling',
  atStripe: 'Je betaalt op een pagina van Stripe. Er wordt niets afgeschreven voordat je daar bevestigt.',
  backTo: (name) => `Terug naar ${name}`,
};
