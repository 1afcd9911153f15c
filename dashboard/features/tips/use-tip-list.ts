import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Currency } from '@busker/core/money/money';
import { isTestTip, type Tip } from '@busker/core/tip/tip';
import type { TipPage, TipsView } from '../../data/backend';
import { keptText, type Failure } from '../../data/failure';
import { useOwned, type Live } from '../../session/owner-documents';
import { useStore } from '../../session/session';

/**
 * The tips read so far, without gaps from the newest on: the newest by a listener, older ones page by page. A tip beyond the listener
 * stays as it was last read.
 */
export interface KnownTips {
  /** Newest first. */
  readonly tips: readonly Tip[];
  readonly more: boolean;
  /** From this device's cache alone. */
  readonly stale: boolean;
}

export const noTips: KnownTips = { tips: [], more: false, stale: true };

const byBeginning = (a: Tip, b: Tip) => b.createdAt - a.createdAt || (a.tipId < b.tipId ? 1 : -1);

function merged(before: readonly Tip[], fresh: readonly Tip[]): readonly Tip[] {
  const all = new Map(before.map((tip) => [tip.tipId, tip]));
  for (const tip of fresh) {
    const known = all.get(tip.tipId);
    // The listener and a page can overlap: the higher revision wins.
    if (!known || known.rev <= tip.rev) all.set(tip.tipId, tip);
  }
  return [...all.values()].toSorted(byBeginning);
}

/** A new view from the listener. After cached data there may be a gap, so the list starts again. */
export function withLatest(known: KnownTips, view: TipsView): KnownTips {
  if (known.stale || view.stale) return { tips: view.tips, more: view.more, stale: view.stale };
  const oldest = view.tips.at(-1);
  const joined = known.tips.some((tip) => view.tips.some((fresh) => fresh.tipId === tip.tipId));
  if (!joined && known.tips.length > 0 && oldest) return { tips: view.tips, more: view.more, stale: false };
  const reached = known.tips.length > view.tips.length;
  return { tips: merged(known.tips, view.tips), more: reached ? known.more : view.more, stale: false };
}

export function withOlder(known: KnownTips, page: TipPage): KnownTips {
  return { ...known, tips: merged(known.tips, page.tips), more: page.more };
}

/** One tip was read again. */
export function withTip(known: KnownTips, tip: Tip): KnownTips {
  const isThere = known.tips.some((other) => other.tipId === tip.tipId);
  return isThere ? { ...known, tips: merged(known.tips, [tip]) } : known;
}

/** How many tips the listener covers, and how many a page of older ones has. */
export const newest = 100;
const page = 250;

type Step =
  | { readonly kind: 'latest'; readonly view: TipsView }
  | { readonly kind: 'older'; readonly page: TipPage }
  | { readonly kind: 'tip'; readonly tip: Tip };

function known(before: KnownTips, step: Step): KnownTips {
  switch (step.kind) {
    case 'latest':
      return withLatest(before, step.view);
    case 'older':
      return withOlder(before, step.page);
    case 'tip':
      return withTip(before, step.tip);
  }
}

export interface TipListState {
  readonly live: Live<TipsView>;
  readonly known: KnownTips;
  /** Since when the oldest page is known (milliseconds); null = the listener reports every change of all known tips. */
  readonly readAt: number | null;
  /** Older tips are loading. */
  readonly reading: boolean;
  readonly failure: Failure | null;
  readonly readOlder: () => void;
  readonly seen: (tip: Tip) => void;
}

/** The tips read so far: the newest by a listener, older ones on request. */
export function useTipList(): TipListState {
  const store = useStore();
  const live = useOwned<TipsView>(['latest-tips'], (store, watcher) =>
    store.tipRepository.watchLatest(newest, watcher),
  );
  const [all, step] = useReducer(known, noTips);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const [firstRead, setFirstRead] = useState<number | null>(null);
  const view = live.kind === 'ready' ? live.value : null;

  useEffect(() => {
    if (view) step({ kind: 'latest', view });
  }, [view]);

  const oldest = all.more && !all.stale ? all.tips.at(-1) : undefined;
  const readOlder = useCallback(() => {
    if (!oldest || busy.current) return;
    busy.current = true;
    setReading(true);
    setFailure(null);
    const now = Date.now();
    void store.tipRepository.readOlder(oldest, page).then((answer) => {
      busy.current = false;
      setReading(false);
      if (!answer.ok) return setFailure(answer.problem);
      step({ kind: 'older', page: answer.value });
      setFirstRead((before) => before ?? now);
    });
  }, [store, oldest]);
  const seen = useCallback((tip: Tip) => step({ kind: 'tip', tip }), []);

  const readAt = all.tips.length > newest ? firstRead : null;
  return { live, known: all, readAt, reading, failure, readOlder, seen };
}

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

const visitAt = (uid: string) => keptText(`busker-tips-seen-${uid}`);
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
export const lastVisit = (uid: string): Visit | null => parseVisit(visitAt(uid).readJson());

export const rememberVisit = (uid: string, visit: Visit): void => visitAt(uid).keep(JSON.stringify(visit));

interface SinceThen {
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
