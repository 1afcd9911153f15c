import type { Tip } from '../tip';
import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from './payment-snapshot';

const nothing: NonNullable<Tip['returned']> = {
  refundNet: 0,
  disputeNet: 0,
  disputeFee: 0,
  refundedAt: null,
  disputedAt: null,
};

/**
 * What Stripe booked for refunds and disputes. Adapters may leave out the refunds of a charge without refunds and the disputes of an undisputed one:
 * an empty list keeps the stored part.
 */
export function projectReturned(
  known: Tip['returned'],
  { refunds, disputes }: Pick<PaymentSnapshot, 'refunds' | 'disputes'>,
): Tip['returned'] {
  if (refunds.length === 0 && disputes.length === 0) return known;
  return {
    ...(known ?? nothing),
    ...(refunds.length === 0 ? {} : ofRefunds(refunds)),
    ...(disputes.length === 0 ? {} : ofDisputes(disputes)),
  };
}

const ofRefunds = (refunds: readonly RefundSnapshot[]) => ({
  refundNet: sum(refunds, ({ booked }) => booked ?? 0),
  refundedAt: latest(refunds),
});

const ofDisputes = (disputes: readonly DisputeSnapshot[]) => ({
  disputeNet: sum(disputes, ({ booked }) => booked?.net ?? 0),
  disputeFee: sum(disputes, ({ booked }) => booked?.fee ?? 0),
  disputedAt: latest(disputes),
});

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const latest = (items: readonly { readonly createdAt?: number }[]): number | null =>
  items.reduce<number | null>(
    (last, { createdAt = null }) => (createdAt === null ? last : Math.max(last ?? 0, createdAt)),
    null,
  );
