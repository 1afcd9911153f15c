import type { Condition, Store, Writes } from './store';

/** Writes that are stored together, and only if every condition holds. */
export interface ConditionalWrites {
  readonly conditions: readonly Condition[];
  readonly write: (writes: Writes) => void;
}

/** Commits all parts in one request, to save round trips. `false` = a condition of one of them did not hold, and nothing was written. */
export const commitTogether = (
  store: Pick<Store, 'commit'>,
  parts: readonly ConditionalWrites[],
): Promise<boolean> =>
  store.commit(
    parts.flatMap(({ conditions }) => conditions),
    (writes) => {
      for (const { write } of parts) write(writes);
    },
  );
