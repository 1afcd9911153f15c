import type { Monthly } from '../../../core/monthly/monthly';
import { usePayments } from '../../draft/use-payments';

/** Whether it is charged by another Stripe account than the one that is connected now: nothing can be asked about it, and only Stripe can stop it. */
export function useIsElsewhere({ stripe }: Monthly): boolean {
  const live = usePayments();
  if (live.kind !== 'ready' || live.value === null) return false;
  return live.value.disconnectedAt !== null || live.value.accountId !== stripe.accountId;
}
