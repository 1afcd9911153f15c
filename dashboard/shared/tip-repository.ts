import type { InsightShard } from '../../core/documents/insight-document';
import type { RefundRequest } from '../../core/documents/refund-document';
import type { Tip } from '../../core/tip/tip';
import type { TipLogEntry } from '../../core/documents/tip-log-document';
import type { Answer, Stop, Watcher } from './answer';

export interface TipsView {
  readonly tips: readonly Tip[];
  /** There are more tips than requested. */
  readonly more: boolean;
  /** From this device's cache: the server has not answered yet. */
  readonly stale: boolean;
}

/** From `from`, included, until `until`, not included. Times are epoch milliseconds. */
export interface Span<T> {
  readonly from: T;
  readonly until: T;
}

export interface TipPage {
  /** Newest first. */
  readonly tips: readonly Tip[];
  readonly more: boolean;
}

/** All tips of an owner and the counts. The newest come from a listener; older ones are read page by page. */
export interface TipRepository {
  /** Ordered by the time they were started. */
  watchLatest(limit: number, watcher: Watcher<TipsView>): Stop;
  /** The tips after `tip` in that order. */
  readOlder(tip: Pick<Tip, 'tipId' | 'createdAt'>, limit: number): Answer<TipPage>;
  /** null = no such tip. */
  watchTip(tipId: string, watcher: Watcher<Tip | null>): Stop;
  /** Oldest first. */
  watchLog(tipId: string, watcher: Watcher<readonly TipLogEntry[]>): Stop;
  /** Oldest first. */
  watchRefunds(tipId: string, watcher: Watcher<readonly RefundRequest[]>): Stop;
  /** Tips paid in this span, newest first, at most `limit`. */
  watchPaid(span: Span<number>, limit: number, watcher: Watcher<TipsView>): Stop;
  /** All shards of these days (`YYYY-MM-DD`, UTC). */
  watchInsights(days: Span<string>, watcher: Watcher<readonly InsightShard[]>): Stop;
  /** Tips with an open dispute or inquiry, at most `limit`, in no order. */
  watchDisputed(limit: number, watcher: Watcher<TipsView>): Stop;
  /** Until when views and clicks are counted (epoch milliseconds); null = nothing was counted yet. */
  watchCountedUntil(watcher: Watcher<number | null>): Stop;
}
