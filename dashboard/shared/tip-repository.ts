import type { InsightShard } from '../../core/documents/insight-document';
import type { RefundRequest } from '../../core/documents/refund-document';
import type { Tip } from '../../core/tip/tip';
import type { TipLogEntry } from '../../core/documents/tip-log-document';
import type { Answer, Stop, Watcher } from './answer';

export interface TipsView {
  readonly tips: readonly Tip[];
  /** More tips exist than were asked for. */
  readonly more: boolean;
  /** From this device alone: the server has not answered yet. */
  readonly stale: boolean;
}

export interface TipPage {
  /** Newest first. */
  readonly tips: readonly Tip[];
  readonly more: boolean;
}

/** An owner's tips of every state, and what was counted. The newest are listened to; older ones are read page by page. */
export interface TipRepository {
  /** By the time that they were begun. */
  watchLatest(limit: number, watcher: Watcher<TipsView>): Stop;
  /** The tips that come after `tip` in that order. */
  readOlder(tip: Pick<Tip, 'tipId' | 'createdAt'>, limit: number): Answer<TipPage>;
  /** null = there is no such tip. */
  watchTip(tipId: string, watcher: Watcher<Tip | null>): Stop;
  /** Oldest first. */
  watchLog(tipId: string, watcher: Watcher<readonly TipLogEntry[]>): Stop;
  /** Oldest first. */
  watchRefunds(tipId: string, watcher: Watcher<readonly RefundRequest[]>): Stop;
  /** Tips that were paid at or after `at` (epoch milliseconds), newest first, at most `limit`. */
  watchPaidSince(at: number, limit: number, watcher: Watcher<TipsView>): Stop;
  /** Every shard of every day from `day` (`YYYY-MM-DD`, UTC) on. */
  watchInsights(day: string, watcher: Watcher<readonly InsightShard[]>): Stop;
}
