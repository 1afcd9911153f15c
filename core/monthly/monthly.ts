import * as v from 'valibot';
import { readEmailAddress } from '../text/addresses';
import type { ShippedLanguage } from '../locale/language-tags';
import type { Interval } from '../amounts/amount-limits';
import type { Currency } from '../money/money';
import type { PaymentsMode } from '../payments/payments-state';
import { yearsAfter, type Tip } from '../tip/tip';

/**
 * `starting`: not paid yet. `never-began`: Stripe's page ran out. `ending`: paid until the end of the period, then over. `needs-action`: the card's
 * bank asks the fan to confirm. `overdue`: the last charge did not go through.
 */
export const monthlyStates = [
  'starting',
  'never-began',
  'active',
  'ending',
  'paused',
  'needs-action',
  'overdue',
  'ended',
] as const;
export type MonthlyState = (typeof monthlyStates)[number];

/** The states after which nothing is charged any more. */
export const isOver = (state: MonthlyState): boolean => state === 'never-began' || state === 'ended';

/** Who or what ended it. `account`: the owner deleted the account. `stripe`: somebody at Stripe, or in its dashboard. */
export const endReasons = [
  'fan',
  'owner',
  'payment_failed',
  'disputed',
  'withdrawn',
  'overdue',
  'account',
  'stripe',
] as const;
export type EndReason = (typeof endReasons)[number];

export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A monthly tip's share of its owner's monthly support, in minor units. It counts only while the next charge is to be expected. */
export interface MonthlyContribution {
  readonly active: 0 | 1;
  readonly perYear: number;
}

export const noSupport: MonthlyContribution = { active: 0, perYear: 0 };

/** What a fan read and agreed to in the language of the page. `at` in epoch milliseconds. */
interface Consent {
  readonly words: string;
  readonly wordsVersion: number;
  readonly language: ShippedLanguage;
  readonly at: number;
}

/** The consent to another amount, in minor units of one period. */
export interface AmountConsent extends Consent {
  readonly amount: number;
}

/** The card that pays; null when Stripe has none, or another method pays. */
export interface MonthlyCard {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/**
 * `profiles/{uid}/monthly/{monthlyId}`, written only by functions: what a fan promised to pay every month or year, and how it stands at Stripe.
 * `monthlyId` is the id of its first tip. Each period that is charged is a tip of its own. Amounts in minor units of `currency`, of one period;
 * times in epoch milliseconds.
 */
export interface Monthly {
  readonly v: 1;
  /** Grows by one with each write, for compare-and-set. */
  readonly rev: number;
  readonly monthlyId: string;
  readonly ownerUid: string;
  readonly handle: string;
  readonly livemode: boolean;
  readonly mode: PaymentsMode;
  readonly currency: Currency;
  readonly every: Interval;
  readonly amount: number;
  readonly tipAmount: number;
  readonly coverAmount: number;
  /** The host's share, in basis points. It stays as it was at the start. */
  readonly shareBps: number;
  /** The text above the button when the fan agreed. */
  readonly consent: Consent;
  /** The texts at the latest changes of the amount, the oldest first. Stripe may have taken any change whose answer is lost. */
  readonly amountConsents: readonly AmountConsent[];
  readonly fan: Pick<Tip['fan'], 'name' | 'anonymous' | 'hidesAmount'>;
  readonly source: Tip['source'];
  readonly stripe: {
    readonly accountId: string | null;
    readonly checkoutSessionId: string | null;
    readonly subscriptionId: string | null;
    readonly itemId: string | null;
    readonly customerId: string | null;
    readonly productId: string;
    readonly latestInvoiceId: string | null;
  };
  readonly card: MonthlyCard | null;
  readonly stripeStatus: SubscriptionStatus | null;
  readonly state: MonthlyState;
  readonly startedAt: number | null;
  readonly periodEnd: number | null;
  /** When Stripe will charge next; null = never, or nobody knows. */
  readonly nextChargeAt: number | null;
  readonly pausedUntil: number | null;
  readonly endingAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** A request that Stripe has not confirmed yet; null = none. */
  readonly asked: { readonly what: 'stop' | 'end'; readonly reason: EndReason; readonly at: number } | null;
  readonly failing: {
    /** The start of the period that is not paid. */
    readonly since: number;
    readonly attempts: number;
    readonly nextAttemptAt: number | null;
    readonly needsAction: boolean;
  } | null;
  readonly paidCycles: number;
  readonly lastPaidAt: number | null;
  /** When Stripe made the latest invoice that we have seen. */
  readonly lastInvoiceAt: number | null;
  /** Stripe has answered about the monthly tip, and not yet about all of its tips. Absent = about all. */
  readonly tipsBehind?: true;
  /**
   * Stripe has not shown us the owner's account since then: the state is what was seen last. `lookAt` is when Stripe is asked whether the account is
   * back. Absent = Stripe shows it.
   */
  readonly elsewhere?: { readonly since: number; readonly lookAt: number };
  readonly contrib: MonthlyContribution;
  readonly requestHash: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly syncedAt: number | null;
}

/** A monthly tip before the fan has paid. */
export const notBegun = {
  card: null,
  stripeStatus: null,
  state: 'starting',
  startedAt: null,
  periodEnd: null,
  nextChargeAt: null,
  pausedUntil: null,
  endingAt: null,
  endedAt: null,
  endReason: null,
  asked: null,
  failing: null,
  paidCycles: 0,
  lastPaidAt: null,
  lastInvoiceAt: null,
  contrib: noSupport,
} as const satisfies Partial<Monthly>;

/** More changes than a fan makes before Stripe answers about one of them. */
export const mostAmountConsents = 10;

type Known = Pick<Monthly, 'amount' | 'amountConsents'>;

/** The consent to the present amount; null = the fan never chose it on their page: it is the first one, or the owner's at Stripe. */
export const amountConsentOf = ({ amount, amountConsents }: Known): AmountConsent | null =>
  amountConsents.findLast((each) => each.amount === amount) ?? null;

/**
 * The consents once the fan has agreed to another amount, before Stripe has it. The earlier ones stay: while answers are lost, any of them can be the
 * amount that Stripe has. Above the bound the oldest goes that is not the consent to the present amount. The same consent a second time changes nothing.
 */
export function withAmountConsent(known: Known, agreed: AmountConsent): readonly AmountConsent[] {
  const latest = known.amountConsents.at(-1);
  if (latest?.amount === agreed.amount && latest.words === agreed.words) return known.amountConsents;
  const all = [...known.amountConsents, agreed];
  const present = amountConsentOf(known);
  const oldest = all.length > mostAmountConsents ? all.find((each) => each !== present) : undefined;
  return all.filter((each) => each !== oldest);
}

const afterConsent = 3;
const afterEnd = 1;

/**
 * Until when the consent to a monthly tip is kept: three years after it was given, or one year after the end of the monthly tip, whichever is later, as
 * California's Automatic Renewal Law asks. All in epoch milliseconds; years of the calendar in UTC. One from 29 February ends on 1 March.
 */
export const consentKeptUntil = (consentAt: number, endedAt: number): number =>
  Math.max(yearsAfter(consentAt, afterConsent), yearsAfter(endedAt, afterEnd));

/** What the end of a name depends on: when the latest payment was made, and the owner's years for texts. Times in epoch milliseconds. */
interface NameTimes {
  readonly latestAt: number;
  readonly keepTipsYears: number;
  readonly now: number;
}

/**
 * The monthly tip without its fan's name, if it is over and the texts of its latest payment are past their time; else the same object. One that goes on
 * keeps the name, since its next payment is made with it.
 */
export function withNameInTime(monthly: Monthly, { latestAt, keepTipsYears, now }: NameTimes): Monthly {
  const { state, fan } = monthly;
  if (fan.name === null || !isOver(state) || yearsAfter(latestAt, keepTipsYears) > now) return monthly;
  return { ...monthly, fan: { ...fan, name: null } };
}

const hour = 60 * 60_000;
const day = 24 * hour;

/** After so long without an answer, the cause does not pass by itself. */
const triedFor = 28 * day;

/** A monthly tip that is over is checked again only while its tips are behind. */
export function tipsAre(isBehind: boolean, { tipsBehind: _before, ...monthly }: Monthly): Monthly {
  return isBehind ? { ...monthly, tipsBehind: true } : monthly;
}

/** When Stripe must be asked again about the tips (epoch milliseconds): each hour on the first day after the end was written, then each day. */
export const tipsCheckAt = ({ updatedAt }: Monthly, seen: number): number =>
  seen + (seen - updatedAt < day ? hour : day);

/** Stripe was still asked four weeks after the end was written, and has not answered about all tips. */
export const areTipsLost = ({ tipsBehind, syncedAt, updatedAt }: Monthly): boolean =>
  tipsBehind === true && syncedAt !== null && syncedAt - updatedAt >= triedFor;

/** The running monthly and yearly tips of an owner in one currency: how many, and what they bring in a year, in minor units. */
interface Support {
  readonly active: number;
  readonly perYear: number;
}

/** Currencies are never added to each other. */
export type SupportTotals = Readonly<Partial<Record<Currency, Support>>>;

export interface SupportShard extends Support {
  readonly currency: Currency;
}

/** One sum for each currency. */
export function sumSupport(shards: readonly SupportShard[]): SupportTotals {
  const sums: Partial<Record<Currency, Support>> = {};
  for (const { currency, active, perYear } of shards) {
    const before = sums[currency] ?? { active: 0, perYear: 0 };
    sums[currency] = { active: before.active + active, perYear: before.perYear + perYear };
  }
  return sums;
}

/** A twelfth of a year's support, rounded down to whole minor units, so that it is never too much. */
export const monthlySupport = ({ perYear }: Support): number => Math.floor(perYear / 12);

type Span = Pick<Monthly, 'startedAt' | 'endedAt' | 'elsewhere'>;

/** Whether it is known to have run at this time (milliseconds): begun, not ended, and of an account that Stripe still showed. */
const ranAt =
  (time: number) =>
  ({ startedAt, endedAt, elsewhere }: Span): boolean => {
    const until = endedAt ?? elsewhere?.since ?? null;
    return startedAt !== null && startedAt <= time && (until === null || until > time);
  };

const isKnown = ({ endedAt, elsewhere }: Span): boolean => endedAt !== null || elsewhere === undefined;

const isWithin = (time: number | null, from: number, until: number): boolean =>
  time !== null && from <= time && time < until;

/** How many began and ended from `from` until `until` (milliseconds), of all of an owner's. */
export const beganAndEnded = (all: readonly Span[], from: number, until: number) => ({
  began: all.filter(({ startedAt }) => isWithin(startedAt, from, until)).length,
  ended: all.filter(({ startedAt, endedAt }) => startedAt !== null && isWithin(endedAt, from, until)).length,
});

/** How many of those that ran at `from` had ended at `until`; unknown where Stripe does not show the account. */
export function leftSince(all: readonly Span[], from: number, until: number) {
  const before = all.filter((one) => isKnown(one) && ranAt(from)(one));
  return { count: before.length, ended: before.filter((one) => !ranAt(until)(one)).length };
}

/** How many were running at each of these times. */
export const runningAt = (all: readonly Span[], times: readonly number[]): readonly number[] =>
  times.map((time) => all.filter(ranAt(time)).length);

/**
 * The address that the fan gave Stripe, with the capital letters that were typed: Stripe's list of customers tells them apart. A domain of other
 * letters is in ASCII, as Stripe has it.
 */
export const stripeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readEmailAddress(dataset.value);
    if (read !== null) return read.toLowerCase() === dataset.value.toLowerCase() ? dataset.value : read;
    addIssue({ message: 'Enter an email address.' });
    return NEVER;
  }),
);

/** Arabic, Persian and full-width digits: keyboards of shipped languages type them. The last four bits of each are its value. */
const otherDigit = /[٠-٩۰-۹０-９]/g;

/** The last four digits of a card, as `card.last4` has them. */
export const cardLast4 = v.pipe(
  v.string(),
  v.trim(),
  v.transform((typed) => typed.replaceAll(otherDigit, (digit) => String(digit.charCodeAt(0) % 16))),
  v.regex(/^\d{4}$/, 'Enter four digits.'),
);

/** What a fan declares who withdraws without the key of the receipt. */
export interface DeclaredWithdrawal {
  readonly email: string;
  readonly cardLast4: string;
}

const windowMs = 15 * 24 * 60 * 60_000;

/**
 * Until when the fan can withdraw and gets the latest payment back (epoch milliseconds); null = there is nothing to withdraw from. Everybody has fifteen
 * days from the first payment; a yearly tip again after each yearly renewal. EU directive 2011/83 gives fourteen, and only some fans have that right.
 */
export function withdrawUntil({
  every,
  startedAt,
  lastPaidAt,
  endReason,
}: Pick<Monthly, 'every' | 'startedAt' | 'lastPaidAt' | 'endReason'>): number | null {
  if (startedAt === null || lastPaidAt === null || endReason === 'withdrawn') return null;
  return (every === 'year' ? lastPaidAt : startedAt) + windowMs;
}

/**
 * What a withdrawal would do. `open`: `tip` is the payment that goes back, with all that is left of it. `over`: its days have passed, or it was used.
 * `nothing-left`: nothing was paid, it went back already, or the bank has it because of a dispute.
 */
type Withdrawal =
  | { readonly kind: 'open'; readonly tip: Tip; readonly until: number }
  | { readonly kind: 'over' }
  | { readonly kind: 'nothing-left' };

/**
 * The one rule of withdrawing, for every way to ask for it. `tips` are those of the monthly tip, in any order; `now` in epoch milliseconds. The state
 * plays no part: the right does not end with the contract, so who has stopped at once, or whose tip ended unpaid, still has all of their days.
 */
export function withdrawalOf(monthly: Monthly, tips: readonly Tip[], now: number): Withdrawal {
  const until = withdrawUntil(monthly);
  if (until === null || now > until) return { kind: 'over' };
  const tip = latestPaid(tips);
  if (tip === undefined) return { kind: 'nothing-left' };
  const { amount, refund, dispute } = tip;
  const isDisputed = dispute.status === 'open' || dispute.status === 'lost';
  return isDisputed || refund.refunded + refund.pending >= amount
    ? { kind: 'nothing-left' }
    : { kind: 'open', tip, until };
}

/** The payment of the latest period that was paid. */
export const latestPaid = (tips: readonly Tip[]): Tip | undefined =>
  tips
    .filter(({ payment }) => payment.status === 'succeeded')
    .toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0))[0];

/** Whether others see the same of both fans. */
export const isSameFan = (one: Monthly['fan'], other: Monthly['fan']): boolean =>
  one.name === other.name && one.anonymous === other.anonymous && one.hidesAmount === other.hidesAmount;
