import type { OverlayAlert, OverlayPage } from '../../core/outbox/overlay/overlay';
import { waitsForOwner } from '../../core/outbox/overlay/tip-alert';
import type { Snapshot } from '../alert-source';
import type { AlertQueue } from './alert-queue';
import type { Entry } from './entry';
import type { Seen } from './seen';

/** Milliseconds. What comes while the page is open may be so old, whatever the owner chose: a tip takes a moment to arrive. */
const arrivalMs = 60_000;

interface Times {
  /** This device's clock. */
  readonly now: number;
  /** What the server's clock shows at that moment. */
  readonly serverNow: number;
}

/** What came with a snapshot. */
export interface Fed {
  /** Below the minimum: for the ticker, if the owner wants one. */
  readonly small: readonly Entry[];
  /** Tips that were not in any snapshot before, for the goal. */
  readonly arrived: readonly OverlayAlert[];
  /** The alert that is shown has other words now. */
  readonly isChanged: boolean;
  /** Nothing of the oldest one is known: there may be more behind it. */
  readonly isGapBehind: boolean;
}

/** Turns snapshots of stored alerts into what the queue shows: each alert once, whatever the connection does. */
export class Feed {
  private known = new Map<string, OverlayAlert>();
  private isFirst = true;

  constructor(
    private readonly queue: AlertQueue,
    private readonly seen: Seen,
  ) {}

  /** The newest alerts, as they are now. What is missing was removed, unless newer ones pushed it out. */
  take({ alerts, isFull }: Snapshot, page: OverlayPage, times: Times): Fed {
    const oldest = alerts.at(-1);
    const present = new Map(alerts.map((alert) => [alert.id, alert]));
    for (const [id, { at }] of this.known)
      if (!present.has(id) && !(isFull && oldest !== undefined && at <= oldest.at))
        this.queue.remove(id, times.now);
    const before = this.known;
    this.known = present;
    const isNewBehind =
      oldest !== undefined && !before.has(oldest.id) && this.isWanted(oldest, page, times.serverNow);
    const fed = this.add(alerts, before, page, times);
    const isGapBehind = isFull && isNewBehind;
    this.isFirst = false;
    return { ...fed, isGapBehind };
  }

  /** Alerts behind the newest ones. Answers whether there may be more. */
  takeOlder({ alerts, isFull }: Snapshot, page: OverlayPage, times: Times): Fed {
    const oldest = alerts.at(-1);
    const isGapBehind = isFull && oldest !== undefined && this.isWanted(oldest, page, times.serverNow);
    return { ...this.add(alerts, new Map(), page, times), isGapBehind };
  }

  /** After a time in which nothing could be shown: what is too old by now, or was shown by another source meanwhile, does not wait any more. */
  restart(): void {
    this.queue.dropWaiting();
    this.seen.reload();
    this.known.clear();
    this.isFirst = true;
  }

  private add(
    alerts: readonly OverlayAlert[],
    before: ReadonlyMap<string, OverlayAlert>,
    page: OverlayPage,
    { now, serverNow }: Times,
  ): Omit<Fed, 'isGapBehind'> {
    const small: Entry[] = [];
    let isChanged = false;
    for (const alert of alerts.toReversed()) {
      // Only tips have words of their own.
      if (alert.kind === 'tip') isChanged = this.queue.change(alert.id, wordsOf(alert, page)) || isChanged;
      if (!this.isWanted(alert, page, serverNow)) continue;
      const repeated = alert.of === null ? alert : this.known.get(alert.of);
      // The alert that is to be repeated was taken back, or is too old.
      if (repeated === undefined) continue;
      const delayMs = alert.kind === 'tip' ? page.delaySeconds * 1000 : 0;
      const readyAt = now + Math.max(0, freshAt(alert) + delayMs - serverNow);
      const entry: Entry = { ...entryOf(alert, wordsOf(repeated, page)), readyAt };
      if (isSmall(alert, page)) small.push(entry);
      else this.enqueue(entry);
    }
    const arrived = alerts.filter(({ id, kind }) => kind === 'tip' && !before.has(id));
    return { small, arrived: this.isFirst ? [] : arrived, isChanged };
  }

  private enqueue(entry: Entry): void {
    const counted = this.queue.add(entry);
    if (counted !== null) this.seen.add([counted]);
  }

  /** Not shown yet, young enough, and nobody has to look at it first. */
  private isWanted(alert: OverlayAlert, page: OverlayPage, serverNow: number): boolean {
    if (this.seen.has(alert.id) || this.queue.has(alert.id) || waitsForOwner(alert, page.words)) return false;
    const replayMs = page.replayMinutes * 60_000;
    return serverNow - freshAt(alert) <= (this.isFirst ? replayMs : Math.max(replayMs, arrivalMs));
  }
}

/** An alert that waited for the owner is as young as their press on Show. */
const freshAt = ({ at, approvedAt }: OverlayAlert): number => Math.max(at, approvedAt ?? 0);

const isSmall = ({ kind, amount, currency }: OverlayAlert, { minimum }: OverlayPage): boolean =>
  kind === 'tip' && amount < (minimum[currency] ?? 0);

const wordsOf = ({ name, message }: OverlayAlert, { words }: OverlayPage): Pick<Entry, 'name' | 'message'> =>
  words === 'never' ? { name: null, message: null } : { name, message };

const entryOf = (
  { id, kind, amount, currency, livemode, of }: OverlayAlert,
  words: Pick<Entry, 'name' | 'message'>,
): Omit<Entry, 'readyAt'> => ({ id, kind, amount, currency, livemode, of, ...words });
