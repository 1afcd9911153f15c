export interface NewEvent {
  readonly account: string;
  readonly type: string;
  readonly object: unknown;
  readonly previous?: Readonly<Record<string, unknown>>;
}

/** Stores the event with the object’s present state, queues its deliveries, and returns its id. Call it within a transaction. */
export type Emit = (newEvent: NewEvent) => string;
