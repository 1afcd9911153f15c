import type { Currency } from '../../core/money/money';
import { idsOf, type Card, type Entry } from './entry';

interface Share {
  readonly currency: Currency;
  readonly amount: number;
  readonly livemode: boolean;
}

/** So many are kept one by one, so that one that is taken back can be subtracted. Older ones are only counted: the memory of a long stream stays flat. */
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

/** More than this wait: the rest become one card. */
const mostWaiting = 10;

/** Milliseconds between two cards. */
const gapMs = 500;

interface Showing {
  readonly card: Card;
  readonly until: number;
}

/**
 * What is shown next. It knows no clock and no page: it gets the time with each call. One card at a time; the first ten one by one, all others as one
 * sum.
 */
export class AlertQueue {
  private waiting: Entry[] = [];
  private readonly rest = new Rest();
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

  /** Adds one. Answers the id of one that is only counted from now on; null = none. */
  add(entry: Entry): string | null {
    const isFull = !this.rest.isEmpty || this.waiting.length >= mostWaiting;
    if (isFull) return this.rest.add(entry);
    this.waiting.push(entry);
    return null;
  }

  /** Its words may have changed. Answers whether the card that is shown changed. */
  change(id: string, words: Pick<Entry, 'name' | 'message'>): boolean {
    const isIts = (entry: Entry) => entry.id === id || entry.of === id;
    this.waiting = this.waiting.map((entry) => (isIts(entry) ? { ...entry, ...words } : entry));
    const { showing } = this;
    if (showing?.card.kind !== 'alert' || !isIts(showing.card.entry)) return false;
    const { name, message } = showing.card.entry;
    if (name === words.name && message === words.message) return false;
    const entry = { ...showing.card.entry, ...words };
    this.showing = { ...showing, card: { kind: 'alert', entry } };
    return true;
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
    this.rest.clear();
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
    const card = this.next(now);
    if (card !== null) this.showing = { card, until: now + showMs };
    return card;
  }

  /** When `step` has something to do; null = only after the next change. */
  nextAt(mayBegin: boolean): number | null {
    if (this.showing !== null) return this.showing.until;
    if (!mayBegin || this.length === 0) return null;
    const ready = this.waiting.length > 0 ? Math.min(...this.waiting.map(({ readyAt }) => readyAt)) : 0;
    return Math.max(this.freeAt, ready);
  }

  private next(now: number): Card | null {
    const at = this.waiting.findIndex(({ readyAt }) => readyAt <= now);
    const [entry] = at === -1 ? [] : this.waiting.splice(at, 1);
    if (entry !== undefined) return { kind: 'alert', entry };
    // The sum has no words, so it need not wait for somebody who hides them; but it comes after those that do.
    return this.waiting.length === 0 ? this.rest.take() : null;
  }
}
