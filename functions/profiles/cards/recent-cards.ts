import type { Card } from '../../../core/documents/card-document';
import type { Clock } from '../../store/clock';

/** A card as it was read. Null = the handle leads nowhere. */
export interface ReadCard {
  readonly card: Card | null;
  /** When it was read (epoch milliseconds). The age of an answer counts from then. */
  readonly readAt: number;
}

const keptForMs = 10_000;

/** A card is about 3 kB, so that these take a few megabytes. */
const mostCards = 1000;

/**
 * The cards that this instance has read in the last ten seconds, by handle: many views of one profile, or of an unknown handle, read the store once.
 * A change that this instance makes is seen at once. One by another instance is seen ten seconds later, and the answer's `s-maxage` is shorter by
 * the card's age, so that shared caches forget a removed profile as early as without this.
 */
export class RecentCards {
  private readonly cards = new Map<string, ReadCard>();
  private changes = 0;

  constructor(
    private readonly clock: Clock,
    private readonly most: number = mostCards,
  ) {}

  find(handle: string): ReadCard | undefined {
    const known = this.cards.get(handle);
    return known !== undefined && this.clock.now() - known.readAt < keptForMs ? known : undefined;
  }

  /** Reads a card and keeps it, unless a card was changed meanwhile: then the one that was read may be the earlier one. */
  async keep(handle: string, read: () => Promise<ReadCard>): Promise<ReadCard> {
    const { changes } = this;
    const found = await read();
    if (changes !== this.changes) return found;
    this.cards.delete(handle);
    this.cards.set(handle, found);
    const [oldest] = this.cards.keys();
    if (this.cards.size > this.most && oldest !== undefined) this.cards.delete(oldest);
    return found;
  }

  forget(handles: Iterable<string>): void {
    this.changes += 1;
    for (const handle of handles) this.cards.delete(handle);
  }

  forgetAll(): void {
    this.forget([...this.cards.keys()]);
  }
}
