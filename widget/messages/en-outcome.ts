import type { Decline } from '../payment/payment-surface';
import type { FormMessages } from './en-form';
import type { WhyHosted } from '../tip/tip-flow';
import type { RefundFailureKind } from '../../core/refunds/refund';

/** Texts of the screens after the form, in the pay step's chunk. Amounts and times are already formatted. */
export const enOutcome = {
  wallets: 'Pay with a wallet',
  or: 'or',
  decline: {
    'card-declined': 'Your card was declined. Try another card.',
    'insufficient-funds': 'Not enough funds. Try another card.',
    'card-expired': 'This card has expired. Check the date or try another card.',
    'wrong-cvc': 'The security code is incorrect. Please check it.',
    'wrong-number': 'The card number is incorrect. Please check it.',
    'not-verified':
      'We could not verify your card. You have not been charged. Try again or use another card.',
    'not-approved':
      'This payment was not approved. You have not been charged. Try again or choose another way to pay.',
    'way-unavailable':
      'This way to pay is not available right now. You have not been charged. Choose another.',
    'try-again': 'Something went wrong. You have not been charged. Try again.',
    'too-many-tries': 'Too many attempts. You have not been charged. Wait a few minutes.',
    'amount-too-small': 'This amount is too small for a card payment. You have not been charged.',
    'amount-too-large': 'This amount is too large for a card payment. You have not been charged.',
  } satisfies Record<Decline, string>,
  paymentClosed:
    'This payment was closed and you have not been charged. We close a payment after several failed attempts. Press Pay to start a new one.',
  totalChanged: 'The total has changed. Please check it again. You have not been charged.',
  pageExpired: 'The payment page was closed or has expired. You have not been charged.',
  whyElsewhere: {
    guarded: 'To keep cards safe, you currently pay on Stripe’s secure page. You have not been charged.',
    chosen: 'You pay on Stripe’s secure page.',
    challenge: 'The check for robots cannot be shown here. You can pay on a secure page instead.',
    'in-app': 'In this app’s browser, you pay on Stripe’s secure page.',
    'foreign-shadow-root':
      'The card form cannot be shown inside this part of the page. You can pay on a secure page instead.',
    'other-stripe-version': 'This page has its own card form. You can pay on a secure page instead.',
    'no-address':
      'This part of the page has no web address of its own, which card payments need. You can pay on a secure page instead.',
    blocked: 'This page or your browser blocks the card form. You can pay on a secure page instead.',
    deformed: 'This page’s styles break the card form. You can pay on a secure page instead.',
    covered:
      'A question from your bank could not be shown in this part of the page. You can pay on a secure page instead.',
    removed: 'This page keeps removing the card form. You can pay on a secure page instead.',
    'no-method': 'There is no way to pay inside this page. You can pay on a secure page instead.',
    timeout: 'The card form did not answer. You can pay on a secure page instead.',
  } satisfies Record<WhyHosted, string>,
  refused: {
    'session-invalid': 'Please close this and open it again. You have not been charged.',
    'session-expired': 'This took a while. Please try again. You have not been charged.',
    'tip-busy':
      'The amount of this tip is being changed. You have not been charged. Please try again in a minute.',
    'tip-not-changeable': 'This tip is already on its way and can no longer be changed.',
    'undo-unavailable': 'This tip can no longer be undone here. The receipt says whom to ask.',
  } as Readonly<Record<string, string>>,
  card: 'Card',
  cardSafety: 'Your card details go straight to Stripe. This site never sees them.',
  person: 'Please confirm that you are human',
  personFirst: 'Please confirm first that you are human. You have not been charged.',
  formReloaded: 'The page moved this form. Please enter your card again. You have not been charged.',
  notPaid: 'Not paid. Nothing was charged.',
  withYourBank: 'Confirming with your bank…',
  noQuestion: 'Can you not see your bank’s question?',
  payThere: 'Continue on the payment page',
  elsewhere: 'Your payment page is open in another tab. When you have paid, you will see it here.',
  elsewhereBlocked:
    'Your browser did not open the payment page. Open it here. When you have paid, you will see it here.',
  openPayPage: 'Open the payment page',
  back: 'Back',
  onAnotherDevice: 'Or pay on another device:',
  unsure:
    'We could not find out whether you were charged. Before you pay again, check the receipt, your bank or payment app.',
  thankYou: 'Thank you',
  wentThrough: (amount: string, name: string) => `Your tip of ${amount} to ${name} went through.`,
  onItsWay: 'On its way',
  onItsWayWhy: (amount: string, name: string) =>
    `Stripe tells us soon whether your tip of ${amount} to ${name} went through. You will see it here. You need not pay again.`,
  tipWentThrough: (name: string) => `Your tip to ${name} went through.`,
  receipt: 'Receipt',
  undo: 'Undo this tip',
  undoUntil: (time: string) => `You can undo it for another ${time}.`,
  undoing: 'Undoing your tip…',
  undone: (amount: string) => `Your tip was undone. ${amount} will be back with you in a few days.`,
  /** `time`: "7 days". */
  undoneSlowly: (amount: string, time: string) =>
    `Your tip was undone. ${amount} goes back to you within ${time}.`,
  undoFailed: 'This tip could not be undone just now. Please try again, or use the receipt to ask for help.',
  undoLost:
    'The connection was lost, so we cannot see whether your tip was undone. Please try again: it is undone only once.',
  refundFailed: (amount: string, name: string) =>
    `A refund of ${amount} failed. The money is with ${name} again.`,
  refundWhy: {
    'card-closed': 'The card has expired or was cancelled.',
    'bank-refused': 'Your bank refused it.',
    disputed: 'Your bank is already looking into this payment.',
    'no-funds': 'The account it comes from did not hold enough money.',
    unknown: 'No reason was given.',
  } satisfies Record<RefundFailureKind, string>,
  refundAsk: (name: string) => `Please ask ${name} to return it another way.`,
  done: 'Done',
};

export type OutcomeMessages = typeof enOutcome;

export type TipMessages = Omit<FormMessages, 'whyElsewhere'> & OutcomeMessages;

/** The texts before the pay step has loaded: English has two halves, every other language is complete. */
export type SheetMessages = FormMessages & Partial<Omit<OutcomeMessages, 'whyElsewhere'>>;

/** Adds the texts after the form to those before it, in English if the language has no translation. */
export const withOutcome = (messages: SheetMessages): TipMessages => ({
  ...enOutcome,
  ...messages,
  whyElsewhere: { ...enOutcome.whyElsewhere, ...messages.whyElsewhere },
  refused: { ...enOutcome.refused, ...messages.refused },
});
