import type { CardEvent } from '../../core/api/event-api';
import { dayOf } from '../../core/documents/insight-document';
import type { CountedRow, ViewBatch } from '../../core/documents/view-batch-document';
import type { Log } from '../http/log';
import type { Clock } from '../store/clock';
import { StoreUnavailable, type Store } from '../store/store';
import { stored } from '../store/stored';

interface CountingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: { fresh(): string };
  readonly log: Log;
}

export interface CountingOptions {
  /** A window ends this many milliseconds after its first event, at the next event. */
  readonly windowMs: number;
  /** Called after batches were written. */
  readonly onWritten: () => Promise<void>;
}

/** A window ends earlier at this many handles or rows, so that its batch is far below the 1 MiB of a document. */
const most = { handles: 500, rows: 2000 } as const;

/** While the store does not answer, this many batches wait in memory. Then the oldest is lost. */
const maxWaiting = 20;

/** The platform gives an instance ten seconds to end. */
const triesAtEnd = 3;

const dayMs = 24 * 60 * 60_000;
/** A batch that was never rolled up is deleted after this. */
const keptMs = 30 * dayMs;

interface WaitingBatch {
  readonly id: string;
  readonly batch: ViewBatch;
}

/**
 * Counts views and clicks in the memory of this server instance. The first event after the end of a window writes one batch for all profiles and waits for
 * it: work after a function's answer may never run, so nothing relies on a timer. An instance that crashes loses its open window.
 */
export class EventCounting {
  private rows = new Map<string, CountedRow>();
  private handles = new Set<string>();
  private openedAt = 0;
  private waiting: readonly WaitingBatch[] = [];
  private writing: Promise<void> | null = null;
  /** No write before this: the store has just failed. */
  private retryAt = 0;
  private isEnding = false;

  constructor(
    private readonly deps: CountingParts,
    private readonly options: CountingOptions,
  ) {}

  /** Counts events on the day of now. Resolves when they are in memory or, at the end of a window, in the store. */
  async add(events: readonly CardEvent[]): Promise<void> {
    const now = this.deps.clock.now();
    for (const event of events) this.count(event, now);
    if (this.isEnding) await this.end();
    else if (this.writing === null && this.isDue(now)) await this.write();
  }

  /** Writes what is left, and from now on every event at once: the instance is about to end. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (let tries = 0; tries < triesAtEnd && this.rows.size + this.waiting.length > 0; tries += 1)
      await this.write();
  }

  private count(event: CardEvent, now: number): void {
    if (this.rows.size === 0) this.openedAt = now;
    const row = { day: dayOf(now), handle: event.handle, link: event.kind === 'view' ? null : event.link };
    const key = JSON.stringify(row);
    this.rows.set(key, { ...row, count: (this.rows.get(key)?.count ?? 0) + 1 });
    this.handles.add(event.handle);
    if (this.isFull()) this.close(now);
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
    this.waiting = [...this.waiting, { id: this.deps.ids.fresh(), batch }];
    this.rows = new Map();
    this.handles = new Set();
    while (this.waiting.length > maxWaiting) this.dropOldest();
  }

  private dropOldest(): void {
    const [lost, ...rest] = this.waiting;
    this.waiting = rest;
    if (lost === undefined) return;
    this.deps.log.viewsLost({ events: lost.batch.rows.reduce((sum, { count }) => sum + count, 0) });
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
      if (!(error instanceof StoreUnavailable)) throw error;
      this.retryAt = this.deps.clock.now() + this.options.windowMs;
      this.deps.log.serviceUnavailable({ service: 'store', error });
    } finally {
      // In the same turn of the event loop as the last check, so no event can arrive in between.
      this.writing = null;
    }
  }

  private async writeAll(): Promise<void> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      await this.writeOne(next);
      const { id } = next;
      this.waiting = this.waiting.filter((each) => each.id !== id);
    }
  }

  /** A batch is only ever created. If it is there already, an earlier try has landed and its answer was lost. */
  private async writeOne({ id, batch }: WaitingBatch): Promise<void> {
    const doc = stored.viewBatch(id);
    await this.deps.store.commit([{ path: doc.path, state: { kind: 'missing' } }], (writes) =>
      writes.write(doc, batch),
    );
  }
}
