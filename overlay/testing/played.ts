import { pageOf, type OverlayAlert, type OverlayPage } from '@busker/core/overlay/overlay';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import type { Connection, AlertSource, Snapshot, SourceWatcher } from '../alert-source';
import { startPlayer, type Player } from '../player';
import { Seen, type Card, type Entry, type Memory } from '../queue/alert-queue';
import type { Timers } from '../timers';

export class TextMemory implements Memory {
  text: string | null = null;
  read = () => this.text;
  write = (text: string) => {
    this.text = text;
  };
}

export const fakePage = (given: Partial<OverlayPage> = {}): OverlayPage => ({
  ...pageOf(fakeOverlay()),
  ...given,
});

/** A page that plays, and what it has shown. */
export class Played {
  readonly timers = new VirtualTimers();
  readonly memory = new TextMemory();
  /** Every card that began, in order. */
  cards: Card[] = [];
  readonly tickers: Entry[] = [];
  /** The line below now. */
  ticking: Entry | null = null;
  /** The screen now. */
  now: Card | null = null;
  readonly chimes: number[] = [];
  connection: Connection = 'online';
  isRevoked = false;
  newest: readonly OverlayAlert[] = [];
  arrived: OverlayAlert[] = [];
  private player: Player | null = null;
  private count = 0;

  constructor(
    page: Partial<OverlayPage> = {},
    readonly source = new InMemorySource(fakePage(page)),
  ) {}

  /** Opens the page, or opens it again as a reload does. */
  open(serverAhead = 0): this {
    this.player?.stop();
    this.now = null;
    this.player = startPlayer({
      source: this.source,
      seen: new Seen(this.memory, this.timers.now),
      timers: this.timers,
      serverAhead,
      view: {
        page: () => undefined,
        card: (card) => {
          if (card !== null && card.kind !== this.now?.kind) this.cards.push(card);
          else if (card !== null && this.now !== null && !isSame(card, this.now)) this.cards.push(card);
          this.now = card;
        },
        ticker: (entry) => {
          this.ticking = entry;
          if (entry !== null) this.tickers.push(entry);
        },
        alerts: (alerts, arrived) => {
          this.newest = alerts;
          this.arrived.push(...arrived);
        },
        connection: (connection) => {
          this.connection = connection;
        },
        revoked: () => {
          this.now = null;
          this.isRevoked = true;
        },
      },
      chime: (volume) => this.chimes.push(volume),
    });
    return this;
  }

  close(): void {
    this.player?.stop();
  }

  activate(isActive: boolean): void {
    this.player?.activate(isActive);
  }

  /** An alert of now. */
  alert(given: Partial<OverlayAlert> = {}): OverlayAlert {
    this.count += 1;
    return fakeAlert({ id: `tip${this.count}`, at: this.timers.now(), ...given });
  }

  /** Stores so many alerts at once. */
  arrive(count = 1, given: Partial<OverlayAlert> = {}): void {
    this.source.put(...Array.from({ length: count }, () => this.alert(given)));
  }

  get titles(): readonly string[] {
    return this.cards.map((card) => (card.kind === 'alert' ? card.entry.id : `${card.count} more`));
  }

  /** How many alerts the cards stand for. */
  get told(): number {
    return this.cards.reduce((sum, card) => sum + (card.kind === 'alert' ? 1 : card.count), 0);
  }
}

const isSame = (a: Card, b: Card): boolean =>
  a.kind === 'alert' && b.kind === 'alert' ? a.entry.id === b.entry.id : a === b;

const snapshotSize = 200;

/** Stored alerts that a test changes. Offline, nothing reaches the page until the connection is back. */
export class InMemorySource implements AlertSource {
  private readonly stored = new Map<string, OverlayAlert>();
  private readonly watchers = new Set<SourceWatcher>();
  private isOnline = true;

  constructor(private storedPage: OverlayPage | null) {}

  watch(watcher: SourceWatcher): () => void {
    this.watchers.add(watcher);
    watcher.page(this.storedPage);
    watcher.alerts(this.snapshot());
    return () => this.watchers.delete(watcher);
  }

  older(before: OverlayAlert): Promise<Snapshot> {
    return Promise.resolve(this.snapshot(before));
  }

  /** Several at once are one snapshot. */
  put(...alerts: readonly OverlayAlert[]): void {
    for (const alert of alerts) this.stored.set(alert.id, alert);
    this.tell();
  }

  remove(id: string): void {
    this.stored.delete(id);
    this.tell();
  }

  change(change: Partial<OverlayPage>): void {
    if (this.storedPage === null) throw new Error('There is no page to change');
    this.storedPage = { ...this.storedPage, ...change };
    if (this.isOnline) for (const watcher of this.watchers) watcher.page(this.storedPage);
  }

  revoke(): void {
    this.storedPage = null;
    this.stored.clear();
    for (const watcher of this.watchers) {
      watcher.page(null);
      watcher.alerts(this.snapshot());
    }
  }

  connect(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const watcher of this.watchers) watcher.connection(isOnline ? 'online' : 'offline');
    if (!isOnline) return;
    for (const watcher of this.watchers) watcher.page(this.storedPage);
    this.tell();
  }

  private tell(): void {
    if (this.isOnline) for (const watcher of this.watchers) watcher.alerts(this.snapshot());
  }

  private snapshot(before: OverlayAlert | null = null): Snapshot {
    const all = [...this.stored.values()].toSorted(newestFirst);
    const from = before === null ? 0 : all.findIndex((each) => newestFirst(before, each) < 0);
    const found = from === -1 ? [] : all.slice(from, from + snapshotSize);
    return { alerts: found, isFull: found.length === snapshotSize };
  }
}

const newestFirst = (a: OverlayAlert, b: OverlayAlert): number =>
  b.at - a.at || b.id.localeCompare(a.id, 'en', { numeric: true });

interface Waiting {
  readonly at: number;
  readonly act: () => void;
}

/** A clock that a test moves. Timers run in the order of their times. */
export class VirtualTimers implements Timers {
  private waiting: Waiting[] = [];

  constructor(private time = Date.UTC(2026, 9, 1, 12)) {}

  now = (): number => this.time;

  after = (ms: number, act: () => void): (() => void) => {
    const timer = { at: this.time + Math.max(0, ms), act };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== timer);
    };
  };

  /** How many timers wait: a page that runs for hours must not gather them. */
  get open(): number {
    return this.waiting.length;
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.waiting.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.time = next.at;
      next.act();
    }
    this.time = end;
  }
}
