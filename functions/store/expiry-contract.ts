import assert from 'node:assert/strict';
import { millisOf } from '@busker/core/documents/documents';
import type { Store } from './store';

/** The collection of these documents. It has a policy of expiry, as rules/contract/firestore.indexes.json declares it. */
export const expiringNotes = 'expiringNotes';

const day = 24 * 60 * 60_000;

/** Firestore deletes within a day of the expiry, and says so without a promise (cloud.google.com/firestore/docs/ttl). */
const patience = 3 * day;

/** Writes one document that expires now, and one that expires in a year. */
export async function leaveExpiring(store: Store, now: number): Promise<void> {
  for (const [name, expiresAt] of [
    ['gone', now],
    ['kept', now + 365 * day],
  ] as const)
    await store.add(`${expiringNotes}/${now}-${name}`, { count: 1 }, { expiresAt: new Date(expiresAt) });
}

/**
 * Looks at the documents that were left at least three days ago: those that have expired must be gone, the others must be there. `undecided`:
 * nothing was left so long ago.
 */
export async function judgeExpiring(store: Store, now: number): Promise<'holds' | 'undecided'> {
  const found = await store.find({ from: expiringNotes, limit: 500 }, (data) => {
    const stored = typeof data === 'object' && data !== null && 'expiresAt' in data ? data.expiresAt : null;
    return millisOf(stored) ?? null;
  });
  const old = found.filter(({ path }) => Number(/\/(\d+)-/.exec(path)?.[1]) <= now - patience);
  const overdue = old.filter(({ value }) => value !== null && value <= now - patience);
  assert.deepEqual(
    overdue.map(({ path }) => path),
    [],
  );
  return old.some(({ path }) => path.endsWith('-kept')) ? 'holds' : 'undecided';
}
