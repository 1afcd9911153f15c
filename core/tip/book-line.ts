import type { Currency } from '../money/currency-codes';
import { feeApartOf } from './fee-apart';
import type { Tip } from './tip';

/** What Stripe booked on the owner's balance for one tip, in minor units of the balance's `currency`. Fees are positive = paid by the owner. */
export interface BookedLine {
  /** As Stripe writes it (`usd`); may be a currency that Busker takes no tips in. */
  readonly currency: string;
  /** What the payment brought, before fees. */
  readonly received: number;
  readonly stripeFee: number;
  readonly hostShare: number;
  /** Zero or negative: refunds, less the part of the host's share that came back, plus refunds that failed. */
  readonly refunds: number;
  /** Zero or negative: what banks took back, without Stripe's fee for the dispute. */
  readonly disputes: number;
  readonly disputeFee: number;
  /** received - stripeFee - hostShare + refunds + disputes - disputeFee: what is left on the balance. */
  readonly kept: number;
}

/** One paid tip in its owner's books. */
export interface BookLine {
  readonly tipId: string;
  readonly paidAt: number;
  /** In minor units of `currency`, as the fan was charged. */
  readonly currency: Currency;
  readonly received: number;
  /** Pending refunds too. */
  readonly refunded: number;
  /** What a bank took back; 0 after a won dispute. */
  readonly disputed: number;
  /** The country that issued the card (ISO 3166); null = unknown. */
  readonly country: string | null;
  /** What has a fee that Stripe books apart from the tip (fee-apart.ts); null = `booked` has every fee. */
  readonly feeApart: string | null;
  /** Null until Stripe has booked the payment. */
  readonly booked: BookedLine | null;
}

/** Null for a tip that does not count: unpaid, or held because its payment differs from it. */
export function bookLine(tip: Tip): BookLine | null {
  const { contrib, payment } = tip;
  if (contrib.count === 0 || payment.succeededAt === null) return null;
  return {
    tipId: tip.tipId,
    paidAt: payment.succeededAt,
    currency: tip.currency,
    received: contrib.gross,
    refunded: contrib.refunded,
    disputed: contrib.disputed,
    country: tip.fan.country,
    feeApart: feeApartOf(tip),
    booked: bookedLine(tip),
  };
}

/** Also null for a returned tip of an earlier release, which did not store what Stripe booked for the return. */
function bookedLine({ fees, returned, contrib }: Tip): BookedLine | null {
  const { stripe, application, net, settlementCurrency: currency } = fees;
  if (stripe === null || application === null || net === null || currency === null) return null;
  if (returned === null && contrib.refunded + contrib.disputed > 0) return null;
  const { refundNet, disputeNet, disputeFee } = returned ?? nothingReturned;
  return {
    currency,
    received: net + stripe + application,
    stripeFee: stripe,
    hostShare: application,
    refunds: refundNet,
    disputes: disputeNet + disputeFee,
    disputeFee,
    kept: net + refundNet + disputeNet,
  };
}

const nothingReturned = { refundNet: 0, disputeNet: 0, disputeFee: 0 };
