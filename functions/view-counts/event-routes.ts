import {
  maxCardEventsBytes,
  parseCardReport,
  siteOf,
  type CardEvent,
  type CardReport,
} from '@busker/core/dashboard-api/channel-api';
import { cardVersionLifetime, otherVersions } from '@busker/core/profile-documents/profile-document';
import { paths } from '@busker/core/documents/documents';
import { dayOf } from '@busker/core/insights/insight-document';
import type { Clock } from '../clock';
import type { Deps } from '../deps';
import { clientAddress, knownAddress } from '../http/caller';
import { readBytes, type Route } from '../http/routes';
import { MemoryLimit } from '../limits/limit-counter';
import { EventCounting } from './event-counting';

const windowMs = 60_000;

/** Anybody can send a beacon. In one window at most this many of one address are counted. */
const mostPerAddress = 10;

interface Sum {
  readonly loads: number;
  readonly crashes: number;
}

type Sums = Map<string, Sum>;

/**
 * Counts how often cards of each published version were shown, and how often they crashed. The first beacon after a quiet minute is written at once, the others
 * of the next minute are written together by the first beacon after it. An instance that ends loses at most its last minute. A version that the deploy did
 * not name is counted as "other", so invented versions take no place from a real one.
 */
export class VersionCounts {
  private sums: Sums = new Map();
  private readonly addresses = new MemoryLimit(windowMs, mostPerAddress);
  private writeAt = 0;

  private readonly published: ReadonlySet<string>;

  constructor(private readonly deps: Pick<Deps, 'store' | 'clock' | 'log' | 'config'>) {
    this.published = new Set(deps.config.cardVersions);
  }

  /** `address` is a fingerprint. It is kept in memory until the first beacon after its minute, and nowhere else. */
  async add({ card, events, crashed }: Omit<CardReport, 'from'>, address: string): Promise<void> {
    const loads = events.filter(({ kind }) => kind === 'view').length;
    if (card === null || (loads === 0 && !crashed)) return;
    const now = this.deps.clock.now();
    // Before anything is refused: else a minute of which every beacon is refused would never end.
    const ended = now >= this.writeAt ? this.endWindow(now) : null;
    const version = this.published.has(card) ? card : otherVersions;
    if (this.addresses.take(address, now))
      count(ended ?? this.sums, version, { loads, crashes: crashed ? 1 : 0 });
    if (ended !== null) await this.write(ended, now);
  }

  /** Returns what the last window counted. */
  private endWindow(now: number): Sums {
    const ended = this.sums;
    this.sums = new Map();
    this.writeAt = now + windowMs;
    return ended;
  }

  /** A beacon cannot do anything about a failure, so each one is only logged. */
  private async write(sums: Sums, now: number): Promise<void> {
    const day = dayOf(now);
    const expiresAt = new Date(now + cardVersionLifetime);
    const { store, log } = this.deps;
    try {
      for (const [version, { loads, crashes }] of sums)
        await store.add(
          paths.cardVersion(day, version),
          { loads, crashes },
          { v: 1, day, version, expiresAt },
        );
    } catch (error) {
      log.serviceUnavailable({ service: 'store', error });
    }
  }
}

function count(sums: Sums, version: string, { loads, crashes }: Sum): void {
  const sum = sums.get(version) ?? { loads: 0, crashes: 0 };
  sums.set(version, { loads: sum.loads + loads, crashes: sum.crashes + crashes });
}

/**
 * The events that count. A household or an office shares an address. A single profile can have thousands of visitors a second; what is above that is
 * a flood, and must not fill the batches.
 */
const rules = {
  address: { points: 60, windowMs: 60_000 },
  handle: { points: 5000, windowMs: 1000 },
} as const;

/**
 * Limits the counted events of one address and of one profile. Kept in the memory of each server instance: a view is not worth a request to the
 * store, and nothing about visitors is stored. Addresses come as fingerprints and are forgotten within a minute of the next event.
 */
export class EventAllowance {
  private readonly addresses: MemoryLimit;
  private readonly handles: MemoryLimit;

  /** `factor` multiplies both limits. */
  constructor(
    private readonly clock: Clock,
    factor: number,
  ) {
    this.addresses = new MemoryLimit(rules.address.windowMs, rules.address.points * factor);
    this.handles = new MemoryLimit(rules.handle.windowMs, rules.handle.points * factor);
  }

  /** Returns the events that count. */
  admit(address: string, events: readonly CardEvent[]): readonly CardEvent[] {
    const now = this.clock.now();
    return events.filter(({ handle }) => this.addresses.take(address, now) && this.handles.take(handle, now));
  }
}

/** `POST /v1/events`: a beacon cannot read answers, so every answer is 204, and unreadable or uncountable events are dropped. */
export function eventRoutes(deps: Deps): readonly Route[] {
  const versions = new VersionCounts(deps);
  const allowance = new EventAllowance(deps.clock, deps.config.limitFactor);
  return [
    {
      path: '/v1/events',
      cors: 'public',
      on: {
        POST: async (c) => {
          const report = parseCardReport(parsed(await readBytes(c, maxCardEventsBytes)));
          if (!report.ok) return c.body(null, 204);
          const address = clientAddress(c, deps.config.clientAddress);
          // Requests without a known address share one allowance.
          const from = knownAddress(deps, { origin: null, address })?.hash ?? 'unknown';
          const site = siteOf(c.req.header('origin') ?? null);
          // Only the owner's page on this server says which site led to it.
          const led = site === siteOf(deps.config.publicOrigin) ? report.value.from : null;
          await deps.counting.add(allowance.admit(from, report.value.events), led ?? site);
          await versions.add(report.value, from);
          return c.body(null, 204);
        },
      },
    },
  ];
}

function parsed(bytes: Awaited<ReturnType<typeof readBytes>>): unknown {
  try {
    return bytes.ok ? JSON.parse(new TextDecoder().decode(bytes.value)) : null;
  } catch {
    return null;
  }
}

type Parts = Pick<Deps, 'store' | 'clock' | 'ids' | 'log' | 'jobs' | 'config'>;

/** Counts in the memory of this instance. On one machine each batch is rolled up at once; otherwise the roll-up has its own times. */
export function startCounting({ jobs, config, ...parts }: Parts): EventCounting {
  const { windowMs, rollUpMs } = config.counting;
  return new EventCounting(parts, {
    windowMs,
    onWritten: async () => {
      if (rollUpMs === 0) await jobs.want('roll-up', 'all');
    },
  });
}
