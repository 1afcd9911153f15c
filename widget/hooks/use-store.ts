import { useEffect, useState } from 'react';

interface Store<T> {
  readonly state: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

const whole = <T>(state: T): T => state;

/**
 * The part of a store's state that `select` returns, and a new render whenever it changes. `select` must be the same function in every render.
 * React's `useSyncExternalStore` is not in Preact's core.
 */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, Part>(store: Store<T>, select: (state: T) => Part): Part;
export function useStore<T>(store: Store<T>, select: (state: T) => unknown = whole): unknown {
  const read = () => select(store.state());
  const [part, setPart] = useState(read);
  useEffect(() => {
    const update = () => setPart(read);
    update();
    return store.subscribe(update);
    // `read` depends only on these two.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, select]);
  return part;
}
