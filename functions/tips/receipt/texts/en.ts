import type { RefundFailureKind } from '../../../../core/tip/refund-failure';
import type { TipState } from '../../../../core/tip/tip';

interface StateWords {
  readonly heading: string;
  readonly sentence: (owner: string) => string;
}

/** The texts of a fan's receipt and of refused forms. English defines the type of every language. */
export const en = {
  title: 'Your tip',
  open: 'Open this page from the link on your thank-you screen to see your tip.',
  noScript: 'This page needs JavaScript to open your receipt.',
  undo: 'Undo this tip',
  /** The page's script replaces `{time}` every second. */
  undoLeft: 'Time left: {time}.',
  words: 'Your name and message',
  save: 'Save',
  erase: 'Erase name and message',
  saved: 'Saved.',
  erased: 'Name and message are erased.',
  goingBack: 'Your tip is being refunded.',
  payOn: 'Back to the payment page',
  back: 'Back to the profile',
  reply: (owner: string) => `${owner} answered you`,
  /** One notification when the owner answers, and a link for those who do not want it. */
  watch: {
    offer: (owner: string) => `Tell me once if ${owner} answers`,
    asking: 'Please allow notifications in your browser.',
    on: (owner: string) => `You will get one notification when ${owner} answers.`,
    off: 'Do not tell me',
    blocked: 'Notifications are blocked for this page. You can allow them in the settings of your browser.',
    keep: 'To read an answer later, keep the link to this page.',
    copy: 'Copy the link',
    copied: 'The link is copied.',
    /** In the notification itself. */
    read: 'Open your tip to read the answer.',
  },
  ask: (owner: string) => `Questions about this tip? Ask ${owner}.`,
  goneTitle: 'Tip not found',
  gone: 'This tip could not be found.',
  home: 'Go to the start page',
  failed: 'Something went wrong. Please try again.',
  states: {
    pending: {
      heading: 'Not paid yet',
      sentence: (owner) => `Your tip for ${owner} has not been paid. Nothing was charged.`,
    },
    processing: {
      heading: 'On its way',
      sentence: (owner) =>
        `Your tip for ${owner} is on its way. Stripe tells us soon whether it went through, and this page shows it. You need not pay again.`,
    },
    paid: { heading: 'Thank you', sentence: (owner) => `Your tip for ${owner} has been paid.` },
    partially_refunded: {
      heading: 'Partly refunded',
      sentence: (owner) => `A part of your tip for ${owner} was refunded to you.`,
    },
    refunded: {
      heading: 'Refunded',
      sentence: (owner) => `Your tip for ${owner} was refunded to you. It can take some days to arrive.`,
    },
    disputed: {
      heading: 'In dispute',
      sentence: (owner) => `Your bank is reviewing your tip for ${owner}.`,
    },
    lost: {
      heading: 'Reversed by your bank',
      sentence: (owner) => `Your bank reversed your tip for ${owner}.`,
    },
    failed: {
      heading: 'Not paid',
      sentence: (owner) => `Your tip for ${owner} was not paid. Nothing was charged.`,
    },
    expired: {
      heading: 'Not paid',
      sentence: (owner) => `Your tip for ${owner} was not paid in time. Nothing was charged.`,
    },
  } as Readonly<Record<TipState, StateWords>>,
  refundFailedTitle: 'The refund failed',
  refundFailed: (amount: string, name: string) =>
    `A refund of ${amount} failed. ${name} has the money again.`,
  refundWhy: {
    'card-closed': 'The card has expired or was cancelled.',
    'bank-refused': 'Your bank refused it.',
    disputed: 'Your bank is already reviewing this payment.',
    'no-funds': 'There was not enough money in the account that pays it.',
    unknown: 'No reason was given.',
  } satisfies Record<RefundFailureKind, string>,
  refundAsk: (name: string) => `Please ask ${name} to return it another way.`,
  rows: {
    tip: 'Tip',
    covered: 'Card costs covered',
    total: 'Total',
    givenBack: 'Refunded',
    comingBack: 'Being refunded',
    paidWith: 'Paid with',
    card: 'Card',
    statement: 'On your statement',
    paidOn: 'Paid on',
    number: 'Number',
  },
  /** An amount that is on its way back. `time`: "7 days". */
  backWithin: (amount: string, time: string) => `${amount} · within ${time}`,
  cardEnding: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  refused: {
    sorry: 'Something went wrong',
    otherwise: 'Something went wrong. Nothing was charged. Please try again.',
    again: 'Please open the form again and try again. Nothing was charged.',
    often: 'Too many attempts. Please wait a few minutes. Nothing was charged.',
    check: 'Please check the marked fields.',
    away: 'The service is not available right now. Nothing was charged. Please try again.',
    notReady: 'This profile cannot receive tips yet. Nothing was charged.',
    noUndo: 'This tip can no longer be undone here.',
    fixed: 'This tip is already being paid and can no longer be changed.',
  },
  fields: {
    choose: 'Choose an amount.',
    write: (example: string) => `Enter an amount, such as ${example}.`,
    email: 'This does not look like an email address.',
    shorten: 'This is too long. Please shorten it.',
    keepTo: (limit: number) => `Please shorten this to ${limit} characters.`,
    least: (min: string) => `The smallest tip is ${min}.`,
    most: (max: string) => `The largest tip is ${max}.`,
    step: 'This amount is not possible in this currency.',
  },
};

export type ReceiptTexts = typeof en;
