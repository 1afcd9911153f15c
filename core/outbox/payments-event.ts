import type { PaymentsState } from '../money/payments-state';
import type { EventFact, ToldPayments } from './outbox-event';

type Told = Pick<
  PaymentsState,
  'cardPayments' | 'disconnectedAt' | 'pausedUntil' | 'requirements' | 'requirementsDueAt'
>;

const stateOf = ({ cardPayments, disconnectedAt, pausedUntil }: Told, now: number): ToldPayments => {
  if (disconnectedAt !== null) return 'disconnected';
  return pausedUntil !== null && pausedUntil > now ? 'paused' : cardPayments;
};

/** What an owner hears of when Stripe's state of the account changes; null = nothing. */
export function paymentsEvent(before: Told, after: Told, now: number): EventFact | null {
  const from = stateOf(before, now);
  const to = stateOf(after, now);
  const wantsMore = before.requirements.length === 0 && after.requirements.length > 0;
  // Somebody who connects an account for the first time is doing so in the dashboard.
  const begins = from === 'none' && (to === 'pending' || to === 'none');
  if ((from === to && !wantsMore) || begins) return null;
  return {
    type: 'payments.state_changed',
    from,
    to,
    dueAt: after.requirementsDueAt,
    needsData: after.requirements.length > 0,
  };
}
