/** The texts of the server's pages. English defines the type of every language: a missing text does not compile. */
export const en = {
  dir: 'ltr' as 'ltr' | 'rtl',
  language: 'Language',
  /** For search engines and link previews when the owner has no bio. */
  description: (name: string) => `${name}’s links, and a way to send a tip.`,
  tip: (name: string) => `Tip ${name}`,
  /** As the card's button, which takes its place. */
  sendTip: 'Send a tip',
  noTips: (name: string) => `${name} is not accepting tips at the moment.`,
  verified: 'verified',
  nobody: 'Profile not found',
  nobodyWhy: 'There is no profile with this name. There may be a typing error in the address.',
  takenDown: 'This page is not there at the moment',
  takenDownWhy: 'Its owner has taken it down for now. It may come back.',
  notShown: 'This page is not available',
  notShownYet: 'It is being checked. It may be back in a few days.',
  removed: 'The host of this site has removed it.',
  ordered: 'An authority has ordered that it must not be shown.',
  makeYours: 'Create your own page',
  howOften: 'How often?',
  once: 'Once',
  everyMonth: 'Every month',
  everyYear: 'Every year',
  amount: 'Amount',
  anotherAmountBetween: (min: string, max: string) => `Another amount (${min} to ${max})`,
  cover: 'Add a little to cover the card costs',
  addMessage: 'Add a message',
  yourName: 'Your name (optional)',
  message: 'Message (optional)',
  anonymous: 'Do not show my name in public',
  receiptEmail: 'Email for the receipt (optional)',
  goToPayment: 'Go to payment',
  atStripe: 'You pay on Stripe’s page. Nothing is charged until you confirm there.',
  /** The page's script shows it instead of sending the form. */
  offline: 'You are offline. What you typed is still here. Tap again when you have a connection.',
  backTo: (name: string) => `Back to ${name}`,
};

export type PageTexts = typeof en;
