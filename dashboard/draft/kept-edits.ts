import type { DraftEdit } from '../shared/backend';

/**
 * By owner: what was typed when the session ended by itself and had not been given to the store. It lives as long as the page, for the
 * same owner's next sign-in; nothing of it is written to the device.
 */
const kept = new Map<string, readonly DraftEdit[]>();

export function keepEdits(uid: string, edits: readonly DraftEdit[]): void {
  if (edits.length > 0) kept.set(uid, edits);
}

/** Hands them over, once. */
export function takeKeptEdits(uid: string): readonly DraftEdit[] {
  const edits = kept.get(uid) ?? [];
  kept.delete(uid);
  return edits;
}
