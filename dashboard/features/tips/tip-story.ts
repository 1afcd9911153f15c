import type { RefundRequest } from '../../../core/documents/refund-document';
import type { TipState } from '../../../core/tip/tip';
import type { TipCause, TipLogEntry } from '../../../core/documents/tip-log-document';

/** One line of a tip's story. `state`: it became another one. `cause`: something was done that left the state as it is. */
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

/** What people do; looking again at Stripe is no event by itself. */
const acts: ReadonlySet<TipCause> = new Set(['amount', 'moderation', 'erase']);

function momentOf(entry: TipLogEntry): Moment[] {
  const { rev, at, cause, from, to } = entry;
  const key = `log ${rev}`;
  if (from === null || from.state !== to.state) return [{ kind: 'state', key, at, state: to.state, cause }];
  return acts.has(cause) ? [{ kind: 'cause', key, at, cause }] : [];
}

/** The log and the refunds as one story, oldest first. */
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
