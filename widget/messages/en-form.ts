import type { Decline } from '../payment/payment-surface';
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
    'not-a-step': () => 'This amount does not exist in this currency.',
  } satisfies Record<AmountFaultKind, (min: string, max: string, example: string) => string>,
  chooseAmount: 'Choose an amount',
  yourName: 'Your name (optional)',
  message: 'Message (optional)',
  charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: (limit: number) => `Please shorten this to ${limit} characters.`,
  coverCosts: (amount: string) => `Add ${amount} to cover costs`,
  coverCostsWhy: (name: string) => `So that ${name} receives the whole tip after card fees.`,
  privacy: 'Receipt and privacy',
  receiptEmail: 'Email for a receipt (optional)',
  notAnEmail: 'This does not look like an email address.',
  anonymous: 'Keep my name off public lists',
  whoSeesWhat: 'Who sees what',
  ownerSees: (name: string) =>
    `${name} sees the amount, your name and message if you leave them, and your card’s country.`,
  publicSees: (name: string) =>
    `The public may see your name, message and amount if ${name} shows a list of supporters.`,
  publicSeesNothing: 'The public sees no name of yours.',
  stripeSees: 'Stripe processes the card and, if you give it, your email. Nobody else gets either.',
  card: 'Card',
  cardFormLoading: 'Opening the card form…',
  cardSafety: 'Your card details go straight to Stripe. This site never sees them.',
  person: 'Please show that you are a person',
  personFirst: 'Please show first that you are a person. You have not been charged.',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'One moment…',
  withYourBank: 'Confirming with your bank…',
  checking:
    'The connection was lost. We are checking whether your card was charged. Please do not pay again.',
  otherWays: 'Other ways to pay',
  whyElsewhere: {
    guarded: 'To keep cards safe, you pay on a secure page of Stripe right now. You have not been charged.',
    chosen: 'You pay on a secure page of Stripe.',
    challenge: 'The check for robots cannot be shown here. You can pay on a secure page instead.',
    'in-app': 'In this app’s browser you pay on a secure page of Stripe.',
    'foreign-shadow-root':
      'The card form cannot be shown inside this part of the page. You can pay on a secure page instead.',
    'other-stripe-version': 'This page uses a card form of its own. You can pay on a secure page instead.',
    'no-address':
      'This part of the page has no web address of its own, which card payments need. You can pay on a secure page instead.',
    blocked: 'This page or your browser blocks the card form. You can pay on a secure page instead.',
    deformed: 'This page’s styles break the card form. You can pay on a secure page instead.',
    timeout: 'The card form did not answer. You can pay on a secure page instead.',
  } satisfies Record<WhyHosted, string>,
  decline: {
    'card-declined': 'Your card was declined. Try another card.',
    'insufficient-funds': 'Not enough funds. Try another card.',
    'card-expired': 'This card has expired. Check the date or try another card.',
    'wrong-cvc': 'The security code is not right. Please check it.',
    'wrong-number': 'The card number is not right. Please check it.',
    'not-verified':
      'We could not verify your card. You have not been charged. Try again or use another card.',
    'try-again': 'Something went wrong. You have not been charged. Try again.',
    'too-many-tries': 'Too many tries. You have not been charged. Wait a few minutes.',
    'amount-too-small': 'This amount is too small for a card payment. You have not been charged.',
    'amount-too-large': 'This amount is too large for a card payment. You have not been charged.',
  } satisfies Record<Decline, string>,
  offline: 'There is no connection. You have not been charged. Please try again.',
  notCharged: 'Something went wrong. You have not been charged. Try again.',
  paymentClosed:
    'This payment was closed and you have not been charged. We close a payment after several failed tries. Press Pay to start a new one.',
  formReloaded: 'The page moved this form, so the card has to be typed once more. You have not been charged.',
  totalChanged: 'The total has changed. Please look at it once more. You have not been charged.',
  leftOpen:
    'You pressed Pay before this page was loaded again, and we cannot see from here whether that tip went through. Please check with your bank before you pay once more.',
  pageExpired: 'The payment page was closed or ran out. You have not been charged.',
  refused: {
    'tips-off': 'Tips are switched off here at the moment.',
    'payments-not-ready': 'Tips cannot be taken here yet. Nothing was charged.',
    'profile-not-found': 'There is no profile with this name.',
    'site-not-allowed': 'Tips cannot be sent from this page.',
    'session-invalid': 'Please close this and open it again. You have not been charged.',
    'session-expired': 'This took a while. Please try once more. You have not been charged.',
    'too-many-requests': 'Too many tries. Please wait a few minutes. You have not been charged.',
    'tip-busy':
      'The amount of this tip is just being changed. You have not been charged. Please try again in a minute.',
    'tip-not-changeable': 'This tip is already on its way and can no longer be changed.',
    'undo-unavailable': 'This tip can no longer be undone here. The receipt says whom to ask.',
    unreachable: 'The server cannot be reached right now. Nothing was charged.',
  } as Readonly<Record<string, string>>,
  refusedOtherwise: 'This did not work. You have not been charged. Please try again.',
  tryAgain: 'Try again',
};

export type FormMessages = typeof enForm;
