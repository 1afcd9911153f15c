import { useEffect, useState } from 'react';

interface Store<T> {
  readonly state: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

const whole = <T>(state: T): T => state;

/**
 * What `select` (the same function in every rendering) takes of a store's state, and a new rendering whenever that changes. React's own hook for
 * this is not in the small renderer.
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
    // `read` is as old as these two.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, select]);
  return part;
}
