import type { StoredDocument } from '../engine/stored-document';

/** The changes for a listener: documents that are in its result, and names that no longer are. */
export interface Delta {
  readonly present: readonly StoredDocument[];
  /** `now` is the document's present version, null when it does not exist. */
  readonly gone: readonly { readonly path: string; readonly now: StoredDocument | null }[];
}

export const NO_DELTA: Delta = { present: [], gone: [] };

/** The difference of two results: new, changed and removed documents. */
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
