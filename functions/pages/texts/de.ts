import type { PageTexts } from './en';

export const de: PageTexts = {
  dir: 'ltr',
  language: 'Sprache',
  description: (name) => `Die Links von ${name} und ein Weg, ein Trinkgeld zu senden.`,
  tip: (name) => `Trinkgeld an ${name}`,
  noTips: (name) => `${name} nimmt zurzeit keine Trinkgelder an.`,
  verified: 'bestätigt',
  nobody: 'Profil nicht gefunden',
  nobodyWhy: 'Es gibt kein Profil mit diesem Namen. Vielleicht ist ein Tippfehler in der Adresse.',
  makeYours: 'Eine eigene Seite anlegen',
  amount: 'Betrag',
  anotherAmount: 'Anderer Betrag',
  anotherAmountBetween: (min, max) => `Anderer Betrag (${min} bis ${max})`,
  cover: 'Etwas mehr geben, um die Kartenkosten zu decken',
  yourName: 'Dein Name (freiwillig)',
  message: 'Nachricht (freiwillig)',
  anonymous: 'Meinen Namen nicht öffentlich zeigen',
  receiptEmail: 'E-Mail für die Quittung (freiwillig)',
  goToPayment: 'Weiter zur Zahlung',
  atStripe: 'Du zahlst auf einer Seite von Stripe. Abgebucht wird erst, wenn du dort bestätigst.',
  backTo: (name) => `Zurück zu ${name}`,
};
