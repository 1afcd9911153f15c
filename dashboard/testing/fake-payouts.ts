import type { AnsweredLine } from '../../core/api/books-api';
import { payoutSums, type Payout } from '../../core/money/payout';
import type { InMemoryWorld } from '../in-memory/in-memory-world';

export const makePayout = (given: Partial<Payout> = {}): Payout => ({
  id: 'po_1',
  amount: 955,
  currency: 'usd',
  status: 'paid',
  createdAt: Date.UTC(2026, 10, 18),
  arrivesAt: Date.UTC(2026, 10, 20),
  contents: 'listed',
  failureCode: null,
  ...given,
});

export const makeLine = (given: Partial<AnsweredLine> = {}): AnsweredLine => ({
  id: 'txn_1',
  kind: 'tip',
  bookedAt: Date.UTC(2026, 10, 16, 12),
  amount: 1000,
  fee: 45,
  paymentIntentId: 'pi_1',
  about: null,
  tip: { tipId: 'tip-1', fan: 'Jörg' },
  ...given,
});

/** Adds a payout of these lines, which is newer than those before. */
export function payOut(
  { payouts }: InMemoryWorld,
  lines: readonly Partial<AnsweredLine>[],
  given: Partial<Payout> = {},
): void {
  const id = given.id ?? `po_${payouts.payouts.length + 1}`;
  const made = lines.map((line, at) => makeLine({ id: `txn_${id}_${at}`, ...line }));
  payouts.payouts.unshift(makePayout({ amount: payoutSums(made).total, ...given, id }));
  payouts.lines.set(id, made);
}
