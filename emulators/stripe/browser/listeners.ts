export type Handler = (event: never) => unknown;

/** The on, once, off and emit methods of Stripe's elements. */
export interface Listeners {
  readonly on: (type: string, handler: Handler) => void;
  readonly once: (type: string, handler: Handler) => void;
  readonly off: (type: string, handler?: Handler) => void;
  /** Calls the listeners asynchronously, as Stripe.js does. */
  readonly emit: (type: string, event: unknown) => void;
}

export function createListeners(): Listeners {
  const handlers = new Map<string, Set<Handler>>();
  const of = (type: string): Set<Handler> => {
    const found = handlers.get(type) ?? new Set<Handler>();
    handlers.set(type, found);
    return found;
  };
  return {
    on: (type, handler) => void of(type).add(handler),
    once(type, handler) {
      const only: Handler = (event) => {
        of(type).delete(only);
        handler(event);
      };
      of(type).add(only);
    },
    off(type, handler) {
      if (handler) of(type).delete(handler);
      else handlers.delete(type);
    },
    emit(type, event) {
      setTimeout(() => {
        for (const handler of of(type)) handler(event as never);
      });
    },
  };
}
