import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import type { AlertSource, Connection, Snapshot } from './alert-source';
import {
  AlertQueue,
  idsOf,
  Feed,
  Ticker,
  type Card,
  type Entry,
  type Fed,
  type Seen,
} from './queue/alert-queue';
import type { Timers } from './timers';

/** Draws alerts. Every call is complete: nothing depends on an earlier one. */
export interface PlayerView {
  /** The owner's settings, at the start and after each change. */
  page(page: OverlayPage): void;
  card(card: Card | null, page: OverlayPage): void;
  ticker(entry: Entry | null, page: OverlayPage): void;
  /** The newest alerts, newest first, and the tips among them that have just come. */
  alerts(alerts: readonly OverlayAlert[], arrived: readonly OverlayAlert[]): void;
  connection(connection: Connection): void;
  /** The key is not valid (any more). */
  revoked(): void;
}

export interface PlayerDeps {
  readonly source: AlertSource;
  readonly seen: Seen;
  readonly timers: Timers;
  /** Milliseconds to add to this device's clock for the server's. */
  readonly serverAhead: number;
  readonly view: PlayerView;
  /** Plays the chime; `volume` from 0 to 100. */
  readonly chime: (volume: number) => void;
}

export interface Player {
  /** Whether the picture is on the stream. While it is not, nothing begins. */
  activate(isActive: boolean): void;
  stop(): void;
}

/** Milliseconds for which an alert that was read again may be shown, and after which one that could not be read is tried again. */
const lookHolds = 5000;

/** Shows alerts as they come: one at a time, each once. */
export function startPlayer({ source, seen, timers, serverAhead, view, chime }: PlayerDeps): Player {
  const queue = new AlertQueue();
  const feed = new Feed(queue, seen);
  const ticker = new Ticker();
  let page: OverlayPage | null = null;
  let newest: Snapshot | null = null;
  let isActive = true;
  let cancel = () => {};
  let isLooking = false;
  let lookedAt = -Infinity;
  /** After one that failed. */
  let lookAgainAt = 0;

  const times = () => ({ now: timers.now(), serverNow: timers.now() + serverAhead });

  /** Begins and ends what is due, then waits for the next time. */
  const step = (): void => {
    cancel();
    if (page === null) return;
    const now = timers.now();
    const mayBegin = isActive && !page.paused;
    const before = queue.shown;
    const isUnsure = mayBegin && now - lookedAt > lookHolds && feed.isBehind(queue.nextIds(now));
    if (isUnsure && !isLooking && now >= lookAgainAt) void lookBehind();
    const card = queue.step(now, { showMs: page.seconds * 1000, mayBegin: mayBegin && !isUnsure });
    if (card !== null) begin(card, page);
    else if (before !== null && queue.shown === null) view.card(null, page);
    if (ticker.step(now)) view.ticker(ticker.shown, page);
    const queueAt = isUnsure ? (isLooking ? null : lookAgainAt) : queue.nextAt(mayBegin);
    const next = [queueAt, ticker.nextAt()].filter((at) => at !== null);
    if (next.length > 0) cancel = timers.after(Math.max(0, Math.min(...next) - now), step);
  };

  /** What newer alerts have pushed out of the snapshots is read again before it is shown: it may be hidden or taken back by now. */
  const lookBehind = async (): Promise<void> => {
    isLooking = true;
    // Further ones may be pushed out meanwhile.
    const these = feed.allBehind;
    const found = await readAgain(these).catch(() => null);
    isLooking = false;
    if (page === null) return;
    if (found === null) lookAgainAt = timers.now() + lookHolds;
    else lookedAt = timers.now();
    if (found !== null && feed.follow(these, found, page, timers.now())) view.card(queue.shown, page);
    step();
  };

  const readAgain = async (these: readonly OverlayAlert[]): Promise<readonly OverlayAlert[]> => {
    const found: OverlayAlert[] = [];
    let before = newest?.alerts.at(-1);
    const first = Math.min(...these.map(({ at }) => at));
    while (before !== undefined && before.at >= first) {
      const { alerts, isFull } = await source.older(before);
      found.push(...alerts);
      before = isFull ? alerts.at(-1) : undefined;
    }
    return found;
  };

  const begin = (card: Card, { muted, volume }: OverlayPage): void => {
    if (page === null) return;
    // The repetition of a test or an alert is an id of its own.
    seen.add(idsOf(card));
    view.card(card, page);
    if (!muted && volume > 0) chime(volume);
  };

  const take = (fed: Fed): void => {
    if (page === null) return;
    if (fed.small.length > 0) {
      seen.add(fed.small.map(({ id }) => id));
      if (page.below === 'ticker') ticker.add(fed.small);
    }
    if (fed.isChanged) view.card(queue.shown, page);
    step();
  };

  const feedAll = (): void => {
    if (page === null || newest === null) return;
    const hadCard = queue.shown !== null;
    const fed = feed.take(newest, page, times());
    if (hadCard && queue.shown === null) view.card(null, page);
    view.alerts(newest.alerts, fed.arrived);
    if (ticker.follow(newest.alerts, page, fed.removed)) view.ticker(ticker.shown, page);
    take(fed);
    const oldest = newest.alerts.at(-1);
    if (fed.isGapBehind && oldest !== undefined) void feedOlder(oldest);
  };

  /** More came at once than one snapshot holds. */
  const feedOlder = async (before: OverlayAlert): Promise<void> => {
    const found = await source.older(before).catch(() => null);
    if (found === null || page === null) return;
    const fed = feed.takeOlder(found, page, times());
    take(fed);
    const oldest = found.alerts.at(-1);
    if (fed.isGapBehind && oldest !== undefined) await feedOlder(oldest);
  };

  const change = (next: OverlayPage): void => {
    const before = page;
    page = next;
    view.page(next);
    if (before !== null && next.skip !== before.skip) {
      queue.end(timers.now());
      view.card(null, next);
    }
    feedAll();
    step();
  };

  const revoke = (): void => {
    cancel();
    page = null;
    newest = null;
    queue.clear();
    view.revoked();
  };

  const stop = source.watch({
    page: (next) => (next === null ? revoke() : change(next)),
    alerts(snapshot) {
      newest = snapshot;
      feedAll();
    },
    connection: (connection) => view.connection(connection),
  });

  return {
    activate(next) {
      if (next === isActive) return;
      isActive = next;
      if (next) {
        feed.restart();
        feedAll();
      }
      step();
    },
    stop() {
      cancel();
      stop();
    },
  };
}
