import type { DisputeSnapshot } from './payment-snapshot';
import { unreachable } from '../../base/result';
import type { Tip } from '../tip';

type DisputeStatus = Tip['dispute']['status'];

/** When a charge has several disputes, the first status of this list that occurs stands for all. */
const gravest: readonly DisputeStatus[] = ['open', 'lost', 'inquiry', 'won', 'prevented', 'none'];

/**
 * The dispute group. `amount` is the held or lost sum of all open or lost disputes, else the disputed sum. An answer without disputes keeps the
 * stored state: adapters may leave the list out for charges that Stripe calls undisputed.
 */
export function projectDispute(known: Tip['dispute'], disputes: readonly DisputeSnapshot[]): Tip['dispute'] {
  const rank = (dispute: DisputeSnapshot) => gravest.indexOf(statusOf(dispute));
  const [chosen] = disputes.toSorted((a, b) => rank(a) - rank(b));
  if (!chosen) return known;
  const amount = holdsMoney(chosen) ? sum(disputes.filter(holdsMoney)) : chosen.amount;
  return { status: statusOf(chosen), amount, disputeId: chosen.id, dueBy: chosen.dueBy };
}

function statusOf(dispute: DisputeSnapshot): DisputeStatus {
  switch (dispute.status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    // An inquiry that closed without a dispute: no money moved.
    case 'warning_closed':
      return 'none';
    case 'needs_response':
    case 'under_review':
      return 'open';
    case 'won':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      return 'prevented';
    default:
      return unreachable(dispute.status);
  }
}

function holdsMoney(dispute: DisputeSnapshot): boolean {
  const status = statusOf(dispute);
  return status === 'open' || status === 'lost';
}

function sum(disputes: readonly DisputeSnapshot[]): number {
  return disputes.reduce((total, dispute) => total + dispute.amount, 0);
}
