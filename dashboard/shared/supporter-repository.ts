import type { Monthly, SupportTotals } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Stop, Watcher } from './answer';

export interface SupportersView {
  readonly supporters: readonly Monthly[];
  /** There are more than requested. */
  readonly more: boolean;
  /** From this device's cache: the server has not answered yet. */
  readonly stale: boolean;
}

/** The monthly and yearly tips of an owner. */
export interface SupporterRepository {
  /** Every one that was paid at least once, the newest first. */
  watchAll(limit: number, watcher: Watcher<SupportersView>): Stop;
  /** null = no such monthly tip. */
  watchOne(monthlyId: string, watcher: Watcher<Monthly | null>): Stop;
  /** What the running ones bring, by currency: of all, however many there are. */
  watchSupport(watcher: Watcher<SupportTotals>): Stop;
  /** The tips of one, the latest payment first. */
  watchPayments(monthlyId: string, watcher: Watcher<readonly Tip[]>): Stop;
}
