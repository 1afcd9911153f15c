import Papa from 'papaparse';
import { dayAfter, daysIn, dayStart } from '../../core/base/zoned-day';
import type { ExportChoice } from '../../core/documents/export-choice';
import { byteOrderMark, decimalMarks, newline, tableFormat } from '../../core/documents/table-format';
import { isCurrency } from '../../core/money/currency-codes';
import type { FeeLine } from '../../core/money/fee-lines';
import { tableAmount } from '../../core/money/money';
import { bookLine } from '../../core/tip/book-sums';
import { cycleInterval, type Tip } from '../../core/tip/tip';
import type { ExportWriter } from './export-writer';

/** The columns, in this order. docs/payments.md explains each one. */
export const bookkeepingColumns = ['day', 'number', 'text', 'gross', 'fee', 'net', 'currency'] as const;

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
}

function nameOf({ cycle }: Pick<Tip, 'cycle'>): string {
  if (cycle === undefined) return 'Tip';
  return cycleInterval(cycle) === 'year' ? 'Yearly tip' : 'Monthly tip';
}

/** What Stripe booked for a tip: itself, then what was returned and what that cost. Empty while nothing is booked. */
export function movementsOf(tip: Tip): readonly Movement[] {
  const line = bookLine(tip);
  if (line?.booked == null) return [];
  const { received, stripeFee, hostShare, refunds, disputes, disputeFee, currency } = line.booked;
  const refundedAt = tip.returned?.refundedAt ?? line.paidAt;
  const disputedAt = tip.returned?.disputedAt ?? line.paidAt;
  const move = (at: number, kind: string, text: string, gross: number, fee: number): Movement => ({
    at,
    number: `${tip.tipId}${kind}`,
    text,
    gross,
    fee: 0 - fee,
    currency,
  });
  const returns = [
    move(refundedAt, '-refund', 'Refund', refunds, 0),
    move(disputedAt, '-dispute', 'Dispute', disputes, 0),
    move(disputedAt, '-dispute-fee', 'Dispute fee', 0, disputeFee),
  ];
  return [
    move(line.paidAt, '', nameOf(tip), received, stripeFee + hostShare),
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
});

type Choice = Pick<ExportChoice, 'separator' | 'decimal' | 'zone' | 'from' | 'until'>;

/** A table for bookkeeping: a row for each movement of the balance, on its own day. So the days of the choice choose rows, not tips. */
export function bookkeepingWriter({ separator, decimal, zone, from, until }: Choice): ExportWriter {
  const rows = (data: readonly (readonly string[])[]) =>
    data.length === 0 ? '' : `${Papa.unparse([...data], tableFormat(separator))}${newline}`;
  const dayOf = daysIn(zone);
  const earliest = from === '' ? -Infinity : dayStart(from, zone);
  const end = until === '' ? Infinity : dayStart(dayAfter(until), zone);
  const cells = ({ at, number, text, gross, fee, currency }: Movement): readonly string[] => {
    const amount = (minorUnits: number) =>
      isCurrency(currency) ? tableAmount(minorUnits, currency, decimalMarks[decimal]) : '';
    const money = [amount(gross), amount(fee), amount(gross + fee), currency.toUpperCase()];
    return [dayOf(at), number, text, ...money];
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
