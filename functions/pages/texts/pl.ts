import type { PageTexts } from './en';

export const pl: PageTexts = {
  dir: 'ltr',
  language: 'Język',
  description: (name) => `Linki – ${name} – i sposób na wysłanie napiwku.`,
  tip: (name) => `Wyślij napiwek: ${name}`,
  noTips: (name) => `${name} nie przyjmuje teraz napiwków.`,
  verified: 'zweryfikowany',
  nobody: 'Nie znaleziono profilu',
  nobodyWhy: 'Nie ma profilu o tej nazwie. Może w adresie jest literówka.',
  makeYours: 'Utwórz własną stronę',
  amount: 'Kwota',
  anotherAmount: 'Inna kwota',
  anotherAmountBetween: (min, max) => `Inna kwota (od ${min} do ${max})`,
  cover: 'Dodaj trochę na pokrycie kosztów karty',
  yourName: 'Twoje imię (opcjonalnie)',
  message: 'Wiadomość (opcjonalnie)',
  anonymous: 'Nie pokazuj publicznie mojego imienia',
  receiptEmail: 'E-mail do potwierdzenia (opcjonalnie)',
  goToPayment: 'Przejdź do płatności',
  atStripe: 'Płacisz na stronie Stripe. Nic nie zostanie pobrane, zanim tam potwierdzisz.',
  backTo: (name) => `Wróć: ${name}`,
};
