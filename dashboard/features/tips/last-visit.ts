import type { Currency } from '../../../core/currency-codes';
import type { Tip } from '../../../core/tip';

const key = (uid: string) => `busker-tips-seen-${uid}`;

/** When this owner last looked at the tips on this device (epoch milliseconds); null = never, or it is not kept here. */
export function lastVisit(uid: string): number | null {
  try {
    const kept = Number(localStorage.getItem(key(uid)) ?? Number.NaN);
    return Number.isSafeInteger(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function rememberVisit(uid: string, at: number): void {
  try {
    localStorage.setItem(key(uid), String(at));
  } catch {
    // A browser that keeps nothing: the next visit is a first one again.
  }
}

export interface SinceThen {
  readonly count: number;
  readonly sums: readonly { readonly currency: Currency; readonly amount: number }[];
}

/** What was paid after `then`, each currency by itself. */
export function since(then: number, tips: readonly Tip[]): SinceThen {
  const sums = new Map<Currency, number>();
  const paid = tips.filter((tip) => (tip.payment.succeededAt ?? 0) > then);
  for (const tip of paid) sums.set(tip.currency, (sums.get(tip.currency) ?? 0) + tip.amount);
  return {
    count: paid.length,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount })),
  };
}
