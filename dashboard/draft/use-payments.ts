import type { PaymentsState } from '../../core/money/payments-state';
import { useLive, type Live } from '../shared/use-live';
import { useOwner } from '../shared/use-session';
import { useStore } from '../shared/use-store';

/** The state of the owner's payments; null = never started. */
export function usePayments(): Live<PaymentsState | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<PaymentsState | null>(['payments', uid], (watcher) => store.watchPayments(watcher));
}
