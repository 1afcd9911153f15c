import type { CardReport } from '../../core/api/event-api';
import { cardVersionLifetime } from '../../core/documents/card-version-document';
import { paths } from '../../core/documents/documents';
import { dayOf } from '../../core/documents/insight-document';
import type { Deps } from '../deps';
import { StoreUnavailable } from '../store/store';

const windowMs = 60_000;

/** Anybody can send a beacon. In one window at most this many beacons of one address, and this many versions, are counted. */
const most = { perAddress: 10, versions: 8 } as const;

interface Sum {
  readonly loads: number;
  readonly crashes: number;
}

/**
 * Counts how often cards of each version were shown, and how often they crashed. The first beacon after a quiet minute is written at once, the others
 * of the next minute are written together by the first beacon after it. An instance that ends loses at most its last minute.
 */
export class VersionCounts {
  private sums = new Map<string, Sum>();
  private addresses = new Map<string, number>();
  private writeAt = 0;

  constructor(private readonly deps: Pick<Deps, 'store' | 'clock' | 'log'>) {}

  /** `address` is kept in memory for a minute, and nowhere else. */
  async add({ card, events, crashed }: CardReport, address: string): Promise<void> {
    if (card === null || !this.admits(card, address)) return;
    const loads = events.filter(({ kind }) => kind === 'view').length;
    if (loads === 0 && !crashed) return;
    const sum = this.sums.get(card) ?? { loads: 0, crashes: 0 };
    this.sums.set(card, { loads: sum.loads + loads, crashes: sum.crashes + (crashed ? 1 : 0) });
    const now = this.deps.clock.now();
    if (now >= this.writeAt) await this.write(now);
  }

  private admits(card: string, address: string): boolean {
    const count = this.addresses.get(address) ?? 0;
    this.addresses.set(address, count + 1);
    return count < most.perAddress && (this.sums.has(card) || this.sums.size < most.versions);
  }

  private async write(now: number): Promise<void> {
    const sums = this.sums;
    this.sums = new Map();
    this.addresses = new Map();
    this.writeAt = now + windowMs;
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
      if (!(error instanceof StoreUnavailable)) throw error;
      log.serviceUnavailable({ service: 'store', error });
    }
  }
}
