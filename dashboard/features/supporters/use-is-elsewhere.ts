import { isOutOfReach } from '../../../core/monthly/next-look';
import type { Monthly } from '../../../core/monthly/monthly';
import { usePayments } from '../../data/owner-documents';

/**
 * Which monthly tips are charged by a Stripe account that the server does not see: nobody here knows how they stand, and only Stripe can stop them. None
 * of those that are over.
 */
export function useIsElsewhere(): (monthly: Monthly) => boolean {
  const live = usePayments();
  const payments = live.kind === 'ready' ? live.value : null;
  return (monthly) => isOutOfReach(monthly, payments);
}
