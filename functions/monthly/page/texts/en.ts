/** The texts of a fan's monthly tip, on the receipt of its first payment. English defines the type of every language. */
export const en = {
  headingMonth: (amount: string, owner: string) => `${amount} to ${owner} every month`,
  headingYear: (amount: string, owner: string) => `${amount} to ${owner} every year`,
  starting: 'Not paid yet. Nothing was charged.',
  neverBegan: 'This was never paid. Nothing was charged.',
  active: (day: string) => `Next charge: ${day} (UTC).`,
  ending: (day: string) =>
    `Stopped. Nothing more will be charged. You can change your mind until ${day} (UTC).`,
  paused: 'Paused. Nothing is charged for now.',
  needsAction: 'Your bank wants you to confirm the latest charge.',
  overdue: 'The latest charge did not go through. Stripe will try again.',
  ended: (day: string) => `Ended on ${day} (UTC). Nothing more will be charged.`,
  withdrawn: (amount: string) =>
    `You have withdrawn. ${amount} goes back to you, and nothing more will be charged.`,
  noted: 'Your wish is noted. It is carried out as soon as Stripe answers.',
  elsewhere: (owner: string) =>
    `${owner} has disconnected the Stripe account that charges this. We no longer see it, and cannot stop it or pay anything back. It may go on at Stripe until you stop it on Stripe’s page: the link in Stripe’s mails leads there. ${owner} can stop it too, and your bank can refuse further charges.`,
  elsewhereNoted:
    'Your wish is noted. We can carry it out only if the account is connected again: to be sure, stop it on Stripe’s page.',
  withdrawnElsewhere: (owner: string) =>
    `It has ended, and your withdrawal is noted. The money can go back only once ${owner} connects the Stripe account again. You can also ask ${owner} for it.`,
  next: 'Next charge',
  began: 'Since',
  ends: 'Ends on',
  endedOn: 'Ended on',
  card: 'Card',
  payments: 'Payments',
  stop: 'Stop this monthly tip',
  stopSure: 'Nothing more will be charged. What you have paid stays with the owner.',
  stopYes: 'Stop now',
  no: 'No, go on',
  keep: 'Keep it after all',
  withdraw: 'Withdraw and get the money back',
  withdrawSure: (amount: string) => `${amount} goes back to you, and nothing more will be charged.`,
  withdrawYes: 'Confirm withdrawal',
  confirm: 'Confirm at Stripe',
  pay: 'Pay at Stripe',
  payNote:
    'Stripe’s page can show this in your own currency, at a rate of Stripe’s. Then another amount is charged than the one on this page. It is shown before you pay.',
  otherCard: 'Use another card',
  toStripe: 'Open Stripe’s page',
  change: 'Change the amount',
  newAmount: (currency: string) => `New amount (${currency})`,
  changeFrom: (day: string) =>
    `Charged from ${day} (UTC) on. Nothing is charged today, and this is all that you pay.`,
  save: 'Save',
  keyLink: 'Your page for this: open it and keep its link',
  print: 'Print or save this page',
  lastly: 'You can stop any time on this page. Keep its link, or use the link in Stripe’s mails.',
  away: 'Stripe is not answering. Your wish is noted and will be carried out. Please look again later.',
  over: 'This has already ended. Nothing more is charged.',
  wordsChanged:
    'What you agree to has changed. Load this page again, read it, and change the amount then. The amount is still the old one.',
  tooLate: 'The time to withdraw is over. You can still stop.',
  often: 'Too many attempts. Please wait a few minutes.',
  notBack: 'This payment cannot be refunded here at the moment.',
};

export type ManageTexts = typeof en;
