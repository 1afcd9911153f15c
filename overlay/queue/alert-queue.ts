import type { Currency } from '@busker/core/money/money';
import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import { waitsForOwner } from '@busker/core/overlay/tip-alert';
import type { Snapshot } from '../alert-source';

/** An alert that waits to be shown. */
export interface Entry {
  readonly id: string;
  readonly kind: OverlayAlert['kind'];
  /** Null = it is hidden. */
  readonly amount: number | null;
  readonly currency: Currency;
  readonly name: string | null;
  readonly message: string | null;
  readonly livemode: boolean;
  /** The alert that this one repeats; null = it is one of its own. */
  readonly of: string | null;
  /** Not before this time of the device. */
  readonly readyAt: number;
}

/** What may still change. */
type Words = Pick<Entry, 'name' | 'message' | 'amount'>;

interface Sum {
  readonly currency: Currency;
  readonly amount: number;
}

/** The alert on screen. `sum`: alerts that would take too long one by one. Amounts of different currencies are never added up. */
export type Card =
  | { readonly kind: 'alert'; readonly entry: Entry }
  | {
      readonly kind: 'sum';
      readonly ids: readonly string[];
      readonly count: number;
      readonly sums: readonly Sum[];
      /** False when one of them is a test or a payment in a sandbox. */
      readonly livemode: boolean;
    };

export const idsOf = (card: Card): readonly string[] => (card.kind === 'alert' ? [card.entry.id] : card.ids);

interface Share extends Pick<Entry, 'currency' | 'livemode' | 'of'> {
  readonly amount: number;
}

/**
 * So many are kept one by one, so that one that is taken back or hidden can be subtracted. Older ones are only counted, and are in no sum: the memory of a
 * long stream stays flat.
 */
const mostKept = 2000;

/** The alerts after the first ten, without words: they become one card with their sum. */
class Rest {
  private readonly kept = new Map<string, Share>();
  private readonly sums = new Map<Currency, number>();
  private count = 0;
  private livemode = true;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(id: string): boolean {
    return this.kept.has(id);
  }

  /** Answers the id of one that is only counted from now on; null = none. */
  add({ id, currency, amount, livemode, of }: Entry): string | null {
    // What is hidden is counted, and is in no sum.
    this.kept.set(id, { currency, amount: amount ?? 0, livemode, of });
    this.move(currency, amount ?? 0, 1);
    this.livemode &&= livemode;
    if (this.kept.size <= mostKept) return null;
    const [oldest, share] = [...this.kept.entries()][0] ?? [];
    if (oldest === undefined || share === undefined) return null;
    this.kept.delete(oldest);
    this.move(share.currency, -share.amount, 0);
    return oldest;
  }

  /** Its amount, and that of each repetition, is in no sum any more. Answers whether one was. */
  hide(id: string): boolean {
    const shown = this.idsOf(id).filter(([, { amount }]) => amount !== 0);
    for (const [each, share] of shown) {
      this.kept.set(each, { ...share, amount: 0 });
      this.move(share.currency, -share.amount, 0);
    }
    return shown.length > 0;
  }

  /** Takes one back, with each repetition of it. */
  remove(id: string): void {
    for (const [each, share] of this.idsOf(id)) {
      this.kept.delete(each);
      this.move(share.currency, -share.amount, -1);
    }
  }

  /** Those that are kept, and those that they repeat. */
  get ids(): ReadonlySet<string> {
    return new Set([...this.kept].flatMap(([id, { of }]) => (of === null ? [id] : [id, of])));
  }

  /** All of them as one card. Null when there is none. */
  get card(): Card | null {
    if (this.isEmpty) return null;
    const sums = [...this.sums]
      .filter(([, amount]) => amount > 0)
      .map(([currency, amount]) => ({ currency, amount }));
    return {
      kind: 'sum',
      ids: [...this.kept.keys()],
      count: this.count,
      sums,
      livemode: this.livemode,
    };
  }

  private idsOf(id: string): readonly (readonly [string, Share])[] {
    return [...this.kept].filter(([each, { of }]) => each === id || of === id);
  }

  private move(currency: Currency, amount: number, count: number): void {
    this.sums.set(currency, (this.sums.get(currency) ?? 0) + amount);
    this.count += count;
  }
}

/** More than this wait: the rest become one card. */
const mostWaiting = 10;

/** Milliseconds between two cards. */
const gapMs = 500;

interface Showing {
  readonly card: Card;
  /** What the sum on screen is made of. */
  readonly rest: Rest | null;
  readonly until: number;
}

/**
 * What is shown next. It knows no clock and no page: it gets the time with each call. One card at a time; the first ten one by one, all others as one
 * sum.
 */
export class AlertQueue {
  private waiting: Entry[] = [];
  private rest = new Rest();
  private showing: Showing | null = null;
  private freeAt = 0;

  get shown(): Card | null {
    return this.showing?.card ?? null;
  }

  /** How many cards wait. */
  get length(): number {
    return this.waiting.length + (this.rest.isEmpty ? 0 : 1);
  }

  has(id: string): boolean {
    const isWaiting = this.waiting.some((entry) => entry.id === id);
    return isWaiting || this.rest.has(id) || (this.shown !== null && idsOf(this.shown).includes(id));
  }

  /** Whether it waits or is shown, or a repetition of it does. */
  holds(id: string): boolean {
    const isIts = (entry: Pick<Entry, 'id' | 'of'>) => entry.id === id || entry.of === id;
    const shown = this.shown?.kind === 'alert' && isIts(this.shown.entry);
    return (
      shown || this.waiting.some(isIts) || this.rest.ids.has(id) || (this.showing?.rest?.ids.has(id) ?? false)
    );
  }

  /** The alerts of the card that `step` would begin now, and those that they repeat. */
  nextIds(now: number): readonly string[] {
    const freeAt = this.showing === null ? this.freeAt : this.showing.until + gapMs;
    const next = this.waiting.find(({ readyAt }) => readyAt <= now);
    if (freeAt > now) return [];
    if (next !== undefined) return next.of === null ? [next.id] : [next.id, next.of];
    return this.waiting.length > 0 ? [] : [...this.rest.ids];
  }

  /** Adds one. Answers the id of one that is only counted from now on; null = none. */
  add(entry: Entry): string | null {
    const isFull = !this.rest.isEmpty || this.waiting.length >= mostWaiting;
    if (isFull) return this.rest.add(entry);
    this.waiting.push(entry);
    return null;
  }

  /** Its words may have changed, and its amount may be hidden now. Answers whether the card that is shown changed. */
  change(id: string, words: Words): boolean {
    const isIts = (entry: Entry) => entry.id === id || entry.of === id;
    this.waiting = this.waiting.map((entry) => (isIts(entry) ? { ...entry, ...words } : entry));
    if (words.amount === null) this.rest.hide(id);
    if (words.amount === null && this.showing?.rest?.hide(id) === true) return this.redraw();
    const { showing } = this;
    if (showing?.card.kind !== 'alert' || !isIts(showing.card.entry)) return false;
    const { name, message, amount } = showing.card.entry;
    if (name === words.name && message === words.message && amount === words.amount) return false;
    const entry = { ...showing.card.entry, ...words };
    this.showing = { ...showing, card: { kind: 'alert', entry } };
    return true;
  }

  private redraw(): boolean {
    const { showing } = this;
    const card = showing?.rest?.card ?? null;
    if (showing !== null && card !== null) this.showing = { ...showing, card };
    return card !== null;
  }

  /** It was taken back, with every repetition of it. A card that shows it ends. */
  remove(id: string, now: number): void {
    this.waiting = this.waiting.filter((entry) => entry.id !== id && entry.of !== id);
    this.rest.remove(id);
    const card = this.shown;
    if (card?.kind === 'alert' && (card.entry.id === id || card.entry.of === id)) this.end(now);
  }

  /** Nothing waits any more; what is shown stays. */
  dropWaiting(): void {
    this.waiting = [];
    this.rest = new Rest();
  }

  /** The card that is shown has been shown long enough, or the owner skips it. */
  end(now: number): void {
    if (this.showing === null) return;
    this.showing = null;
    this.freeAt = now + gapMs;
  }

  clear(): void {
    this.dropWaiting();
    this.showing = null;
  }

  /** Ends what is over, and begins the next card for so many milliseconds. `mayBegin` false: nothing begins. Null: nothing begins now. */
  step(
    now: number,
    { showMs, mayBegin }: { readonly showMs: number; readonly mayBegin: boolean },
  ): Card | null {
    if (this.showing !== null && this.showing.until <= now) this.end(this.showing.until);
    if (this.showing !== null || !mayBegin || this.freeAt > now) return null;
    const { card, rest } = this.next(now);
    if (card !== null) this.showing = { card, rest, until: now + showMs };
    return card;
  }

  /** When `step` has something to do; null = only after the next change. */
  nextAt(mayBegin: boolean): number | null {
    if (this.showing !== null) return this.showing.until;
    if (!mayBegin || this.length === 0) return null;
    const ready = this.waiting.length > 0 ? Math.min(...this.waiting.map(({ readyAt }) => readyAt)) : 0;
    return Math.max(this.freeAt, ready);
  }

  private next(now: number): { readonly card: Card | null; readonly rest: Rest | null } {
    const at = this.waiting.findIndex(({ readyAt }) => readyAt <= now);
    const [entry] = at === -1 ? [] : this.waiting.splice(at, 1);
    if (entry !== undefined) return { card: { kind: 'alert', entry }, rest: null };
    // The sum has no words, so it need not wait for somebody who hides them; but it comes after those that do.
    if (this.waiting.length > 0) return { card: null, rest: null };
    const { rest } = this;
    this.rest = new Rest();
    return { card: rest.card, rest };
  }
}

/** Where the ids of shown alerts are kept. Real: localStorage; in tests a text in memory. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** Milliseconds that an id is kept: as long as the alerts themselves. */
const lifetime = 24 * 60 * 60_000;
const mostSeen = 5000;

type Kept = readonly (readonly [id: string, at: number])[];

function parsed(text: string | null): Kept {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (each: unknown): each is Kept[number] =>
  Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'number';

/** The alerts that have begun to show, also before a reload or a crash. */
export class Seen {
  private readonly ids: Map<string, number>;

  constructor(
    private readonly memory: Memory,
    private readonly now: () => number,
  ) {
    this.ids = new Map(parsed(memory.read()));
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Kept at once: a page that ends in the middle of an alert must not repeat it. */
  add(ids: readonly string[]): void {
    this.reload();
    for (const id of ids) this.ids.set(id, this.now());
    const old = this.now() - lifetime;
    for (const [id, at] of this.ids) if (at < old) this.ids.delete(id);
    for (const id of this.ids.keys()) {
      if (this.ids.size <= mostSeen) break;
      this.ids.delete(id);
    }
    this.memory.write(JSON.stringify([...this.ids]));
  }

  /** Another source of the same stream may have shown something meanwhile. */
  reload(): void {
    for (const [id, at] of parsed(this.memory.read())) if (!this.ids.has(id)) this.ids.set(id, at);
  }
}

/** Keeps nothing when the browser forbids storage: then a reload may repeat what is younger than the replay window. */
export const browserMemory = (key: string): Memory => ({
  read() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      localStorage.setItem(key, text);
    } catch {
      // Full or forbidden.
    }
  },
});

/** Milliseconds. What comes while the page is open may be so old, whatever the owner chose: a tip takes a moment to arrive. */
const arrivalMs = 60_000;

interface Times {
  /** This device's clock. */
  readonly now: number;
  /** The server's time at that moment. */
  readonly serverNow: number;
}

/** The content of a snapshot. */
export interface Fed {
  /** Below the minimum: for the ticker, if the owner wants one. */
  readonly small: readonly Entry[];
  /** Tips that were not in any snapshot before, for the goal. */
  readonly arrived: readonly OverlayAlert[];
  /** The alert that is shown has other words now. */
  readonly isChanged: boolean;
  /** Nothing of the oldest one is known: there may be more behind it. */
  readonly isGapBehind: boolean;
  /** Alerts that were taken back. */
  readonly removed: ReadonlySet<string>;
}

/** Turns snapshots of stored alerts into what the queue shows: each alert once, whatever the connection does. */
export class Feed {
  private known = new Map<string, OverlayAlert>();
  /** Alerts that wait or are repeated, and that newer ones have pushed out of the snapshots: nobody says when they are hidden or taken back. */
  private readonly behind = new Map<string, OverlayAlert>();
  private isFirst = true;

  constructor(
    private readonly queue: AlertQueue,
    private readonly seen: Seen,
  ) {}

  /** The newest alerts, as they are now. What is missing was removed, unless newer ones pushed it out. */
  take({ alerts, isFull }: Snapshot, page: OverlayPage, times: Times): Fed {
    const oldest = alerts.at(-1);
    const present = new Map(alerts.map((alert) => [alert.id, alert]));
    const removed = new Set<string>();
    for (const [id, { at }] of this.known)
      if (!present.has(id) && !(isFull && oldest !== undefined && at <= oldest.at)) removed.add(id);
    for (const id of removed) this.queue.remove(id, times.now);
    const pushedOut = [...this.known.values()].filter(({ id }) => !present.has(id) && !removed.has(id));
    this.keepBehind(pushedOut);
    const before = this.known;
    this.known = present;
    const isNewBehind =
      oldest !== undefined && !before.has(oldest.id) && this.isWanted(oldest, page, times.serverNow);
    const fed = this.add(alerts, before, page, times);
    const isGapBehind = isFull && isNewBehind;
    this.isFirst = false;
    return { ...fed, isGapBehind, removed };
  }

  /** Alerts behind the newest ones. Answers whether there may be more. */
  takeOlder({ alerts, isFull }: Snapshot, page: OverlayPage, times: Times): Fed {
    const oldest = alerts.at(-1);
    const isGapBehind = isFull && oldest !== undefined && this.isWanted(oldest, page, times.serverNow);
    const fed = this.add(alerts, new Map(), page, times);
    this.keepBehind(alerts);
    return { ...fed, isGapBehind, removed: new Set() };
  }

  private keepBehind(alerts: readonly OverlayAlert[]): void {
    for (const alert of alerts) if (this.queue.holds(alert.id)) this.behind.set(alert.id, alert);
  }

  /** Whether one of these has to be read again before it is shown. */
  isBehind(ids: readonly string[]): boolean {
    return ids.some((id) => this.behind.has(id) && !this.known.has(id));
  }

  /** All of them, to be read again. */
  get allBehind(): readonly OverlayAlert[] {
    return [...this.behind.values()];
  }

  /** These were read again. What is missing in `found` was taken back. Answers whether the card that is shown changed. */
  follow(
    these: readonly OverlayAlert[],
    found: readonly OverlayAlert[],
    page: OverlayPage,
    now: number,
  ): boolean {
    const before = this.queue.shown;
    const present = new Map(found.map((alert) => [alert.id, alert]));
    for (const { id } of these) {
      const alert = present.get(id) ?? this.known.get(id);
      if (alert === undefined) this.queue.remove(id, now);
      else if (alert.kind === 'tip') this.queue.change(id, wordsOf(alert, page));
      if (alert === undefined || !this.queue.holds(id)) this.behind.delete(id);
    }
    return this.queue.shown !== before;
  }

  /** After a time in which nothing could be shown: what is too old by now, or was shown by another source meanwhile, does not wait any more. */
  restart(): void {
    this.queue.dropWaiting();
    this.seen.reload();
    this.known.clear();
    this.behind.clear();
    this.isFirst = true;
  }

  private add(
    alerts: readonly OverlayAlert[],
    before: ReadonlyMap<string, OverlayAlert>,
    page: OverlayPage,
    { now, serverNow }: Times,
  ): Omit<Fed, 'isGapBehind' | 'removed'> {
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

const isSmall = ({ kind, amount, small, currency }: OverlayAlert, { minimum }: OverlayPage): boolean =>
  kind === 'tip' && (amount === null ? small === true : amount < (minimum[currency] ?? 0));

const wordsOf = ({ name, message, amount }: OverlayAlert, { words }: OverlayPage): Words =>
  words === 'never' ? { name: null, message: null, amount } : { name, message, amount };

const entryOf = (
  { id, kind, currency, livemode, of }: OverlayAlert,
  words: Words,
): Omit<Entry, 'readyAt'> => ({ id, kind, currency, livemode, of, ...words });

/** Milliseconds that a small tip is shown. */
const showMs = 4000;
const mostTicking = 20;

/** The line for tips below the minimum: one after another, without a sound. Of many, the newest. */
export class Ticker {
  private waiting: readonly Entry[] = [];
  private until = 0;
  shown: Entry | null = null;

  add(entries: readonly Entry[]): void {
    this.waiting = [...this.waiting, ...entries].slice(-mostTicking);
  }

  /** Words and amounts that are hidden meanwhile are hidden here too, and what was taken back goes. Answers whether the one that is shown changed. */
  follow(alerts: readonly OverlayAlert[], page: OverlayPage, removed: ReadonlySet<string>): boolean {
    const words = new Map(alerts.map((alert) => [alert.id, wordsOf(alert, page)]));
    this.waiting = this.waiting
      .filter(({ id }) => !removed.has(id))
      .map((entry) => ({ ...entry, ...words.get(entry.id) }));
    if (this.shown === null) return false;
    if (removed.has(this.shown.id)) {
      this.shown = null;
      return true;
    }
    const { name, message, amount } = this.shown;
    const next = { ...this.shown, ...words.get(this.shown.id) };
    if (name === next.name && message === next.message && amount === next.amount) return false;
    this.shown = next;
    return true;
  }

  /** Answers whether another one is shown now. */
  step(now: number): boolean {
    if (this.shown !== null && now < this.until) return false;
    const [next = null, ...rest] = this.waiting;
    const isOther = next !== this.shown;
    this.waiting = rest;
    this.shown = next;
    this.until = now + showMs;
    return isOther;
  }

  nextAt(): number | null {
    return this.shown === null ? null : this.until;
  }
}
