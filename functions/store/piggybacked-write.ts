import type { Condition, Store, Writes } from './store';

/**
 * Writes that travel with somebody else's commit, to save a request: they land together, or not at all. Who sends them along looks at
 * `landed` afterwards and writes them alone if they could not be taken.
 */
export interface PiggybackedWrite {
  readonly conditions: readonly Condition[];
  readonly write: (writes: Writes) => void;
  landed: boolean;
}

/** `store.commit` with a piggyback, if there is one. `false` may be the piggyback's fault: try again without it. */
export async function commitWith(
  store: Pick<Store, 'commit'>,
  piggyback: PiggybackedWrite | undefined,
  conditions: readonly Condition[],
  work: (writes: Writes) => void,
): Promise<boolean> {
  if (piggyback === undefined) return store.commit(conditions, work);
  piggyback.landed = await store.commit([...conditions, ...piggyback.conditions], (writes) => {
    work(writes);
    piggyback.write(writes);
  });
  return piggyback.landed;
}
