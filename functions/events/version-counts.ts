import type { CardReport } from '../../core/api/channel-api';
import { cardVersionLifetime, otherVersions } from '../../core/documents/card-version-document';
import { paths } from '../../core/documents/documents';
import { dayOf } from '../../core/documents/insight-document';
import type { Deps } from '../deps';
import { MemoryLimit } from '../limits/memory-limit';

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
