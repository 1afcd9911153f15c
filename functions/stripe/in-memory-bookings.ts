import { countedRefunds } from '../../core/tip/state/tip-projection';
import type { InMemoryPayment } from './in-memory-payment';
import { namedBy } from './in-memory-traces';
import type { ListedBooking } from './payments';

/** When each line was booked. Tests change refunds and disputes directly, so a line is booked when it is listed for the first time. */
export class InMemoryBookings {
  private readonly times = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** The lines of a payment, as Stripe's list of balance transactions has them. */
  of(payment: InMemoryPayment): readonly ListedBooking[] {
    const { charge, refunds, disputes, intent } = payment;
    const line = (key: string, about: ListedBooking['about']): ListedBooking => ({
      bookedAt: this.timeOf(`${intent.id} ${key}`),
      paymentIntentId: intent.id,
      about,
    });
    const isBooked = charge?.status === 'succeeded' && charge.balance !== null;
    return [
      ...(isBooked
        ? [
            line('charge', {
              kind: 'charge',
              reference: namedBy(payment),
              paidAt: charge.createdAt,
              amount: intent.amount,
              refunded: countedRefunds(refunds),
              disputed: disputes.length > 0,
            }),
          ]
        : []),
      ...refunds.flatMap((refund) => {
        const about = { kind: 'refund', refund } as const;
        const returned = refund.status === 'failed' || refund.status === 'canceled';
        return [line(refund.id, about), ...(returned ? [line(`${refund.id} back`, about)] : [])];
      }),
      ...disputes
        .filter(({ status }) => !status.startsWith('warning'))
        .flatMap((dispute) => {
          const about = { kind: 'dispute', dispute } as const;
          const returned = dispute.status === 'won' || dispute.status === 'prevented';
          return [line(dispute.id, about), ...(returned ? [line(`${dispute.id} back`, about)] : [])];
        }),
    ];
  }

  private timeOf(key: string): number {
    const time = this.times.get(key) ?? this.now();
    this.times.set(key, time);
    return time;
  }
}
