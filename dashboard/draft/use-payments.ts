import type { PaymentsState } from '../../core/payments-document';
import { useLive, type Live } from '../use-live';
import { useOwner } from '../use-session';
import { useStore } from '../use-store';

/** What Stripe says of this owner's payments; null = never begun. */
export function usePayments(): Live<PaymentsState | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<PaymentsState | null>(['payments', uid], (watcher) => store.watchPayments(watcher));
}
