import type { Currency } from '../../core/money/currency-codes';
import type { Card, Entry } from './entry';

interface Share {
  readonly currency: Currency;
  readonly amount: number;
  readonly livemode: boolean;
}

/** So many are kept one by one, so that one that is taken back can be subtracted. Older ones are only counted: the memory of a long stream stays flat. */
const mostKept = 2000;

/** The alerts after the first ten, without words: they become one card with their sum. */
export class Rest {
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
  add({ id, currency, amount, livemode }: Entry): string | null {
    this.kept.set(id, { currency, amount, livemode });
    this.move(currency, amount, 1);
    this.livemode &&= livemode;
    if (this.kept.size <= mostKept) return null;
    const [oldest = null] = this.kept.keys();
    if (oldest !== null) this.kept.delete(oldest);
    return oldest;
  }

  /** Takes one back. False = it is not kept one by one. */
  remove(id: string): boolean {
    const share = this.kept.get(id);
    if (share === undefined) return false;
    this.kept.delete(id);
    this.move(share.currency, -share.amount, -1);
    return true;
  }

  /** All of them as one card, and nothing is left. Null when there is none. */
  take(): Card | null {
    if (this.isEmpty) return null;
    const sums = [...this.sums]
      .filter(([, amount]) => amount > 0)
      .map(([currency, amount]) => ({ currency, amount }));
    const ids = [...this.kept.keys()];
    const card: Card = { kind: 'sum', ids, count: this.count, sums, livemode: this.livemode };
    this.clear();
    return card;
  }

  clear(): void {
    this.kept.clear();
    this.sums.clear();
    this.count = 0;
    this.livemode = true;
  }

  private move(currency: Currency, amount: number, count: number): void {
    this.sums.set(currency, (this.sums.get(currency) ?? 0) + amount);
    this.count += count;
  }
}
