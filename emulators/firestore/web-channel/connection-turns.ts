/** A GET that a session holds open and can give up for a while: the client asks again at once. */
export interface HeldConnection {
  giveUp(): void;
}

/** A browser opens at most six connections to one server; this many may be held for good. */
const HELD_FOR_GOOD = 4;
const TURN_MS = 250;

/**
 * Lets more tabs than a browser has connections take turns. With every connection held by a waiting GET the next tab,
 * and every write, would hang; so the oldest held ones are ended, their clients queue again, and the others come in.
 */
export class ConnectionTurns {
  private readonly held = new Map<string, Set<HeldConnection>>();
  private timer: NodeJS.Timeout | null = null;

  /** `browser` tells apart what has connections of its own: the program and the host name that it has asked for. */
  take(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser) ?? new Set();
    held.add(connection);
    this.held.set(browser, held);
    if (held.size > HELD_FOR_GOOD) this.timer ??= setInterval(() => this.turn(), TURN_MS).unref();
  }

  release(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser);
    held?.delete(connection);
    if (held?.size === 0) this.held.delete(browser);
  }

  /** Whether idle connections should be given back. */
  get scarce(): boolean {
    return this.timer !== null;
  }

  private turn(): void {
    const crowded = [...this.held.values()].filter((held) => held.size > HELD_FOR_GOOD);
    for (const held of crowded) {
      for (const connection of [...held].slice(0, held.size - HELD_FOR_GOOD)) connection.giveUp();
    }
    if (crowded.length > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
