/** A coupon that an owner made in Stripe's dashboard and gave to one subscription. */
export interface DiscountEntity {
  readonly id: string;
  readonly account: string;
  readonly coupon: string;
  /** With at most two decimals. */
  readonly percentOff: number;
  readonly duration: 'once' | 'repeating';
  readonly customer: string;
  readonly subscription: string;
  /** In seconds. */
  readonly start: number;
  /** Null: it ends with the next invoice. */
  readonly end: number | null;
}

/** What a discount takes off one invoice, in minor units. */
export interface DiscountAmount {
  readonly discount: string;
  readonly amount: number;
}
