import type { CardEvent } from '@busker/core/dashboard-api/channel-api';
import {
  dayOf,
  otherSites,
  timeOf,
  type CountedRow,
  type ViewBatch,
} from '@busker/core/insights/insight-document';
import type { Clock } from '../clock';
import type { EnvReader } from '../env-reader';
import type { Log } from '../log';
import { stored, type Store } from '../store/store';

interface CountingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: { fresh(): string };
  readonly log: Log;
}

interface CountingOptions {
  /** A window ends this many milliseconds after its first event, at the next event. */
  readonly windowMs: number;
  /** Called after batches were written. */
  readonly onWritten: () => Promise<void>;
}

/** A window ends earlier at this many handles or rows, so that its batch is far below the 1 MiB of a document. */
const most = { handles: 500, rows: 2000 } as const;

/**
 * The links of one handle and day in one window, far more than a profile can have. Clicks on further ones are dropped: somebody invents them, and nobody
 * looks up here which links exist. The limit is for each window and not for a whole roll-up, so that invented links cannot displace the clicks of others
 * for longer.
 */
const maxLinksPerDay = 500;

/** The same for the sites of its views. The views of further ones count as `otherSites`. */
const maxSitesPerDay = 50;

/** While the store does not answer, this many batches wait in memory. Then the oldest is lost. */
const maxWaiting = 20;

/** The store may refuse a batch this often, in as many windows. Then it is lost, so that those behind it get their turn. */
const maxRefusals = 3;

/** The platform gives an instance ten seconds to end. */
const triesAtEnd = 3;

const dayMs = 24 * 60 * 60_000;
/** A batch that was never rolled up is deleted after this. */
const keptMs = 30 * dayMs;

interface WaitingBatch {
  readonly id: string;
  readonly batch: ViewBatch;
  readonly refusals: number;
}

/**
 * Counts views and clicks in the memory of this server instance. The first event after the end of a window writes one batch for all profiles and waits for
 * it: work after a function's answer may never run, so nothing relies on a timer. An instance that crashes loses its open window.
 */
export class EventCounting {
  private rows = new Map<string, CountedRow>();
  private handles = new Set<string>();
  /** How many links and sites each handle has on a day. */
  private links = new Map<string, number>();
  private sites = new Map<string, Set<string>>();
  private openedAt = 0;
  private waiting: readonly WaitingBatch[] = [];
  private writing: Promise<void> | null = null;
  /** No write before this: the store has just failed or refused a batch. */
  private retryAt = 0;
  private isEnding = false;

  constructor(
    private readonly deps: CountingParts,
    private readonly options: CountingOptions,
  ) {}

  /** Counts events on the day of now. `site` is the site of their page; null = unknown. Resolves when they are in memory or, at the end of a window, in the store. */
  async add(events: readonly CardEvent[], site: string | null = null): Promise<void> {
    const now = this.deps.clock.now();
    for (const event of events) this.count(event, site, now);
    if (this.isEnding) await this.end();
    else if (this.writing === null && this.isDue(now)) await this.write();
  }

  /** Writes what is left, and from now on every event at once: the instance is about to end. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (let tries = 0; tries < triesAtEnd && this.rows.size + this.waiting.length > 0; tries += 1)
      await this.write();
  }

  private count(event: CardEvent, site: string | null, now: number): void {
    if (this.rows.size === 0) this.openedAt = now;
    const { handle } = event;
    const when = { day: dayOf(now), time: timeOf(now), handle };
    const row =
      event.kind === 'view'
        ? { ...when, link: null, site: this.admitSite(`${handle} ${when.day}`, site) }
        : { ...when, link: event.link };
    const key = JSON.stringify(row);
    if (row.link !== null && !this.rows.has(key) && !this.takeLink(`${row.handle} ${row.day}`)) return;
    this.rows.set(key, { ...row, count: (this.rows.get(key)?.count ?? 0) + 1 });
    this.handles.add(event.handle);
    if (this.isFull()) this.close(now);
  }

  /** Takes one more link of a handle and day; false = there are too many. */
  private takeLink(handleDay: string): boolean {
    const links = this.links.get(handleDay) ?? 0;
    if (links >= maxLinksPerDay) return false;
    this.links.set(handleDay, links + 1);
    return true;
  }

  private admitSite(handleDay: string, site: string | null): string | null {
    if (site === null) return null;
    const known = this.sites.get(handleDay) ?? new Set();
    if (!known.has(site) && known.size >= maxSitesPerDay) return otherSites;
    this.sites.set(handleDay, known.add(site));
    return site;
  }

  private isFull(): boolean {
    return this.handles.size >= most.handles || this.rows.size >= most.rows;
  }

  private isDue(now: number): boolean {
    if (this.waiting.length > 0) return now >= this.retryAt;
    return this.rows.size > 0 && now - this.openedAt >= this.options.windowMs;
  }

  private close(now: number): void {
    if (this.rows.size === 0) return;
    const batch = { v: 1, endedAt: now, rows: [...this.rows.values()], expiresAt: now + keptMs } as const;
    this.waiting = [...this.waiting, { id: this.deps.ids.fresh(), batch, refusals: 0 }];
    this.rows = new Map();
    this.handles = new Set();
    this.links = new Map();
    this.sites = new Map();
    const [oldest] = this.waiting;
    if (this.waiting.length > maxWaiting && oldest !== undefined) this.lose(oldest);
  }

  private lose({ id, batch }: WaitingBatch): void {
    this.remove(id);
    this.deps.log.viewsLost({ events: batch.rows.reduce((sum, { count }) => sum + count, 0) });
  }

  private remove(id: string): void {
    this.waiting = this.waiting.filter((each) => each.id !== id);
  }

  private async write(): Promise<void> {
    this.close(this.deps.clock.now());
    if (this.waiting.length > 0) this.writing ??= this.writeWaiting();
    await this.writing;
  }

  private async writeWaiting(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        await this.writeAll();
        await this.options.onWritten();
        const now = this.deps.clock.now();
        if (this.isDue(now)) this.close(now);
      }
    } catch (error) {
      // Also when the store refuses a write for good, such as without a permission: else every event would try again, and its beacon would fail.
      this.retryAt = this.deps.clock.now() + this.options.windowMs;
      this.deps.log.serviceUnavailable({ service: 'store', error });
    } finally {
      // In the same turn of the event loop as the last check, so no event can arrive in between.
      this.writing = null;
    }
  }

  private async writeAll(): Promise<void> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (await this.isWritten(next)) this.remove(next.id);
      else this.refuse(next);
    }
  }

  /** A batch is only ever created. If it is there already, an earlier try has landed and its answer was lost. */
  private async isWritten({ id, batch }: WaitingBatch): Promise<boolean> {
    const { store } = this.deps;
    const doc = stored.viewBatch(id);
    const isNew = await store.commit([{ path: doc.path, state: { kind: 'missing' } }], (writes) =>
      writes.write(doc, batch),
    );
    // Firestore's codes for a failed condition also mean other refusals. A document of another release, which this one cannot read, is there too.
    return isNew || (await store.read({ ...doc, decode: () => batch })) !== undefined;
  }

  /** The store refused a batch without having it. Throws, so that it is tried again later; after some tries it is lost. */
  private refuse(refused: WaitingBatch): void {
    const refusals = refused.refusals + 1;
    if (refusals >= maxRefusals) return this.lose(refused);
    this.waiting = this.waiting.map((each) => (each.id === refused.id ? { ...each, refusals } : each));
    throw new Error('The store refuses a batch of views');
  }
}

export interface CountingConfig {
  /** How long an instance counts in memory before it writes a batch, in milliseconds. */
  readonly windowMs: number;
  /** Milliseconds from one roll-up to the next; 0 = after each batch, for one machine. */
  readonly rollUpMs: number;
}

/** On one machine each view is written at once: a developer waits for it, and writes cost nothing. */
export function countingConfig(read: EnvReader, sandbox: boolean): CountingConfig {
  const windowSeconds = read.integer('COUNT_WINDOW_SECONDS', sandbox ? 0 : 10, { min: 0, max: 60 });
  const rollUpMinutes = read.integer('ROLL_UP_MINUTES', sandbox ? 0 : 10, {
    min: sandbox ? 0 : 5,
    max: 60,
  });
  return { windowMs: windowSeconds * 1000, rollUpMs: rollUpMinutes * 60_000 };
}
