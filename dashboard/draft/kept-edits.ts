import type { DraftEdit } from '../data/backend';

/**
 * By owner: typed text that had not reached the store when the session expired. Kept in memory for the same owner's next sign-in,
 * never written to the device.
 */
const kept = new Map<string, readonly DraftEdit[]>();

export function keepEdits(uid: string, edits: readonly DraftEdit[]): void {
  if (edits.length > 0) kept.set(uid, edits);
}

/** Returns the edits and forgets them. */
export function takeKeptEdits(uid: string): readonly DraftEdit[] {
  const edits = kept.get(uid) ?? [];
  kept.delete(uid);
  return edits;
}
