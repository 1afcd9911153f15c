import type { WhyHosted } from '../tip/tip-flow';
import type { AmountFaultKind } from '../tip/tip-form';

/** Texts of the tip sheet until the payment starts. In the sheet's chunk. Amounts are already formatted. */
export const enForm = {
  title: (name: string) => `Tip ${name}`,
  thanksFor: (what: string) => `For “${what}”`,
  close: 'Close',
  amount: 'Amount',
  otherAmount: 'Other amount',
  range: (min: string, max: string) => `From ${min} to ${max}`,
  amountFault: {
    'not-a-number': (_min: string, _max: string, example: string) =>
      `Enter an amount, for example ${example}.`,
    'too-precise': () => 'This amount has too many decimals.',
    'too-small': (min: string) => `The smallest tip is ${min}.`,
    'too-large': (_min: string, max: string) => `The largest tip is ${max}.`,
    'not-a-step': () => 'This amount is not possible in this currency.',
  } satisfies Record<AmountFaultKind, (min: string, max: string, example: string) => string>,
  chooseAmount: 'Choose an amount',
  yourName: 'Your name (optional)',
  message: 'Message (optional)',
  charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: (limit: number) => `Please shorten this to ${limit} characters.`,
  coverCosts: (amount: string, name: string, tip: string) =>
    `Add about ${amount} so that ${name} keeps about ${tip}`,
  privacy: 'Receipt and privacy',
  receiptEmail: 'Email for a receipt (optional)',
  notAnEmail: 'This does not look like an email address.',
  anonymous: 'Keep my name off public lists',
  whoSeesWhat: 'Who sees what',
  report: 'Report this profile',
  ownerSees: (name: string) =>
    `${name} sees the amount, your name and message if you leave them, and your card’s country.`,
  publicSees: (name: string) =>
    `The public may see your name, message and amount if ${name} shows a list of supporters.`,
  publicSeesNothing: 'Your name is not shown in public.',
  stripeSees:
    'Stripe receives your card details and, if you enter it, your email. Nobody else receives them.',
  cardFormLoading: 'Opening the card form…',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'One moment…',
  checking:
    'The connection was lost. We are checking whether your card was charged. Please do not pay again.',
  otherWays: 'Other ways to pay',
  /** Those that a fan may read before the pay step has loaded, which has the others. */
  whyElsewhere: {
    chosen: 'You pay on Stripe’s secure page.',
    'in-app': 'In this app’s browser, you pay on Stripe’s secure page.',
  } as Readonly<Partial<Record<WhyHosted, string>>>,
  offline: 'There is no connection. You have not been charged. Please try again.',
  notCharged: 'Something went wrong. You have not been charged. Try again.',
  leftOpen:
    'You pressed Pay before this page reloaded, and we cannot see whether that tip went through. Please check your bank or payment app before you pay again.',
  /** Those with which the server refuses a session. The pay step has the others. */
  refused: {
    'tips-off': 'Tips are currently turned off here.',
    'payments-not-ready': 'Tips are not possible here yet. Nothing was charged.',
    'profile-not-found': 'There is no profile with this name.',
    'site-not-allowed': 'Tips cannot be sent from this page.',
    'too-many-requests': 'Too many attempts. Please wait a few minutes. You have not been charged.',
    unreachable: 'The server cannot be reached right now. Nothing was charged.',
  } as Readonly<Record<string, string>>,
  refusedOtherwise: 'This did not work. You have not been charged. Please try again.',
  tryAgain: 'Try again',
};

export type FormMessages = typeof enForm;
