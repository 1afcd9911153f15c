import type { Decline, SurfaceFault } from '../payment/payment-surface';
import type { AmountFaultKind } from '../tip/tip-form';

/** Texts of the tip sheet. They travel with it, apart from the card's own (messages/en.ts). Amounts come formatted. */
export const enTip = {
  title: (name: string) => `Tip ${name}`,
  thanksFor: (what: string) => `For “${what}”`,
  close: 'Close',
  amount: 'Amount',
  otherAmount: 'Other amount',
  range: (min: string, max: string) => `From ${min} to ${max}`,
  amountFault: {
    'not-a-number': () => 'Enter an amount, for example 5.',
    'too-precise': () => 'This amount has too many decimals.',
    'too-small': (min: string) => `The smallest tip is ${min}.`,
    'too-large': (_min: string, max: string) => `The largest tip is ${max}.`,
    'not-a-step': () => 'This amount does not exist in this currency.',
  } satisfies Record<AmountFaultKind, (min: string, max: string) => string>,
  chooseAmount: 'Choose an amount',
  yourName: 'Your name (optional)',
  message: 'Message (optional)',
  charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: 'Please shorten this a little.',
  coverCosts: (amount: string) => `Add ${amount} to cover costs`,
  coverCostsWhy: (name: string) => `So that ${name} receives the whole tip after card fees.`,
  card: 'Card',
  cardFormLoading: 'Opening the card form…',
  cardSafety: 'Your card details go straight to Stripe. This site never sees them.',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'One moment…',
  withYourBank: 'Confirming with your bank…',
  checking:
    'The connection was lost. We are checking whether your card was charged. Please do not pay again.',
  otherWays: 'Other ways to pay',
  whyElsewhere: {
    chosen: 'You pay on a secure page of Stripe.',
    'foreign-shadow-root':
      'The card form cannot be shown inside this part of the page. You can pay on a secure page instead.',
    'other-stripe-version': 'This page uses a card form of its own. You can pay on a secure page instead.',
    blocked: 'This page or your browser blocks the card form. You can pay on a secure page instead.',
    timeout: 'The card form did not answer. You can pay on a secure page instead.',
  } satisfies Record<SurfaceFault | 'chosen', string>,
  decline: {
    declined: 'Your card was declined. Try another card.',
    'insufficient-funds': 'Not enough funds. Try another card.',
    'expired-card': 'This card has expired. Check the date or try another card.',
    'incorrect-cvc': 'The security code is not right. Please check it.',
    'incorrect-number': 'The card number is not right. Please check it.',
    'not-verified':
      'We could not verify your card. You have not been charged. Try again or use another card.',
    'try-again': 'Something went wrong. You have not been charged. Try again.',
  } satisfies Record<Decline, string>,
  offline: 'There is no connection. You have not been charged. Please try again.',
  notCharged: 'Something went wrong. You have not been charged. Try again.',
  formReloaded: 'The page moved this form, so the card has to be typed once more. You have not been charged.',
  totalChanged: 'The total has changed. Please look at it once more. You have not been charged.',
  refused: {
    'tips-off': 'Tips are switched off here at the moment.',
    'payments-not-ready': 'Tips cannot be taken here yet. Nothing was charged.',
    'profile-not-found': 'There is no profile with this name.',
    'site-not-allowed': 'Tips cannot be sent from this page.',
    'session-invalid': 'Please close this and open it again. You have not been charged.',
    'session-expired': 'This took a while. Please try once more. You have not been charged.',
    'too-many-requests': 'Too many tries. Please wait a few minutes. You have not been charged.',
    'challenge-required': 'Please use “Other ways to pay” for this tip. You have not been charged.',
    unreachable: 'The server cannot be reached right now. Nothing was charged.',
  } as Readonly<Record<string, string>>,
  refusedOtherwise: 'This did not work. You have not been charged. Please try again.',
  tryAgain: 'Try again',
  thankYou: 'Thank you',
  wentThrough: (amount: string, name: string) => `Your tip of ${amount} to ${name} went through.`,
  onItsWay: (amount: string, name: string) =>
    `Your tip of ${amount} to ${name} is on its way. Your bank will confirm it.`,
  receipt: 'Receipt',
  done: 'Done',
  sendAnother: 'Send another tip',
};

export type TipMessages = typeof enTip;
