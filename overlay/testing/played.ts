import { pageOf, type OverlayAlert, type OverlayPage } from '@busker/core/overlay/overlay';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import type { Connection } from '../alert-source';
import { startPlayer, type Player } from '../player';
import { Seen, type Card, type Entry, type Memory } from '../queue/alert-queue';
import { InMemorySource } from './in-memory-source';
import { VirtualTimers } from './virtual-timers';

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
