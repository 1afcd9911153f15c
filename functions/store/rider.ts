import type { Condition, Store, Writes } from './store';

/**
 * Writes that travel with somebody else's commit, to save a request: they land together, or not at all. Who sends them along looks at
 * `landed` afterwards and writes them alone if they could not be taken.
 */
export interface Rider {
  readonly conditions: readonly Condition[];
  readonly write: (writes: Writes) => void;
  landed: boolean;
}

/** `store.commit` with a rider, if there is one. `false` may be the rider's fault: try again without it. */
export async function commitWith(
  store: Pick<Store, 'commit'>,
  rider: Rider | undefined,
  conditions: readonly Condition[],
  work: (writes: Writes) => void,
): Promise<boolean> {
  if (rider === undefined) return store.commit(conditions, work);
  rider.landed = await store.commit([...conditions, ...rider.conditions], (writes) => {
    work(writes);
    rider.write(writes);
  });
  return rider.landed;
}
