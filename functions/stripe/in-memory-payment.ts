import type {
  ChargeSnapshot,
  DisputeSnapshot,
  IntentSnapshot,
  InvoiceOfPayment,
  RefundSnapshot,
  SessionSnapshot,
  WarningSnapshot,
} from '../../core/tip/state/payment-snapshot';
import type { FanSum } from '../../core/money/fan-money';
import type { CheckoutOrder, TipOrder } from './payments';

/** One payment of the in-memory adapter. Tests read and change it. */
export interface InMemoryPayment {
  readonly account: string | null;
  readonly clientSecret: string;
  readonly order: TipOrder;
  readonly createdAt: number;
  intent: IntentSnapshot;
  charge: ChargeSnapshot | null;
  refunds: RefundSnapshot[];
  disputes: DisputeSnapshot[];
  warnings: WarningSnapshot[];
  receiptEmail: string | null;
  /** The payment belongs to an invoice, so it has no metadata. */
  invoice?: InvoiceOfPayment;
}

export interface InMemorySession {
  readonly order: CheckoutOrder;
  readonly url: string;
  status: SessionSnapshot['status'];
  paymentIntentId: string | null;
  /** The payment that cards were tried on; the page names it only after payment. */
  triedIntentId: string | null;
}

export const unexpectedState = {
  kind: 'refused',
  code: 'payment_intent_unexpected_state',
  requestId: 'req_memory',
} as const;

/** The intent of an order that nobody has paid. */
export const newIntent = (id: string, order: TipOrder): IntentSnapshot => ({
  id,
  status: 'requires_payment_method',
  amount: order.amount,
  amountReceived: 0,
  currency: order.currency,
  tipId: order.tipId,
  uid: order.uid,
  cancellationReason: null,
  lastError: null,
  failedAttempts: 0,
  amounts: null,
});

/** Stripe gives back at the rate of the payment. */
export function shareOf(
  { intent: { presented, amount: paid } }: InMemoryPayment,
  amount: number,
): FanSum | null {
  return presented ? { ...presented, amount: Math.round((presented.amount * amount) / paid) } : null;
}
