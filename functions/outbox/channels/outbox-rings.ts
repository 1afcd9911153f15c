/** Asks the outbox to look at what was written. A ring that is lost is made up for by the sweep. */
export interface OutboxRings {
  event(uid: string, eventId: string): Promise<void>;
  delivery(uid: string, deliveryId: string): Promise<void>;
}

/** Leaves everything to the sweep. */
export const noRings: OutboxRings = {
  event: () => Promise.resolve(),
  delivery: () => Promise.resolve(),
};
