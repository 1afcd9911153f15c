import type { RefundSnapshot } from './payment-snapshot';
import { unreachable } from '../../base/result';
import type { Tip } from '../tip';

/** The refund group. `reserved` = our own requests that Stripe does not have yet. They count as pending, so that nothing is refunded twice. */
export function projectRefund(
  amount: number,
  refunds: readonly RefundSnapshot[],
  reserved: number,
): Tip['refund'] {
  const refunded = sum(refunds.filter((refund) => progress(refund) === 'done'));
  const pending = pendingRefunds(refunds) + reserved;
  const failure = refunded < amount && reserved === 0 ? latestFailure(refunds) : undefined;
  const status = refundStatus(amount, refunded, pending, refunds);
  const presented = presentedRefunds(refunds, reserved);
  return {
    status,
    refunded,
    pending,
    ...(failure === undefined ? {} : { failure }),
    ...(presented === undefined ? {} : { presented }),
  };
}

/** Only whole sums: while one refund is unknown to Stripe or without a sum in the fan's currency, there is none. */
function presentedRefunds(refunds: readonly RefundSnapshot[], reserved: number): Tip['refund']['presented'] {
  const counted = refunds.filter((refund) => progress(refund) !== 'void');
  const currencies = new Set(counted.map(({ presented }) => presented?.currency));
  if (reserved > 0 || currencies.size !== 1 || currencies.has(undefined)) return undefined;
  const sumOf = (wanted: 'done' | 'under-way') =>
    counted
      .filter((refund) => progress(refund) === wanted)
      .reduce((total, { presented }) => total + (presented?.amount ?? 0), 0);
  return { refunded: sumOf('done'), pending: sumOf('under-way') };
}

/** A failed refund without a later refund that replaces it. */
function latestFailure(refunds: readonly RefundSnapshot[]): Tip['refund']['failure'] {
  const madeAt = ({ createdAt = 0 }: RefundSnapshot) => createdAt;
  const latest = refunds
    .filter(({ status }) => status === 'failed')
    .reduce<RefundSnapshot | undefined>(
      (last, refund) => (last === undefined || madeAt(refund) > madeAt(last) ? refund : last),
      undefined,
    );
  if (latest === undefined) return undefined;
  const isMadeUpFor = refunds.some(
    (refund) => progress(refund) !== 'void' && madeAt(refund) >= madeAt(latest),
  );
  if (isMadeUpFor) return undefined;
  const { amount, failureReason: reason = null, presented } = latest;
  return { amount, reason, ...(presented ? { presented } : {}) };
}

/** The refunded amount for the totals: a failed refund is left out, so the totals rise again. */
export function countedRefunds(refunds: readonly RefundSnapshot[]): number {
  return sum(refunds.filter((refund) => progress(refund) !== 'void'));
}

/** The part of these refunds that has not arrived yet. */
export function pendingRefunds(refunds: readonly RefundSnapshot[]): number {
  return sum(refunds.filter((refund) => progress(refund) === 'under-way'));
}

function refundStatus(
  amount: number,
  refunded: number,
  pending: number,
  refunds: readonly RefundSnapshot[],
): Tip['refund']['status'] {
  if (refunded >= amount) return 'full';
  if (pending > 0) return 'pending';
  if (refunded > 0) return 'partial';
  return refunds.some((refund) => refund.status === 'failed') ? 'failed' : 'none';
}

function progress(refund: RefundSnapshot): 'done' | 'under-way' | 'void' {
  switch (refund.status) {
    case 'succeeded':
      return 'done';
    case 'pending':
    case 'requires_action':
      return 'under-way';
    case 'failed':
    case 'canceled':
      return 'void';
    default:
      return unreachable(refund.status);
  }
}

function sum(refunds: readonly RefundSnapshot[]): number {
  return refunds.reduce((total, refund) => total + refund.amount, 0);
}
