import { useEffect, useState } from 'react';

interface Store<T> {
  readonly state: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The state of a store, and a new rendering whenever it changes. React's own hook for this is not in the Preact facade. */
export function useStore<T>(store: Store<T>): T {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    const update = () => setState(store.state);
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}
