import type { EndReason, Monthly, MonthlyState } from './monthly';

/**
 * What was requested of Stripe for a monthly tip and is not done yet. It is stored before Stripe is asked, and the next looks repeat it until it is done:
 *
 * | request          | is done once                                                    |
 * | ---------------- | --------------------------------------------------------------- |
 * | stop             | Stripe says that it ends with its period, or that it has ended  |
 * | end              | it has ended at Stripe, and every open invoice of it is void    |
 * | end, `withdrawn` | the same, and Stripe has answered about the refund              |
 *
 * What has ended already can still be withdrawn from: then the money is what is requested.
 */
export type Asked = Monthly['asked'];

export interface Wish {
  readonly what: 'stop' | 'end';
  readonly reason: EndReason;
}

/**
 * A wish comes. The same one a second time changes nothing. An end that was asked for already stays, unless the fan wants the money back too.
 */
export function askedAfterWish({ state, asked }: Monthly, { what, reason }: Wish, at: number): Asked {
  if (state === 'never-began' || (state === 'ended' && reason !== 'withdrawn')) return asked;
  const isNoted =
    reason === 'withdrawn' ? asked?.reason === reason : asked?.what === 'end' || asked?.what === what;
  return isNoted ? asked : { what, reason, at };
}

/** What Stripe says about the subscription. `isUnpaid`: a charge did not go through and will be tried again. */
interface Answer {
  readonly state: MonthlyState;
  readonly isUnpaid: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** Stripe's reason of the cancellation. */
  readonly cancelReason: string | null;
  /** An invoice of it can still be paid. */
  readonly canBePaid: boolean;
  readonly askedAt: number;
}

/** Stripe answers. A request of ours gives the reason of the end; else Stripe does. The reason of a stop stays when another one comes after it. */
export function askedAfterAnswer(known: Monthly, answer: Answer): Pick<Monthly, 'asked' | 'endReason'> {
  const { asked, endReason } = known;
  const { state, isUnpaid, cancelAtPeriodEnd, cancelReason, canBePaid, askedAt } = answer;
  if (state !== 'ended' && state !== 'ending') {
    const isStopped = isUnpaid && cancelAtPeriodEnd;
    return { asked: asked ?? (isStopped ? stopAgain(known, askedAt) : null), endReason: null };
  }
  if (asked?.what === 'end')
    return {
      asked,
      endReason: state === 'ended' ? asked.reason : (endReason ?? reasonAtStripe(cancelReason)),
    };
  const reason = endReason ?? asked?.reason ?? reasonAtStripe(cancelReason);
  // Stripe only stops collecting what is open: by an old link the fan could still be charged for what has ended.
  const isLeftOpen = state === 'ended' && canBePaid;
  return { asked: isLeftOpen ? { what: 'end', reason, at: askedAt } : null, endReason: reason };
}

/**
 * Who stopped it through Busker was told that nothing more is charged. A charge that was on its way then and did not go through would be tried again, so
 * the stop is made once more: it ends what is still unpaid then.
 */
const stopAgain = ({ endReason }: Monthly, at: number): Asked =>
  endReason === 'fan' || endReason === 'owner' ? { what: 'stop', reason: endReason, at } : null;

function reasonAtStripe(cancelReason: string | null): EndReason {
  if (cancelReason === 'payment_failed') return 'payment_failed';
  return cancelReason === 'payment_disputed' ? 'disputed' : 'stripe';
}

/** The fan takes a stop back. An end stays, whoever asked for it: a withdrawal's refund belongs to it. */
export const askedAfterKeep = ({ asked }: Monthly): Asked => (asked?.what === 'end' ? asked : null);

/** It has ended, and nothing of it is open, or Stripe shows us nothing of it any more. A withdrawal goes on until its money goes back. */
export const askedAfterEnd = ({ asked }: Monthly): Asked => (asked?.reason === 'withdrawn' ? asked : null);
