import { formatFanSum } from '../../core/money/fan-money';
import type { SeenTip } from '../data/backend';
import { isMinorUnits, pick, record, string } from '../data/read-json';

/** A refund that failed. `amount`: in minor units of the tip's currency. */
interface RefundFailure {
  readonly amount: number;
  readonly why: 'unknown' | 'card-closed' | 'bank-refused' | 'disputed' | 'no-funds';
  /** The same in the fan's own currency, not read yet. */
  readonly presented: unknown;
}

/** Why the latest refund failed; null = none did. A kind of a newer server is unknown. */
export function refundFailureOf(status: SeenTip | null): RefundFailure | null {
  const { amount, why, presented } = record(status?.refundFailure);
  if (!isMinorUnits(amount)) return null;
  return {
    amount,
    why: pick(why, ['unknown', 'card-closed', 'bank-refused', 'disputed', 'no-funds']),
    presented,
  };
}

/** `¥812 ($5.00)`, where `own` is `$5.00`; `own` alone for a fan who pays in the tip's currency. `presented`: as the server sent it. */
export function bothSums(presented: unknown, own: string, locale: string): string {
  const { amount, currency } = record(presented);
  // Other codes make Intl throw.
  if (!isMinorUnits(amount) || !/^[a-z]{3}$/.test(string(currency))) return own;
  return `${formatFanSum({ amount, currency: string(currency) }, locale)} (${own})`;
}
