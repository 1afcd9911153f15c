import { fakeCharge, fakeIntent, fakeSnapshot, noon } from './fakes';
import type {
  DisputeSnapshot,
  IntentSnapshot,
  PaymentSnapshot,
  RefundSnapshot,
} from '../tip-state/payment-snapshot';

/** The events of one payment at Stripe. An event that Stripe would refuse at that moment does nothing. */
export type FakeStripeEvent =
  | { readonly kind: 'declined' | 'challenged' | 'challenge-failed' | 'processing' | 'succeeded' }
  | { readonly kind: 'canceled'; readonly reason: string }
  | { readonly kind: 'refunded'; readonly amount: number; readonly status: 'pending' | 'succeeded' }
  | { readonly kind: 'refund-settled'; readonly status: 'succeeded' | 'failed' | 'canceled' }
  | { readonly kind: 'disputed'; readonly status: 'warning_needs_response' | 'needs_response' }
  | { readonly kind: 'dispute-moved'; readonly status: DisputeSnapshot['status'] };

/** A balance transaction: what an object added to the balance. `fee` is a part of a negative `net`. */
export interface Booking {
  readonly source: string;
  readonly net: number;
  readonly fee: number;
  readonly at: number;
}

const amount = 546;
const disputeFee = 1500;

/** One payment as Stripe stores it, with only the transitions that Stripe makes. Time is a counter. */
export class FakeStripe {
  private intent: IntentSnapshot = fakeIntent({ status: 'requires_payment_method' });
  private refunds: readonly RefundSnapshot[] = [];
  private disputes: readonly DisputeSnapshot[] = [];
  private clock = noon;
  /** Everything that was booked, in this order. Nothing is ever changed or removed. */
  readonly bookings: Booking[] = [];

  happens(event: FakeStripeEvent): void {
    this.clock += 1000;
    if (event.kind === 'refunded' || event.kind === 'refund-settled') this.refund(event);
    else if (event.kind === 'disputed' || event.kind === 'dispute-moved') this.dispute(event);
    else this.pay(event);
  }

  /** A snapshot of the current state. */
  snapshot(): PaymentSnapshot {
    const { status, failedAttempts } = this.intent;
    const charge =
      status === 'succeeded'
        ? fakeCharge()
        : failedAttempts > 0
          ? fakeCharge({ id: `ch_failed_${failedAttempts}`, status: 'failed', balance: null })
          : null;
    return fakeSnapshot({
      askedAt: this.clock,
      intent: this.intent,
      charge,
      refunds: this.refunds.map((refund) => {
        const { net: booked, moves } = this.bookedFor(refund.id);
        const [, cameBack = null] = moves;
        return { ...refund, booked, cameBack };
      }),
      disputes: this.disputes.map((dispute) => ({ ...dispute, booked: this.bookedFor(dispute.id) })),
    });
  }

  /** What was booked until then for anything but the charge. */
  bookedUntil(at: number): number {
    const later = this.bookings.filter((booking) => booking.source !== 'charge' && booking.at < at);
    return later.reduce((total, { net }) => total + net, 0);
  }

  private book(source: string, net: number, fee = 0): void {
    this.bookings.push({ source, net, fee, at: this.clock });
  }

  private bookedFor(id: string) {
    const own = this.bookings.filter(({ source }) => source === id);
    const sum = (of: (booking: Booking) => number) => own.reduce((total, booking) => total + of(booking), 0);
    const moves = own.map(({ at, net, fee: charged }) => ({ at, net, fee: charged }));
    return { net: sum(({ net }) => net), fee: sum(({ fee }) => fee), moves };
  }

  private pay(event: Extract<FakeStripeEvent, { kind: 'canceled' | 'declined' }> | FakeStripeEvent): void {
    const { status, failedAttempts } = this.intent;
    if (status === 'succeeded' || status === 'canceled') return;
    const declined = { code: 'card_declined', declineCode: 'generic_decline' };
    const moves: Partial<Record<FakeStripeEvent['kind'], Partial<IntentSnapshot>>> = {
      declined: {
        status: 'requires_payment_method',
        lastError: declined,
        failedAttempts: failedAttempts + 1,
      },
      challenged: { status: 'requires_action', lastError: null },
      'challenge-failed': {
        status: 'requires_payment_method',
        lastError: { code: 'payment_intent_authentication_failure', declineCode: null },
      },
      processing: { status: 'processing', lastError: null },
      succeeded: { status: 'succeeded', lastError: null, amountReceived: amount },
    };
    const move = event.kind === 'canceled' ? canceledBy(event.reason) : moves[event.kind];
    if (event.kind === 'challenge-failed' && status !== 'requires_action') return;
    this.intent = { ...this.intent, ...move };
    if (event.kind === 'succeeded') this.book('charge', fakeCharge().balance?.net ?? 0);
  }

  private refund(event: Extract<FakeStripeEvent, { kind: 'refunded' | 'refund-settled' }>): void {
    if (this.intent.status !== 'succeeded') return;
    if (event.kind === 'refund-settled') {
      for (const { id, amount: returned, status } of this.refunds)
        if (status === 'pending' && event.status !== 'succeeded') this.book(id, returned);
      this.refunds = this.refunds.map((refund) =>
        refund.status === 'pending' ? { ...refund, status: event.status } : refund,
      );
      return;
    }
    const live = this.refunds.filter(({ status }) => status === 'pending' || status === 'succeeded');
    const left = amount - live.reduce((sum, refund) => sum + refund.amount, 0);
    if (event.amount > left) return;
    const id = `re_${this.refunds.length}`;
    const made = { id, amount: event.amount, status: event.status, createdAt: this.clock };
    this.refunds = [...this.refunds, made];
    this.book(id, -event.amount);
  }

  private dispute(event: Extract<FakeStripeEvent, { kind: 'disputed' | 'dispute-moved' }>): void {
    if (this.intent.status !== 'succeeded') return;
    const closed = new Set(['won', 'lost', 'prevented', 'warning_closed']);
    if (event.kind === 'disputed' && this.disputes.length === 0) {
      this.disputes = [
        { id: 'dp_1', amount, status: event.status, dueBy: this.clock, createdAt: this.clock },
      ];
    } else if (event.kind === 'dispute-moved') {
      this.disputes = this.disputes.map((dispute) =>
        closed.has(dispute.status) ? dispute : { ...dispute, status: event.status, dueBy: null },
      );
    }
    for (const { id, status } of this.disputes) this.moveDisputed(id, status);
  }

  /** The bank takes the amount when a question becomes a dispute, and returns it when the owner wins. The fee stays. */
  private moveDisputed(id: string, status: DisputeSnapshot['status']): void {
    const taken = this.bookedFor(id).net + this.bookedFor(id).fee < 0;
    const takes = status === 'needs_response' || status === 'under_review' || status === 'lost';
    if (takes && !taken) this.book(id, -amount - disputeFee, disputeFee);
    if (!takes && taken) this.book(id, amount);
  }
}

const canceledBy = (reason: string): Partial<IntentSnapshot> => ({
  status: 'canceled',
  cancellationReason: reason,
});
