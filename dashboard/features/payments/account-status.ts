import type { PaymentsState } from '../../../core/money/payments-state';

/** The state of an account in one word. `gone`: the owner disconnected it. `paused`: too many declined cards. */
export type AccountStatus = PaymentsState['cardPayments'] | 'gone' | 'paused';

export function accountStatus(payments: PaymentsState | null, now: number): AccountStatus {
  if (payments === null) return 'none';
  if (payments.disconnectedAt !== null) return 'gone';
  if (payments.cardPayments === 'active' && (payments.pausedUntil ?? 0) > now) return 'paused';
  return payments.cardPayments;
}
