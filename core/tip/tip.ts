import type { Interval } from '../amounts/amount-limits';
import type { ShippedLanguage } from '../locale/language-tags';
import { noContribution, type Currency, type TipContribution } from '../money/money';
import type { FanSum } from '../money/fan-money';
import type { PaymentsMode } from '../payments/payments-state';

export const tipTextLimits = { name: 40, message: 200, for: 120, placement: 60 } as const;

export const paymentStatuses = [
  'draft',
  'awaiting',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
  'expired',
  'failed',
  'unknown',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const tipStates = [
  'pending',
  'processing',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'lost',
  'failed',
  'expired',
] as const;
export type TipState = (typeof tipStates)[number];

/** `elements`: paid in the page. `hosted`: paid on Stripe's own page. */
export const tipSurfaces = ['elements', 'hosted'] as const;
export type TipSurface = (typeof tipSurfaces)[number];

/** Stripe's rating of the fraud risk. */
export const riskLevels = ['normal', 'elevated', 'highest'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** `lost`: Stripe did not answer, so it may still make the change. Until `until` only the same amount may be requested again. */
export interface AmountChange {
  readonly id: string;
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly answer: 'awaited' | 'lost';
  readonly until: number;
}

/** The period of a monthly tip that a tip pays for. */
export interface TipCycle {
  /** The id of the monthly tip, which is the id of its first tip. */
  readonly monthlyId: string;
  /** 1 = the first period, which the fan paid on Stripe's page. */
  readonly number: number;
  /** Null until the first payment has succeeded, like the next two. */
  readonly invoiceId: string | null;
  readonly subscriptionId: string | null;
  /** Epoch milliseconds. */
  readonly period: { readonly from: number; readonly to: number } | null;
}

/** Whether it is paid every month or every year; null before its first payment, when the period is not known yet. */
export function cycleInterval({ period }: Pick<TipCycle, 'period'>): Interval | null {
  if (period === null) return null;
  return period.to - period.from > longestMonthMs ? 'year' : 'month';
}

const longestMonthMs = 32 * 86_400_000;

/** Whether Stripe charged it by itself: a later period of a monthly tip. */
export const isRenewal = ({ cycle }: Pick<Tip, 'cycle'>): boolean => cycle !== undefined && cycle.number > 1;

/** One of several refunds of a tip. */
export interface RefundMade {
  readonly at: number;
  /** In minor units of the balance's currency; negative = taken from it. */
  readonly net: number;
  /** In minor units of the tip's currency. 0 = it failed. */
  readonly amount: number;
}

/** A refund that failed: what it took from the balance on its day, and what came back later. Both in minor units of the balance's currency. */
export interface RefundFailed {
  readonly madeAt: number;
  readonly took: number;
  readonly at: number;
  readonly net: number;
  /** What the fan was to get, in minor units of the tip's currency. */
  readonly amount: number;
}

/** What Stripe booked for a dispute at one time: what was taken, what came back, or a fee. */
export interface DisputeMoved {
  readonly at: number;
  /** In minor units of the balance's currency, the fee included; negative = taken from it. */
  readonly net: number;
  readonly fee: number;
  /** In minor units of the tip's currency: positive = taken, negative = returned. */
  readonly amount: number;
}

/**
 * `profiles/{uid}/tips/{tipId}`, written only by functions. Amounts in minor units of `currency`; times in epoch milliseconds (server timestamps in
 * the store). Stripe's objects are the source of truth; a tip is their projection plus Busker's own fields.
 */
export interface Tip {
  readonly v: 1;
  /** Grows by one with each write, for compare-and-set. */
  readonly rev: number;
  readonly tipId: string;
  readonly ownerUid: string;
  readonly handle: string;
  readonly livemode: boolean;
  readonly mode: PaymentsMode;
  readonly surface: TipSurface;
  readonly currency: Currency;
  /** The charged amount: tipAmount + coverAmount. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly applicationFee: number;
  readonly fan: {
    readonly name: string | null;
    readonly message: string | null;
    readonly anonymous: boolean;
    readonly country: string | null;
    /** The message is for the owner alone: nothing that others can see holds it. Absent = others may see it. */
    readonly privateMessage?: true;
    /** Nothing that others can see holds the amount; it counts in sums and in the goal. Absent = others may see it. */
    readonly hidesAmount?: true;
  };
  readonly moderation: { readonly state: 'visible' | 'held' | 'hidden'; readonly reasons: readonly string[] };
  /** The owner's answer; the fan reads it on the receipt. `at`: when it was first written. Null = no answer. */
  readonly reply: { readonly text: string; readonly at: number } | null;
  readonly source: {
    readonly origin: string | null;
    readonly for: string | null;
    readonly placement: string | null;
  };
  readonly stripe: {
    readonly accountId: string | null;
    readonly paymentIntentId: string | null;
    readonly checkoutSessionId: string | null;
    readonly chargeId: string | null;
    readonly balanceTransactionId: string | null;
    readonly paymentMethodType: string | null;
    readonly brand: string | null;
    readonly last4: string | null;
    /** The wallet that held the card (`apple_pay`), by Stripe's name. Absent = none, or stored by an earlier release. */
    readonly wallet?: string;
    /** The text on the fan's card statement, from Stripe. Absent until the charge succeeds, and where Stripe does not say. */
    readonly statement?: string;
  };
  readonly payment: {
    readonly status: PaymentStatus;
    readonly attempts: number;
    /**
     * Ids of failed attempts (Stripe's events, and payment methods of attempts without a charge), so that none counts twice. Absent until an attempt
     * fails.
     */
    readonly failures?: { readonly events: readonly string[]; readonly methods: readonly string[] };
    readonly lastError: {
      readonly code: string;
      readonly declineCode: string | null;
      readonly at: number;
    } | null;
    readonly succeededAt: number | null;
    /** What the fan pays in the own currency. Absent = in the tip's. */
    readonly presented?: FanSum;
  };
  readonly refund: {
    readonly status: 'none' | 'pending' | 'partial' | 'full' | 'failed';
    readonly refunded: number;
    readonly pending: number;
    /** The latest refund failed, so the owner has the money again. `reason` is Stripe's. Absent once another refund follows. */
    readonly failure?: {
      readonly amount: number;
      readonly reason: string | null;
      /** The same in the fan's own currency. Absent where there is none, and where Stripe does not say. */
      readonly presented?: FanSum;
    };
    /** The two sums in minor units of `payment.presented.currency`. Absent where there is none, and while Stripe does not say. */
    readonly presented?: { readonly refunded: number; readonly pending: number };
  };
  readonly dispute: {
    readonly status: 'none' | 'inquiry' | 'open' | 'won' | 'lost' | 'prevented';
    readonly amount: number;
    readonly disputeId: string | null;
    readonly dueBy: number | null;
  };
  /**
   * The card's bank suspects fraud (Stripe's early fraud warning); null = no warning. `type` is Stripe's `fraud_type`. While `actionable`, a full
   * refund may still prevent a dispute. Busker never refunds automatically.
   */
  readonly warning: { readonly type: string; readonly actionable: boolean; readonly at: number } | null;
  /** Stripe's rating of the latest payment attempt (`outcome.risk_level`); null = no rating, or stored by an earlier release. */
  readonly risk: RiskLevel | null;
  readonly fees: {
    readonly estimated: number;
    readonly stripe: number | null;
    readonly application: number | null;
    readonly net: number | null;
    readonly settlementCurrency: string | null;
  };
  /**
   * What Stripe booked on the owner's balance for refunds and disputes of this tip, in minor units of `fees.settlementCurrency`, fees included;
   * negative = taken from the balance. Null = there was none, or it was stored by an earlier release.
   */
  readonly returned: {
    readonly refundNet: number;
    readonly disputeNet: number;
    /** The part of `disputeNet` that Stripe charges for the dispute itself; positive = paid by the owner. */
    readonly disputeFee: number;
    /** When the latest refund was made, and when the latest dispute began. */
    readonly refundedAt: number | null;
    readonly disputedAt: number | null;
    /** Each refund, where there are several: what Stripe booked for it, and what the fan gets. Absent = one, or stored by an earlier release. */
    readonly refundsMade?: readonly RefundMade[];
    /** Those whose money came back, in the order in which it did. Absent = none, or stored by an earlier release. */
    readonly refundsFailed?: readonly RefundFailed[];
    /** When the last of them came back. */
    readonly refundFailedAt?: number;
    /** What was taken and returned for disputes, where that was not only on the day on which one began, oldest first. Absent: it was, or an earlier release stored it. */
    readonly disputesMoved?: readonly DisputeMoved[];
    /** The time of the last of them; a dispute may be won long after it began. */
    readonly disputeMovedAt?: number;
  } | null;
  /** Derived from the groups above; indexed. */
  readonly state: TipState;
  readonly contrib: TipContribution;
  /** Absent for a tip that is given once. */
  readonly cycle?: TipCycle;
  /** Hash of the request that created the tip: the same clientRequestId with another body is refused. */
  readonly requestHash: string;
  /** A requested change of the amount that Stripe has not confirmed; null = none. There is one at a time. */
  readonly amountChange: AmountChange | null;
  /** The number of the latest change of the amount: an earlier one that arrives late is refused. 0 = never changed. */
  readonly amountSequence: number;
  /** Grows when Stripe has stored an error under this payment's idempotency key: the next try uses another key. */
  readonly keyRound: number;
  /** The payment methods that were offered when the tip was sent. They never change, because a repeated call to Stripe must be identical. */
  readonly ways: readonly string[];
  /** Stripe's page may show the fan's own currency, by the owner's choice when the tip was sent. Absent = it shows the tip's. */
  readonly fanCurrency?: true;
  /** The language in which Stripe's page names the tip. Absent = it is paid elsewhere, or of an earlier release: then it is English. */
  readonly pageLanguage?: ShippedLanguage;
  /** The owner's name on that page, as it was when the tip was sent. Absent = of an earlier release: then the handle stands there. */
  readonly pageName?: string;
  /**
   * The client secret or the URL of Stripe's page, encrypted, so that a repeated request is answered without asking Stripe. Null when it is not
   * known, and once the payment is over.
   */
  readonly sealedSecret: string | null;
  /** When the fan's name and message and the reply are erased, by the owner's choice; null = the tip has none of them. */
  readonly eraseTextsAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly syncedAt: number | null;
}

/** A tip that was paid with a test card before its server took real money: it stays in the list and does not count. */
export const isTestTip = ({ livemode, payment, contrib }: Tip): boolean =>
  !livemode && payment.status === 'succeeded' && contrib.count === 0;

/** The test tip without its contribution. */
export const setAside = (tip: Tip): Tip => ({ ...tip, contrib: noContribution });

/** The time `years` years after a time (epoch milliseconds), on the same day of the year in UTC. */
export function yearsAfter(at: number, years: number): number {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime();
}

/** Whether a tip has a text that is erased after the owner's number of years: the fan's name and message, and the reply, which may name the fan. */
export const hasTexts = ({ fan, reply }: Pick<Tip, 'fan' | 'reply'>): boolean =>
  fan.name !== null || fan.message !== null || reply !== null;

/** As the brands write themselves, by Stripe's word for them. */
const names: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Stripe's word stands as it is where the table has no name for it. */
export const cardBrand = (brand: string): string => (Object.hasOwn(names, brand) && names[brand]) || brand;

/** The parts of a tip's amount, in minor units. The charged amount is `tipAmount` plus `coverAmount`. */
export interface TipAmounts {
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly applicationFee: number;
  readonly estimatedFee: number;
}

/** The metadata value of a payment whose amount was changed: `500:45:0:45`. */
export const spellAmounts = ({ tipAmount, coverAmount, applicationFee, estimatedFee }: TipAmounts): string =>
  [tipAmount, coverAmount, applicationFee, estimatedFee].join(':');

const spelled = /^(\d{1,12}):(\d{1,12}):(\d{1,12}):(\d{1,12})$/;

/** Null = missing, or not written by Busker. */
export function readAmounts(text: string | undefined): TipAmounts | null {
  const parts = spelled.exec(text ?? '');
  if (parts === null) return null;
  const [tipAmount = 0, coverAmount = 0, applicationFee = 0, estimatedFee = 0] = parts.slice(1).map(Number);
  return { tipAmount, coverAmount, applicationFee, estimatedFee };
}

/**
 * The tip with the amount that its payment has at Stripe. Stripe is changed first, so after a lost answer the tip may have the old amount. The
 * payment's metadata holds the parts that we sent. If they do not add up to the payment's amount, the change is not ours.
 */
export function withAmounts(
  tip: Tip,
  { amount, amounts }: { readonly amount: number; readonly amounts: TipAmounts | null },
): Tip {
  if (amounts === null) return tip;
  const { tipAmount, coverAmount, applicationFee, estimatedFee } = amounts;
  if (tipAmount + coverAmount !== amount) return tip;
  const isSame = tipAmount === tip.tipAmount && coverAmount === tip.coverAmount;
  if (isSame && applicationFee === tip.applicationFee && amount === tip.amount) return tip;
  return {
    ...tip,
    amount,
    tipAmount,
    coverAmount,
    applicationFee,
    fees: { ...tip.fees, estimated: estimatedFee },
  };
}

/** Whether the fan's name or message waits for the owner: the tip counts, and others could see them. */
export const waitsForReview = ({ moderation, contrib, state, fan }: Tip): boolean =>
  moderation.state === 'held' &&
  contrib.count > 0 &&
  state !== 'refunded' &&
  state !== 'lost' &&
  (fan.name !== null || fan.message !== null);

/** Whether the fan may wait for an answer: the tip counts, and was not given back. */
export const isAnswerable = ({ contrib, state }: Pick<Tip, 'contrib' | 'state'>): boolean =>
  contrib.count > 0 && state !== 'refunded';

/** The public part of a tip, and when it was paid (epoch milliseconds). */
interface PublicWords {
  readonly name: string | null;
  readonly message: string | null;
  readonly paidAt: number;
}

/**
 * The public words of a tip; null = nothing is public. Public are tips that are paid and not refunded, with visible texts, where the fan gave a name
 * or a message and did not choose to stay anonymous. A message for the owner alone is not. The public wall and messages that others can see follow this one rule.
 */
export function publicWords({ fan, moderation, payment, state }: Tip): PublicWords | null {
  const isKept = state === 'paid' || state === 'partially_refunded';
  const message = fan.privateMessage ? null : fan.message;
  const wantsToBeSeen = !fan.anonymous && (fan.name !== null || message !== null);
  if (!isKept || !wantsToBeSeen || moderation.state !== 'visible' || payment.succeededAt === null)
    return null;
  return { name: fan.name, message, paidAt: payment.succeededAt };
}
