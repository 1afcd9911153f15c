import type { CardReport } from '../../core/api/event-api';
import { cardVersionLifetime } from '../../core/documents/card-version-document';
import { paths } from '../../core/documents/documents';
import { dayOf } from '../../core/documents/insight-document';
import type { Deps } from '../deps';
import { MemoryLimit } from '../limits/memory-limit';

const windowMs = 60_000;

/** Anybody can send a beacon. In one window at most this many beacons of one address, and this many versions, are counted. */
const most = { perAddress: 10, versions: 8 } as const;

interface Sum {
  readonly loads: number;
  readonly crashes: number;
}

type Sums = Map<string, Sum>;

/**
 * Counts how often cards of each version were shown, and how often they crashed. The first beacon after a quiet minute is written at once, the others
 * of the next minute are written together by the first beacon after it. An instance that ends loses at most its last minute.
 */
export class VersionCounts {
  private sums: Sums = new Map();
  private readonly addresses = new MemoryLimit(windowMs, most.perAddress);
  private writeAt = 0;

  constructor(private readonly deps: Pick<Deps, 'store' | 'clock' | 'log'>) {}

  /** `address` is a fingerprint. It is kept in memory until the first beacon after its minute, and nowhere else. */
  async add({ card, events, crashed }: CardReport, address: string): Promise<void> {
    const loads = events.filter(({ kind }) => kind === 'view').length;
    if (card === null || (loads === 0 && !crashed)) return;
    const now = this.deps.clock.now();
    // Before anything is refused: else a minute full of invented versions would never end.
    const ended = now >= this.writeAt ? this.endWindow(now) : null;
    if (this.admits(card, address, now)) count(ended ?? this.sums, card, { loads, crashes: crashed ? 1 : 0 });
    if (ended !== null) await this.write(ended, now);
  }

  /** Returns what the last window counted. */
  private endWindow(now: number): Sums {
    const ended = this.sums;
    this.sums = new Map();
    this.writeAt = now + windowMs;
    return ended;
  }

  private admits(card: string, address: string, now: number): boolean {
    return this.addresses.take(address, now) && (this.sums.has(card) || this.sums.size < most.versions);
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
