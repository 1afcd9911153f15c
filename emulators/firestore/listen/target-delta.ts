import type { StoredDocument } from '../engine/stored-document';

/** What a listener has to be told: documents that are in its result, and names that are no longer. */
export interface Delta {
  readonly present: readonly StoredDocument[];
  /** `now` is the document as it is outside of the result, null when it does not exist. */
  readonly gone: readonly { readonly path: string; readonly now: StoredDocument | null }[];
}

export const NO_DELTA: Delta = { present: [], gone: [] };

/** The difference of two results: new and changed documents, and those that have left. */
export function windowDelta(
  before: readonly StoredDocument[],
  after: readonly StoredDocument[],
  current: (path: string) => StoredDocument | null,
): Delta {
  const known = new Map(before.map((document) => [document.path, document]));
  const kept = new Set(after.map(({ path }) => path));
  return {
    present: after.filter((document) => known.get(document.path) !== document),
    gone: before.filter(({ path }) => !kept.has(path)).map(({ path }) => ({ path, now: current(path) })),
  };
}
