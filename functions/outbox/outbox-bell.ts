/** What somebody asks to do: plan an event's messages, send one delivery, send what is due for a collecting channel, tell a fan of an answer, or send a letter. */
export type OutboxRing =
  | { readonly kind: 'relay'; readonly uid: string; readonly eventId: string }
  /** `attempt`: how many tries were begun before, so that each try is a ring of its own. */
  | { readonly kind: 'deliver'; readonly uid: string; readonly deliveryId: string; readonly attempt: number }
  /** The same for a receiver that answers slowly: it must not hold up the others. */
  | {
      readonly kind: 'deliver-slowly';
      readonly uid: string;
      readonly deliveryId: string;
      readonly attempt: number;
    }
  | { readonly kind: 'collect'; readonly uid: string; readonly channelId: string }
  | { readonly kind: 'watch'; readonly tipId: string }
  /** A mail in `mail`. `tries`: how many were begun before, so that each try is a ring of its own. */
  | { readonly kind: 'letter'; readonly id: string; readonly tries: number };

/**
 * Asks that a ring is answered at `at` (epoch milliseconds) or later: at least once, perhaps twice, perhaps late, perhaps never. The documents are the
 * truth, and the sweep finds what no ring told. A ring that is lost is logged, and never an error.
 */
export interface OutboxBell {
  ring(ring: OutboxRing, at: number): Promise<void>;
}

/** Milliseconds. Further ahead nothing rings: the sweep, each minute, finds what is due then. */
export const outboxRingsAhead = 6 * 60 * 60_000;

/** For a process that only writes events, such as a command. */
export const silentOutboxBell: OutboxBell = { ring: () => Promise.resolve() };
