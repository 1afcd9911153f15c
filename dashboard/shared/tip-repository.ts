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
  /** Tips paid at or after `at` (epoch milliseconds), newest first, at most `limit`. */
  watchPaidSince(at: number, limit: number, watcher: Watcher<TipsView>): Stop;
  /** All shards of all days from `day` (`YYYY-MM-DD`, UTC) on. */
  watchInsights(day: string, watcher: Watcher<readonly InsightShard[]>): Stop;
  /** Until when views and clicks are counted (epoch milliseconds); null = nothing was counted yet. */
  watchCountedUntil(watcher: Watcher<number | null>): Stop;
}
