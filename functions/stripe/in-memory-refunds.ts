import { fail, ok } from '../../core/base/result';
import { keyIn } from './stripe-call';
import { InMemoryCalls } from './in-memory-calls';
import { shareOf } from './in-memory-payment';
import type { InMemoryPayments } from './in-memory-payments';
import type { PaymentsResult } from './payments';
import type { MadeRefund, RefundOrder, Refunds } from './refunds';

/** Refunds of the payments in memory: never more than was paid, and the same key is the same refund. */
export class InMemoryRefunds extends InMemoryCalls<keyof Refunds> implements Refunds {
  /** All requests in order, with repetitions. */
  readonly orders: RefundOrder[] = [];
  private readonly made = new Map<string, MadeRefund>();
  /** The outcome of the next refund. */
  next: 'succeeded' | 'pending' = 'succeeded';

  /** Settles pending refunds, as Stripe does after a day. */
  forgetKeys(): void {
    this.made.clear();
    this.keptErrors.clear();
  }

  constructor(private readonly payments: InMemoryPayments) {
    super();
  }

  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>> {
    this.orders.push(order);
    const key = keyIn(order.keyRound, `refund:${order.tipId}:${order.requestId}`);
    return this.performUnder(key, 'createRefund', () => {
      const earlier = this.made.get(key);
      if (earlier !== undefined) return ok(earlier);
      const payment = this.payments.at(order.account, order.paymentIntentId);
      if (payment?.intent.status !== 'succeeded') return fail({ kind: 'gone' });
      const live = payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
      const refunded = live.reduce((sum, { amount }) => sum + amount, 0);
      if (refunded + order.amount > payment.intent.amount) {
        return fail({ kind: 'refused', code: 'charge_already_refunded', requestId: 'req_memory' });
      }
      const refundId = `re_${payment.refunds.length}_${order.paymentIntentId.slice(3)}`;
      const { amount, requestId } = order;
      payment.refunds.push({
        id: refundId,
        amount,
        requestId,
        status: this.next,
        createdAt: this.payments.now(),
        booked: -amount,
        presented: shareOf(payment, amount),
      });
      const refund: MadeRefund = { refundId, status: this.next, failureReason: null };
      this.made.set(key, refund);
      return ok(refund);
    });
  }
}
