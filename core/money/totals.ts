import type { Currency } from './money';

/** The contribution of one tip to its owner's totals, in minor units of the tip's currency. Zeros until the payment has succeeded. */
export interface TipContribution {
  readonly count: number;
  readonly gross: number;
  readonly refunded: number;
  readonly disputed: number;
}

export const noContribution: TipContribution = { count: 0, gross: 0, refunded: 0, disputed: 0 };

export type Totals = Readonly<Partial<Record<Currency, TipContribution>>>;

export function addContribution(a: TipContribution, b: TipContribution): TipContribution {
  return {
    count: a.count + b.count,
    gross: a.gross + b.gross,
    refunded: a.refunded + b.refunded,
    disputed: a.disputed + b.disputed,
  };
}

/** The amount that the owner keeps before fees. */
export function keptOf(total: TipContribution): number {
  return total.gross - total.refunded - total.disputed;
}
