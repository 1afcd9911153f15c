export interface Happening {
  readonly account: string;
  readonly type: string;
  readonly object: unknown;
  readonly previous?: Readonly<Record<string, unknown>>;
}

/** Writes the event with the object as it is now and queues its deliveries. Called within a transaction. */
export type Emit = (happening: Happening) => void;
