import Papa from 'papaparse';
import { unreachable } from '@busker/core/base/result';
import { withoutFormula } from '@busker/core/text/text';
import { dayAfter, dayStart, daysIn, tableTime } from '@busker/core/locale/zoned-day';
import {
  byteOrderMark,
  decimalMarks,
  newline,
  tableFormat,
  type ExportChoice,
  type ExportFormat,
} from '@busker/core/account/export-document';
import type { FeeLine } from '@busker/core/fees/fees';
import { isCurrency, tableAmount } from '@busker/core/money/money';
import { bookLine, feeApartOf, returnsOf, type BookedLine } from '@busker/core/books/book-sums';
import type { Payout, PayoutLine } from '@busker/core/books/payout';
import { cycleInterval, type Tip } from '@busker/core/tip/tip';
import { placeOf, shownState, tipTest, tipTime } from '@busker/core/tip/tip-filter';

/**
 * Writes an export in parts that need not be in memory together: the head, pages of tips, the foot. The text depends only on what is given, so that a
 * part can be written again.
 */
export interface ExportWriter {
  /** `fees`: what Stripe booked apart from the tips, for the bookkeeping. */
  head(about: OwnerData, fees?: readonly FeeLine[]): string;
  /** `before`: how many tips the earlier pages had. */
  page(tips: readonly Tip[], before: number): string;
  /** `tips`: how many tips all pages had. `unreadable`: how many stored tips could not be read, and are missing. */
  foot(written: { readonly tips: number; readonly unreadable: number }): string;
}

/** An owner's data, apart from the tips. */
export type OwnerData = Readonly<Record<string, unknown>>;

/** The columns, in this order. docs/developers/payments.md explains each one. */
const bookkeepingColumns = [
  'day',
  'number',
  'text',
  'gross',
  'fee',
  'net',
  'currency',
  'place',
  'payout',
  'payout_day',
] as const;

/** The payout of a movement of the balance: its id, when it reaches the bank (null = never: it failed), and when the movement was booked (milliseconds). */
export interface PayoutOf extends Pick<Payout, 'id'>, Pick<PayoutLine, 'bookedAt'> {
  readonly arrivesAt: number | null;
}

export interface PayoutsOfMovements {
  /** By `movementKey`, oldest first. */
  readonly of: ReadonlyMap<string, readonly PayoutOf[]>;
  /** The latest payout that could not be read was made then (milliseconds); null = all were read. */
  readonly unreadUntil: number | null;
}

export const noPayouts: PayoutsOfMovements = { of: new Map(), unreadUntil: null };

/** In place of a payout's id, where one that could not be read may be it. */
const notRead = 'not read';

/** Of a payment's tip, refunds or disputes; any other movement by its own id. */
export const movementKey = (kind: 'tip' | 'refund' | 'dispute' | 'other', id: string): string =>
  `${kind} ${id}`;

/** One movement of the owner's balance. What comes in is positive and what goes out is negative, fees too: `gross` + `fee` is what it changed. */
interface Movement {
  readonly at: number;
  readonly number: string;
  readonly text: string;
  /** In minor units of `currency`. */
  readonly gross: number;
  readonly fee: number;
  /** Of the balance, as Stripe writes it (`usd`). */
  readonly currency: string;
  /** Where the tip was given. */
  readonly place: string;
  /** The movements with this key, of which it is one. */
  readonly payout: { readonly key: string; readonly times: readonly number[] };
}

function nameOf({ cycle }: Pick<Tip, 'cycle'>): string {
  if (cycle === undefined) return 'Tip';
  return cycleInterval(cycle) === 'year' ? 'Yearly tip' : 'Monthly tip';
}

/** What Stripe booked for a tip: itself, then what was returned and what that cost. Empty while nothing is booked. */
function movementsOf(tip: Tip): readonly Movement[] {
  const line = bookLine(tip);
  if (line?.booked == null) return [];
  const { received, stripeFee, hostShare, currency } = line.booked;
  const move = (
    at: number,
    kind: string,
    text: string,
    gross: number,
    fee: number,
    of: 'tip' | 'refund' | 'dispute',
    times: readonly number[] = [at],
  ): Movement => ({
    at,
    number: `${tip.tipId}${kind}`,
    text,
    gross,
    fee: 0 - fee,
    currency,
    place: placeOf(tip),
    payout: { key: movementKey(of, tip.stripe.paymentIntentId ?? ''), times },
  });
  const all = returnsOf(tip);
  const timesOf = (wanted: 'refund' | 'dispute') =>
    all.filter(({ kind }) => kind === wanted).map(({ at }) => at);
  const refundTimes = timesOf('refund');
  const disputeTimes = timesOf('dispute');
  const returns = all.flatMap(({ kind, at, refunds, disputes, disputeFee }, place) => {
    const nth = kind === 'refund' ? place : place - refundTimes.length;
    const ending = nth === 0 ? '' : `-${nth + 1}`;
    if (kind === 'refund') {
      const name = refunds > 0 ? 'Refund failed' : 'Refund';
      return [move(at, `-refund${ending}`, name, refunds, 0, 'refund', refundTimes)];
    }
    const text = disputes > 0 ? 'Dispute won' : 'Dispute';
    return [
      move(at, `-dispute${ending}`, text, disputes, 0, 'dispute', disputeTimes),
      move(at, `-dispute-fee${ending}`, 'Dispute fee', 0, disputeFee, 'dispute', disputeTimes),
    ];
  });
  return [
    move(line.paidAt, '', nameOf(tip), received, stripeFee + hostShare, 'tip'),
    ...returns.filter(({ gross, fee }) => gross !== 0 || fee !== 0),
  ];
}

/** A fee of the account that belongs to no single tip, such as Stripe Billing's. */
const movementOfFee = ({ id, at, currency, amount }: FeeLine): Movement => ({
  at,
  number: id,
  text: 'Stripe fee',
  gross: 0,
  fee: 0 - amount,
  currency,
  place: '',
  payout: { key: movementKey('other', id), times: [at] },
});

/** Stripe books a refund when it makes it. Of several, some may be in payouts that were not read. */
const nearest = (times: readonly number[], at: number) =>
  times.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];

type Choice = Pick<ExportChoice, 'separator' | 'decimal' | 'zone' | 'from' | 'until'>;

/** A table for bookkeeping: a row for each movement of the balance, on its own day. So the days of the choice choose rows, not tips. */
export function bookkeepingWriter(
  { separator, decimal, zone, from, until }: Choice,
  { of: payouts, unreadUntil }: PayoutsOfMovements = noPayouts,
): ExportWriter {
  const rows = (data: readonly (readonly string[])[]) =>
    data.length === 0 ? '' : `${Papa.unparse([...data], tableFormat(separator))}${newline}`;
  const dayOf = daysIn(zone);
  const earliest = from === '' ? -Infinity : dayStart(from, zone);
  const end = until === '' ? Infinity : dayStart(dayAfter(until), zone);
  const cells = ({ at, number, text, gross, fee, currency, place, payout }: Movement): readonly string[] => {
    const amount = (minorUnits: number) =>
      isCurrency(currency) ? tableAmount(minorUnits, currency, decimalMarks[decimal]) : '';
    const money = [amount(gross), amount(fee), amount(gross + fee), currency.toUpperCase()];
    const paidOut = payouts.get(payout.key)?.find(({ bookedAt }) => nearest(payout.times, bookedAt) === at);
    // A payout reaches the bank on a day in UTC.
    const arrivesAt = paidOut?.arrivesAt ?? null;
    const payoutDay = arrivesAt === null ? '' : new Date(arrivesAt).toISOString().slice(0, 10);
    const payoutId = paidOut?.id ?? (at <= (unreadUntil ?? -Infinity) ? notRead : '');
    return [dayOf(at), number, text, ...money, withoutFormula(place), payoutId, payoutDay];
  };
  const within = (movements: readonly Movement[]) =>
    movements.filter(({ at }) => at >= earliest && at < end).map(cells);
  return {
    head: (_, fees = []) =>
      `${byteOrderMark}${rows([bookkeepingColumns, ...within(fees.map(movementOfFee))])}`,
    page: (tips) => rows(within(tips.flatMap(movementsOf))),
    foot: () => '',
  };
}

/** How a table writes its cells. */
interface TableStyle {
  readonly decimal: '.' | ',';
  /** The calendar day of a time in milliseconds. */
  readonly dayOf: (millis: number) => string;
}
type Cell = (tip: Tip, style: TableStyle) => string;

/** Empty for a tip that does not count: nothing was charged, or the tip is held because its payment differs from it. */
const charged =
  (amount: (tip: Tip) => number): Cell =>
  (tip, { decimal }) =>
    tip.contrib.count === 0 ? '' : tableAmount(amount(tip), tip.currency, decimal);

/** An amount on the owner's balance. Empty before Stripe has booked it, and for currencies whose decimals we do not know. */
const booked =
  (amount: (line: BookedLine) => number): Cell =>
  (tip, { decimal }) => {
    const line = bookLine(tip)?.booked ?? null;
    return line !== null && isCurrency(line.currency)
      ? tableAmount(amount(line), line.currency, decimal)
      : '';
  };

/** The columns of a tip in a table, in this order. docs/developers/payments.md explains each one. */
export const tipColumns: Readonly<Record<string, Cell>> = {
  id: ({ tipId }) => tipId,
  state: shownState,
  created: ({ createdAt }) => tableTime(createdAt),
  paid: ({ payment }) => tableTime(payment.succeededAt),
  refunded_at: ({ returned }) => tableTime(returned?.refundedAt ?? null),
  disputed_at: ({ returned }) => tableTime(returned?.disputedAt ?? null),
  currency: ({ currency }) => currency,
  amount: charged(({ amount }) => amount),
  tip: charged(({ tipAmount }) => tipAmount),
  cover: charged(({ coverAmount }) => coverAmount),
  refunded: charged(({ contrib }) => contrib.refunded),
  disputed: charged(({ contrib }) => contrib.disputed),
  booked_in: ({ fees }) => fees.settlementCurrency ?? '',
  booked: booked(({ received }) => received),
  stripe_fee: booked(({ stripeFee }) => stripeFee),
  host_share: booked(({ hostShare }) => hostShare),
  booked_refunds: booked(({ refunds }) => refunds),
  booked_disputes: booked(({ disputes }) => disputes),
  dispute_fee: booked(({ disputeFee }) => disputeFee),
  net: booked(({ kept }) => kept),
  method: ({ stripe }) => stripe.paymentMethodType ?? '',
  card: ({ stripe }) => stripe.brand ?? '',
  country: ({ fan }) => fan.country ?? '',
  name: ({ fan }) => fan.name ?? '',
  message: ({ fan }) => fan.message ?? '',
  anonymous: ({ fan }) => (fan.anonymous ? 'yes' : 'no'),
  site: ({ source }) => source.origin ?? '',
  for: ({ source }) => source.for ?? '',
  risk: ({ risk }) => risk ?? '',
  test: (tip) => (tip.livemode ? 'no' : 'yes'),
  stripe_payment: ({ stripe }) => stripe.paymentIntentId ?? '',
  day: (tip, { dayOf }) => dayOf(tipTime(tip)),
  reply: ({ reply }) => reply?.text ?? '',
  replied_at: ({ reply }) => tableTime(reply?.at ?? null),
  wallet: ({ stripe }) => stripe.wallet ?? '',
  fee_apart: (tip) => (feeApartOf(tip) === null ? 'no' : 'yes'),
  monthly: ({ cycle }) => cycle?.monthlyId ?? '',
  period_from: ({ cycle }) => tableTime(cycle?.period?.from ?? null),
  period_to: ({ cycle }) => tableTime(cycle?.period?.to ?? null),
  placement: ({ source }) => source.placement ?? '',
  private_message: ({ fan }) => (fan.privateMessage ? 'yes' : 'no'),
  amount_hidden: ({ fan }) => (fan.hidesAmount ? 'yes' : 'no'),
};

/** A table of tips. A cell that a spreadsheet would run as a formula becomes text. */
export function csvWriter({ separator, decimal, zone }: Omit<Choice, 'from' | 'until'>): ExportWriter {
  const rows = (data: readonly (readonly string[])[]) => Papa.unparse([...data], tableFormat(separator));
  const style: TableStyle = { decimal: decimalMarks[decimal], dayOf: daysIn(zone) };
  return {
    head: () => `${byteOrderMark}${rows([Object.keys(tipColumns)])}${newline}`,
    page(tips, before) {
      if (tips.length === 0) return '';
      const cells = Object.values(tipColumns);
      const page = rows(tips.map((tip) => cells.map((cell) => withoutFormula(cell(tip, style)))));
      return before === 0 ? page : `${newline}${page}`;
    },
    foot: () => '',
  };
}

const indented = (value: unknown) => JSON.stringify(value, null, 2);

/**
 * Everything that is stored about and by an owner. The tips come last, so that they can be written page by page, without the sealed key of an open payment.
 */
const jsonWriter: ExportWriter = {
  head: (about) => `${indented(about).slice(0, -'\n}'.length)},\n  "tips": [`,
  page(tips, before) {
    const each = tips.map(({ requestHash: _hash, sealedSecret: _key, ...tip }) =>
      indented(tip).replaceAll('\n', '\n    '),
    );
    const text = each.map((tip) => `\n    ${tip}`).join(',');
    return before === 0 || text === '' ? text : `,${text}`;
  },
  foot({ tips, unreadable }) {
    const end = tips === 0 ? ']' : '\n  ]';
    return unreadable === 0 ? `${end}\n}` : `${end},\n  "unreadableTips": ${unreadable}\n}`;
  },
};

export function writerOf(choice: ExportChoice, payouts?: PayoutsOfMovements): ExportWriter {
  switch (choice.format) {
    case 'csv':
      return csvWriter(choice);
    case 'bookkeeping':
      return bookkeepingWriter(choice, payouts);
    case 'json':
      return jsonWriter;
    default:
      return unreachable(choice.format);
  }
}

/** Which tips the writer gets. A refund has a day of its own, so the days of a choice leave no tip out of the bookkeeping. */
export function chosenBy(choice: ExportChoice): (tip: Tip) => boolean {
  const days = choice.format === 'bookkeeping' ? { from: '', until: '' } : {};
  return tipTest({ ...choice, ...days }, choice.zone);
}

/** Media type of the file. */
export const typeOfFile = {
  csv: 'text/csv; charset=utf-8',
  bookkeeping: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const satisfies Record<ExportFormat, string>;
