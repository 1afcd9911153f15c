import type { RefundFailureKind } from '../../core/tip/refund-failure';

/** Texts of the screens after the form, in the pay step's chunk. Amounts and times are already formatted. */
export const enOutcome = {
  wallets: 'Pay with a wallet',
  or: 'or',
  elsewhere: 'Your payment page is open in another tab. When you have paid, you will see it here.',
  elsewhereBlocked:
    'Your browser did not open the payment page. Open it here. When you have paid, you will see it here.',
  openPayPage: 'Open the payment page',
  back: 'Back',
  onAnotherDevice: 'Or pay on another device:',
  unsure:
    'We could not find out whether your card was charged. Before you pay again, check the receipt or ask your bank.',
  thankYou: 'Thank you',
  wentThrough: (amount: string, name: string) => `Your tip of ${amount} to ${name} went through.`,
  onItsWay: 'On its way',
  onItsWayWhy: (amount: string, name: string) =>
    `Your bank tells us soon whether your tip of ${amount} to ${name} went through. You will see it here. You need not pay again.`,
  tipWentThrough: (name: string) => `Your tip to ${name} went through.`,
  receipt: 'Receipt',
  undo: 'Undo this tip',
  undoUntil: (time: string) => `You can undo it for another ${time}.`,
  undoing: 'Undoing your tip…',
  undone: (amount: string) => `Your tip was undone. ${amount} will be back with you in a few days.`,
  /** `time`: "7 days". */
  undoneSlowly: (amount: string, time: string) =>
    `Your tip was undone. ${amount} goes back to your bank within ${time}.`,
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
