/** An open GET of a session that can be ended for a while; the client then sends it again at once. */
export interface HeldConnection {
  giveUp(): void;
}

/** A browser opens at most six connections to one host; this many may stay open permanently. */
const MAX_PERMANENT = 4;
const TURN_MS = 250;

/**
 * Lets more tabs than a browser has connections take turns. If waiting GETs used every connection, the next tab and
 * every write would hang. So the oldest GETs are ended, their clients queue again, and the others get a connection.
 */
export class ConnectionTurns {
  private readonly held = new Map<string, Set<HeldConnection>>();
  private timer: NodeJS.Timeout | null = null;

  /** `browser` identifies the owner of a connection limit: the browser and the host name in its requests. */
  take(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser) ?? new Set();
    held.add(connection);
    this.held.set(browser, held);
    if (held.size > MAX_PERMANENT) this.timer ??= setInterval(() => this.turn(), TURN_MS).unref();
  }

  release(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser);
    held?.delete(connection);
    if (held?.size === 0) this.held.delete(browser);
  }

  /** Whether idle connections should be closed. */
  get scarce(): boolean {
    return this.timer !== null;
  }

  private turn(): void {
    const connectionsScarce = [...this.held.values()].filter((held) => held.size > MAX_PERMANENT);
    for (const held of connectionsScarce) {
      for (const connection of [...held].slice(0, held.size - MAX_PERMANENT)) connection.giveUp();
    }
    if (connectionsScarce.length > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
