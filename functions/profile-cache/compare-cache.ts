import type { Result } from '@busker/core/base/result';
import {
  cacheSlices,
  cardDocument,
  changedParts,
  isCurrent,
  makeCachedProfile,
  type CachedProfile,
} from '@busker/core/profile-documents/profile-document';
import { collections, paths } from '@busker/core/documents/documents';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../queue/sweep';
import { stored, type Transaction } from '../store/store';

export type CacheDeps = Pick<Deps, 'store' | 'clock' | 'recentProfiles'>;

/** Makes an entry from its sources and stores it; null = the handle leads nowhere, and no entry is stored. */
export function remakeCached(
  { store, clock }: Omit<CacheDeps, 'recentProfiles'>,
  handle: string,
): Promise<CachedProfile | null> {
  return store.transaction(async (tx) => {
    const before = await tx.read(stored.card(handle));
    const entry = await freshEntry(tx, handle, clock.now());
    if (entry !== null) tx.write(stored.card(handle), entry);
    else if (before !== undefined) tx.remove(paths.card(handle));
    return entry;
  });
}

/** An entry as it would be made now, from documents that are read together. */
async function freshEntry(tx: Transaction, handle: string, now: number): Promise<CachedProfile | null> {
  const claim = await tx.read(stored.handle(handle));
  if (claim === undefined) return null;
  const profile = await tx.read(stored.profile(claim.uid));
  const payments = await tx.read(stored.payments(claim.uid));
  const standing = await tx.read(stored.standing(claim.uid));
  return makeCachedProfile({ claim, profile, payments, standing }, now);
}

const name = 'compare-cards';
const dayMs = 24 * 60 * 60_000;
const pageSize = 500;

/**
 * Daily: makes one of a hundred slices of the entries anew from their sources, and corrects and logs a difference. So each entry is compared once in a
 * hundred days. Nothing should ever differ: each change of a source writes its entries.
 */
export async function compareCache(deps: Deps): Promise<SweepResult> {
  const slice = Math.floor(deps.clock.now() / dayMs) % cacheSlices;
  return sweepThrough(deps, name, await handlesIn(deps, slice), (handle) => compareEntry(deps, handle));
}

async function handlesIn({ store }: Deps, slice: number): Promise<readonly string[]> {
  const handles: string[] = [];
  let after: string | null = null;
  for (;;) {
    const query = {
      from: collections.cards,
      where: [['slice', '==', slice]],
      limit: pageSize,
      after,
    } as const;
    const page: readonly { readonly path: string; readonly value: Result<CachedProfile> }[] =
      await store.find(query, cardDocument.decode);
    for (const { path } of page) handles.push(path.slice(collections.cards.length + 1));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return handles;
  }
}

async function compareEntry(deps: Deps, handle: string): Promise<boolean> {
  const parts = await differingParts(deps, handle, { repairs: true });
  return parts.length > 0;
}

/**
 * The parts in which the entry of a handle differs from its sources, which are read with it. `repairs`: it is made anew where it differs, and logged.
 */
export async function differingParts(
  { store, clock, log, recentProfiles }: Deps,
  handle: string,
  { repairs }: { readonly repairs: boolean },
): Promise<readonly string[]> {
  const parts = await store.transaction(async (tx) => {
    const now = clock.now();
    const entry = await tx.read(stored.card(handle));
    // A view makes these anew: they are older than an entry counts, or of another release.
    if (entry == null || !isCurrent(entry, now)) return [];
    const fresh = await freshEntry(tx, handle, now);
    const differing = changedParts(entry, fresh, now);
    if (differing.length === 0 || !repairs) return differing;
    if (fresh === null) tx.remove(paths.card(handle));
    else tx.write(stored.card(handle), fresh);
    if (fresh?.kind !== 'shown') tx.remove(paths.wall(entry.uid));
    return differing;
  });
  if (parts.length === 0 || !repairs) return parts;
  recentProfiles.forget([handle]);
  log.cardDiffers({ handle, parts: parts.join(', ') });
  return parts;
}
