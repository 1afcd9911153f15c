import type { Currency } from '../../../core/money/money';
import { isTestTip, type Tip } from '../../../core/tip/tip';
import type { KnownTips } from './known-tips';

/**
 * What the owner had seen when they left the tips. Times cannot tell what is new: a tip paid in the second of leaving, or reported late by
 * Stripe, has an earlier time and was still not seen. So the ids of the listed paid tips are stored.
 */
export interface Visit {
  /** When the visit ended (epoch milliseconds, this device's clock). Only shown, never compared. */
  readonly at: number;
  /** Ids of the paid tips among those started after `from`. */
  readonly paid: readonly string[];
  /** Every tip started after this was in the list (server time; -1 = all tips). */
  readonly from: number;
  /** The latest payment in the list (Stripe's time). Used only for tips started before `from`. */
  readonly latest: number;
}

/** How many of the newest tips are stored by id: fewer than the list's first page, so that the next visit reaches back to `from`. */
const remembered = 50;

const key = (uid: string) => `busker-tips-seen-${uid}`;
/** 0 = the tip is not paid. */
const paidAt = ({ payment }: Tip) => payment.succeededAt ?? 0;

/** The visit that ends now. `known`: from the server. */
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
  // Earlier releases stored only the time.
  if (isTime(kept)) return { at: kept, paid: [], from: Number.MAX_SAFE_INTEGER, latest: kept };
  if (typeof kept !== 'object' || kept === null) return null;
  const { at, paid, from, latest } = kept as Readonly<Record<string, unknown>>;
  if (!isTime(at) || !isTime(from) || !isTime(latest) || !Array.isArray(paid)) return null;
  return { at, from, latest, paid: paid.filter((id) => typeof id === 'string') };
}

/** This owner's last visit on this device; null = none stored. */
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
    // Storage is blocked: the next visit counts as the first.
  }
}

export interface SinceThen {
  readonly count: number;
  readonly sums: readonly { readonly currency: Currency; readonly amount: number }[];
  /** Not all tips since then have been read. */
  readonly mayBeMore: boolean;
}

/** The tips paid and not seen at the last visit, per currency. */
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
