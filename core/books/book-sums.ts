import { isCurrency, type Currency } from '../money/money';
import type { FeeSum } from '../fees/fees';
import { methodName, methodOf } from '../payments/methods';
import type { Tip } from '../tip/tip';

/** The fee of Stripe Billing for what is charged every month or year (core/fees/fees.ts). */
const billing = 'stripe_billing';

/**
 * What has a fee that Stripe books apart from the tip: Stripe Billing for a monthly or yearly tip, else its payment method. Null = what Stripe booked for the
 * tip is all of its cost.
 */
export function feeApartOf({ cycle, stripe }: Pick<Tip, 'cycle' | 'stripe'>): string | null {
  if (cycle !== undefined) return billing;
  return methodOf(stripe.paymentMethodType)?.feeApart === true ? stripe.paymentMethodType : null;
}

/** A proper name, the same in every language. Null: a later release knows it. */
export const feeApartName = (type: string | null): string | null =>
  type === billing ? 'Stripe Billing' : methodName(type);

/** What Stripe booked on the owner's balance for one tip, in minor units of the balance's `currency`. Fees are positive = paid by the owner. */
export interface BookedLine {
  /** As Stripe writes it (`usd`); may be a currency that Busker takes no tips in. */
  readonly currency: string;
  /** The payment before fees. */
  readonly received: number;
  readonly stripeFee: number;
  readonly hostShare: number;
  /** Zero or negative: refunds, less the part of the host's share that came back, plus refunds that failed. */
  readonly refunds: number;
  /** Zero or negative: what banks took back, without Stripe's fee for the dispute. */
  readonly disputes: number;
  readonly disputeFee: number;
  /** received - stripeFee - hostShare + refunds + disputes - disputeFee: what is left on the balance. */
  readonly kept: number;
}

/** One paid tip in its owner's books. */
export interface BookLine {
  readonly tipId: string;
  /** 0 = a later return of a tip, which stands on a day of its own. */
  readonly count: 0 | 1;
  readonly paidAt: number;
  /** In minor units of `currency`, as the fan was charged. */
  readonly currency: Currency;
  readonly received: number;
  /** Pending refunds too. */
  readonly refunded: number;
  /** The amount that a bank took back; 0 after a won dispute. */
  readonly disputed: number;
  /** The country that issued the card (ISO 3166); null = unknown. */
  readonly country: string | null;
  /** What has a fee that Stripe books apart from the tip (`feeApartOf`); null = `booked` has every fee. */
  readonly feeApart: string | null;
  /** Null until Stripe has booked the payment. */
  readonly booked: BookedLine | null;
}

/** Null for a tip that does not count: unpaid, or held because its payment differs from it. */
export function bookLine(tip: Tip): BookLine | null {
  const { contrib, payment } = tip;
  if (contrib.count === 0 || payment.succeededAt === null) return null;
  return {
    tipId: tip.tipId,
    count: 1,
    paidAt: payment.succeededAt,
    currency: tip.currency,
    received: contrib.gross,
    refunded: contrib.refunded,
    disputed: contrib.disputed,
    country: tip.fan.country,
    feeApart: feeApartOf(tip),
    booked: bookedLine(tip),
  };
}

/** Also null for a returned tip of an earlier release, which did not store what Stripe booked for the return. */
function bookedLine({ fees, returned, contrib }: Tip): BookedLine | null {
  const { stripe, application, net, settlementCurrency: currency } = fees;
  if (stripe === null || application === null || net === null || currency === null) return null;
  if (returned === null && contrib.refunded + contrib.disputed > 0) return null;
  const { refundNet, disputeNet, disputeFee } = returned ?? nothingReturned;
  return {
    currency,
    received: net + stripe + application,
    stripeFee: stripe,
    hostShare: application,
    refunds: refundNet,
    disputes: disputeNet + disputeFee,
    disputeFee,
    kept: net + refundNet + disputeNet,
  };
}

const nothingReturned = { refundNet: 0, disputeNet: 0, disputeFee: 0 };

/** A refund, or what a dispute took or returned, on its day. The charged amounts are positive for what was taken, the booked ones as in `BookedLine`. */
interface Return extends Pick<BookedLine, 'refunds' | 'disputes' | 'disputeFee'> {
  readonly kind: 'refund' | 'dispute';
  readonly at: number;
  readonly refunded: number;
  readonly disputed: number;
}

/** Refunds first. A tip of an earlier release has them on its own day, since nobody stored when they were. */
export function returnsOf({ returned, contrib, payment }: Tip): readonly Return[] {
  const paidAt = payment.succeededAt ?? 0;
  const { refundNet, disputeNet, disputeFee } = returned ?? nothingReturned;
  const failed = returned?.refundsFailed ?? [];
  const stayed = failed.reduce((left, { took, net }) => left - took - net, refundNet);
  const whole = { at: returned?.refundedAt ?? paidAt, net: stayed, amount: contrib.refunded };
  const failures = failed.flatMap(({ madeAt, took, at, net, amount }) => [
    { at: madeAt, net: took, amount },
    { at, net, amount: 0 - amount },
  ]);
  const began = returned?.disputedAt ?? paidAt;
  const dispute = { at: began, net: disputeNet, fee: disputeFee, amount: contrib.disputed };
  const none = { refunded: 0, refunds: 0, disputed: 0, disputes: 0, disputeFee: 0 };
  const all: readonly Return[] = [
    ...[...(returned?.refundsMade ?? [whole]), ...failures].map(({ at, net, amount }) => {
      return { ...none, kind: 'refund', at, refunded: amount, refunds: net } as const;
    }),
    ...(returned?.disputesMoved ?? [dispute]).map(({ at, net, fee, amount }) => {
      return {
        ...none,
        kind: 'dispute',
        at,
        disputed: amount,
        disputes: net + fee,
        disputeFee: fee,
      } as const;
    }),
  ];
  return all.filter((each) =>
    [each.refunded, each.refunds, each.disputed, each.disputes, each.disputeFee].some(Boolean),
  );
}

/** The line of a later return by itself. */
function laterLine(
  line: BookLine,
  { at, refunded, disputed, refunds, disputes, disputeFee }: Return,
): BookLine {
  const kept = refunds + disputes - disputeFee;
  const booked = line.booked && { ...line.booked, ...nothingBooked, refunds, disputes, disputeFee, kept };
  return { ...line, count: 0, paidAt: at, received: 0, refunded, disputed, booked };
}

/** What is left of a line without a later one. */
const withoutLine = (line: BookLine, later: BookLine): BookLine => ({
  ...line,
  refunded: line.refunded - later.refunded,
  disputed: line.disputed - later.disputed,
  booked: line.booked &&
    later.booked && {
      ...line.booked,
      refunds: line.booked.refunds - later.booked.refunds,
      disputes: line.booked.disputes - later.booked.disputes,
      disputeFee: line.booked.disputeFee - later.booked.disputeFee,
      kept: line.booked.kept - later.booked.kept,
    },
});

/** The lines of a tip: itself on the day on which it was paid, and each return on its own day (`paidAt`). Null for a tip that does not count. */
export function splitLine(tip: Tip): { readonly line: BookLine; readonly later: readonly BookLine[] } | null {
  const line = bookLine(tip);
  if (line === null) return null;
  // Those of earlier releases have no other day than that of their tip.
  const later = returnsOf(tip)
    .filter(({ at }) => at !== line.paidAt)
    .map((each) => laterLine(line, each));
  return { line: later.reduce(withoutLine, line), later };
}

/**
 * The sum of tips that were charged in one currency and booked in one. Sums of different rows are never added: a charge in another currency than the
 * balance's has amounts in both.
 */
export interface BookSum {
  readonly currency: Currency;
  /** The balance's currency, of everything in `booked`; null = tips that Stripe has not booked yet. */
  readonly bookedIn: string | null;
  readonly count: number;
  /** In minor units of `currency`. */
  readonly received: number;
  readonly refunded: number;
  readonly disputed: number;
  /** In minor units of `bookedIn`; zeros when that is null. */
  readonly booked: Omit<BookedLine, 'currency'>;
}

/** For tips that are not booked yet. */
export const nothingBooked: BookSum['booked'] = {
  received: 0,
  stripeFee: 0,
  hostShare: 0,
  refunds: 0,
  disputes: 0,
  disputeFee: 0,
  kept: 0,
};

const fields = Object.keys(nothingBooked) as readonly (keyof typeof nothingBooked)[];

function addBooked(a: BookSum['booked'], b: BookSum['booked']): BookSum['booked'] {
  const sum = { ...a } as Record<keyof typeof nothingBooked, number>;
  for (const field of fields) sum[field] += b[field];
  return sum;
}

const keyOf = ({ currency, bookedIn }: Pick<BookSum, 'currency' | 'bookedIn'>) =>
  `${currency} ${bookedIn ?? ''}`;

function sumOf({ currency, count, received, refunded, disputed, booked }: BookLine): BookSum {
  const charged = { currency, count, received, refunded, disputed };
  if (booked === null) return { ...charged, bookedIn: null, booked: nothingBooked };
  const { currency: bookedIn, ...amounts } = booked;
  return { ...charged, bookedIn, booked: amounts };
}

/** By currency; what Stripe has not booked yet comes last. So the rows of every month have the same order. */
const inOrder = (a: BookSum, b: BookSum): number =>
  a.currency === b.currency
    ? Number(a.bookedIn === null) - Number(b.bookedIn === null)
    : a.currency.localeCompare(b.currency, 'en');

/** Sums by pairs of currencies, ordered by currency. */
export class BookSums {
  private readonly rows = new Map<string, BookSum>();

  add(line: BookLine): void {
    this.addSum(sumOf(line));
  }

  addSum(sum: BookSum): void {
    const before = this.rows.get(keyOf(sum));
    this.rows.set(keyOf(sum), before === undefined ? sum : together(before, sum));
  }

  all(): BookSum[] {
    return [...this.rows.values()].toSorted(inOrder);
  }
}

/** All sums of one currency together, in the amounts that fans were charged. */
export interface CurrencySum extends Pick<
  BookSum,
  'currency' | 'count' | 'received' | 'refunded' | 'disputed'
> {
  /** One for each currency of a balance. Empty = nothing is booked yet. */
  readonly booked: readonly SumAfterFees[];
  /** The part that Stripe has not booked yet; null = all is booked. */
  readonly unbooked: SumAfterFees | null;
}

/** One sum for each currency. What is booked in different currencies stays apart. */
export function byCurrency(sums: readonly SumAfterFees[]): CurrencySum[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const same = sums.filter((sum) => sum.currency === currency);
    const { count, received, refunded, disputed } = same.reduce<BookSum>(together, nothingOf(currency));
    const booked = same.filter(({ bookedIn }) => bookedIn !== null);
    const unbooked = same.find(({ bookedIn }) => bookedIn === null) ?? null;
    return { currency, count, received, refunded, disputed, booked, unbooked };
  });
}

/** A sum whose `booked.kept` is what is left after the fees that Stripe booked apart from the tips. */
export interface SumAfterFees extends BookSum {
  /** In minor units of `bookedIn`; positive = paid by the owner. It is in no other amount than `booked.kept`. */
  readonly feesApart: number;
}

/** Without such fees: nobody can say which tips of a group they are for. */
export const beforeFeesApart = (sum: BookSum): SumAfterFees => ({ ...sum, feesApart: 0 });

/**
 * Takes the fees from what is left. They belong to a balance and not to a tip: where tips of several currencies are booked in one, they stand in the row of
 * its own currency, else in the first. A currency with fees and no tips gets a row of its own.
 */
export function afterFeesApart(sums: readonly BookSum[], fees: readonly FeeSum[]): SumAfterFees[] {
  const rows = sums.map(beforeFeesApart);
  for (const { currency, amount } of fees) {
    if (amount === 0) continue;
    const same = rows.flatMap(({ bookedIn }, at) => (bookedIn === currency ? [at] : []));
    const own = same.find((at) => rows[at]?.currency === currency) ?? same[0];
    const row = own === undefined ? emptyRow(currency) : rows[own];
    if (row === null || row === undefined) continue;
    const { feesApart, booked } = row;
    const after = {
      ...row,
      feesApart: feesApart + amount,
      booked: { ...booked, kept: booked.kept - amount },
    };
    if (own === undefined) rows.push(after);
    else rows[own] = after;
  }
  return rows.toSorted(inOrder);
}

/** Null for a currency whose decimals we do not know. Tips that are booked in it have a row. */
const emptyRow = (currency: string): SumAfterFees | null =>
  isCurrency(currency) ? { ...nothingOf(currency), bookedIn: currency, feesApart: 0 } : null;

/** The sums of these tips, without those that do not count. */
export function sumsOf(tips: Iterable<Tip>): BookSum[] {
  const sums = new BookSums();
  for (const tip of tips) {
    const line = bookLine(tip);
    if (line !== null) sums.add(line);
  }
  return sums.all();
}

/** Sums by month or by country, in the order in which a key first occurs. */
export class SumsBy<K> {
  private readonly groups = new Map<K, BookSums>();

  at(key: K): BookSums {
    const sums = this.groups.get(key) ?? new BookSums();
    this.groups.set(key, sums);
    return sums;
  }

  all(): readonly (readonly [K, BookSum[]])[] {
    return [...this.groups].map(([key, sums]) => [key, sums.all()]);
  }
}

const nothingOf = (currency: Currency): BookSum => ({
  currency,
  bookedIn: null,
  count: 0,
  received: 0,
  refunded: 0,
  disputed: 0,
  booked: nothingBooked,
});

const together = (a: BookSum, b: BookSum): BookSum => ({
  ...a,
  count: a.count + b.count,
  received: a.received + b.received,
  refunded: a.refunded + b.refunded,
  disputed: a.disputed + b.disputed,
  booked: addBooked(a.booked, b.booked),
});
