import type { RefundRequest } from '../../../core/documents/refund-document';
import type { TipState } from '../../../core/tip/tip';
import type { TipCause, TipLogEntry } from '../../../core/documents/tip-log-document';

/** One line of a tip's history. `state`: the state changed. `cause`: an action without a new state. */
export type Moment =
  | {
      readonly kind: 'state';
      readonly key: string;
      readonly at: number;
      readonly state: TipState;
      readonly cause: TipCause;
    }
  | { readonly kind: 'cause'; readonly key: string; readonly at: number; readonly cause: TipCause }
  | {
      readonly kind: 'refund';
      readonly key: string;
      readonly at: number;
      readonly amount: number;
      readonly by: RefundRequest['by'];
      readonly status: RefundRequest['status'];
    };

/** Actions of people; a repeated check at Stripe is not listed. */
const acts: ReadonlySet<TipCause> = new Set(['amount', 'moderation', 'reply', 'erase']);

function momentOf(entry: TipLogEntry): Moment[] {
  const { rev, at, cause, from, to } = entry;
  const key = `log ${rev}`;
  if (from === null || from.state !== to.state) return [{ kind: 'state', key, at, state: to.state, cause }];
  return acts.has(cause) ? [{ kind: 'cause', key, at, cause }] : [];
}

/** The log and the refunds as one history, oldest first. */
export function storyOf(log: readonly TipLogEntry[], refunds: readonly RefundRequest[]): readonly Moment[] {
  const asked = refunds.map(({ requestId, createdAt, amount, by, status }): Moment => ({
    kind: 'refund',
    key: `refund ${requestId}`,
    at: createdAt,
    amount,
    by,
    status,
  }));
  return [...log.toSorted((a, b) => a.rev - b.rev).flatMap(momentOf), ...asked].toSorted(
    (a, b) => a.at - b.at,
  );
}
