import type { Currency } from '../../../core/money/currency-codes';
import { isTestTip } from '../../../core/tip/test-tip';
import type { Tip } from '../../../core/tip/tip';
import type { KnownTips } from './known-tips';

/**
 * What an owner had seen on leaving the tips. No clock tells what is new: a tip paid in the second of leaving, or one that Stripe told of
 * late, has an earlier time than the visit and was not seen all the same. So the paid ones that were in the list are remembered by name.
 */
export interface Visit {
  /** When it ended (epoch milliseconds, this device's clock): to be shown, never to be compared. */
  readonly at: number;
  /** Ids of the paid tips among those begun after `from`. */
  readonly paid: readonly string[];
  /** Every tip begun after this was in the list (the server's time; -1 = every tip there was). */
  readonly from: number;
  /** The latest payment in the list (Stripe's time). It decides for tips begun before `from` alone: payments that took that long. */
  readonly latest: number;
}

/** As many of the newest tips are remembered by name: fewer than the list begins with, so that a next visit reaches back to `from`. */
const remembered = 50;

const key = (uid: string) => `busker-tips-seen-${uid}`;
const paidAt = ({ payment }: Tip) => payment.succeededAt ?? 0;

/** The visit that ends now. `known`: as the server told them. */
export function visitOf({ tips, more }: KnownTips, at: number): Visit {
  const whole = !more && tips.length <= remembered;
  const newest = tips.slice(0, remembered);
  return {
    at,
    paid: newest.filter((tip) => paidAt(tip) > 0).map(({ tipId }) => tipId),
    from: whole ? -1 : (newest.at(-1)?.createdAt ?? -1),
    latest: Math.max(0, ...tips.map(paidAt)),
  };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function parseVisit(kept: unknown): Visit | null {
  // Earlier releases kept the time alone; it is compared once more.
  if (isTime(kept)) return { at: kept, paid: [], from: Number.MAX_SAFE_INTEGER, latest: kept };
  if (typeof kept !== 'object' || kept === null) return null;
  const { at, paid, from, latest } = kept as Readonly<Record<string, unknown>>;
  if (!isTime(at) || !isTime(from) || !isTime(latest) || !Array.isArray(paid)) return null;
  return { at, from, latest, paid: paid.filter((id) => typeof id === 'string') };
}

/** This owner's last visit on this device; null = there was none, or it is not kept here. */
export function lastVisit(uid: string): Visit | null {
  try {
    return parseVisit(JSON.parse(localStorage.getItem(key(uid)) ?? 'null'));
  } catch {
    return null;
  }
}

export function rememberVisit(uid: string, visit: Visit): void {
  try {
    localStorage.setItem(key(uid), JSON.stringify(visit));
  } catch {
    // A browser that keeps nothing: the next visit is a first one again.
  }
}

export interface SinceThen {
  readonly count: number;
  readonly sums: readonly { readonly currency: Currency; readonly amount: number }[];
  /** Not all that was begun since has been read. */
  readonly mayBeMore: boolean;
}

/** What was paid and not seen then, each currency by itself. */
export function since({ paid, from, latest }: Visit, { tips, more }: KnownTips): SinceThen {
  const seen = new Set(paid);
  const isNew = (tip: Tip) =>
    paidAt(tip) > 0 && !seen.has(tip.tipId) && (tip.createdAt > from || paidAt(tip) > latest);
  const sums = new Map<Currency, number>();
  const fresh = tips.filter((tip) => isNew(tip) && !isTestTip(tip));
  for (const tip of fresh) sums.set(tip.currency, (sums.get(tip.currency) ?? 0) + tip.amount);
  const oldest = tips.at(-1);
  return {
    count: fresh.length,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount })),
    mayBeMore: more && oldest !== undefined && oldest.createdAt > from,
  };
}
