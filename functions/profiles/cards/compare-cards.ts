import {
  cardSlices,
  changedParts,
  decodeCard,
  isCurrent,
  type Card,
} from '../../../core/documents/card-document';
import { collections, paths } from '../../../core/documents/documents';
import type { Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { sweepThrough, type SweepResult } from '../../queue/sweep';
import { stored } from '../../store/stored';
import { freshCard } from './read-card';

const name = 'compare-cards';
const dayMs = 24 * 60 * 60_000;
const pageSize = 500;

/**
 * Daily: makes one of a hundred slices of the cards anew from their sources, and corrects and logs a difference. So each card is compared once in a
 * hundred days. Nothing should ever differ: each change of a source writes its cards.
 */
export async function compareCards(deps: Deps): Promise<SweepResult> {
  const slice = Math.floor(deps.clock.now() / dayMs) % cardSlices;
  return sweepThrough(deps, name, await handlesIn(deps, slice), (handle) => compareCard(deps, handle));
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
    const page: readonly { readonly path: string; readonly value: Result<Card> }[] = await store.find(
      query,
      decodeCard,
    );
    for (const { path } of page) handles.push(path.slice(collections.cards.length + 1));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return handles;
  }
}

async function compareCard(deps: Deps, handle: string): Promise<boolean> {
  const parts = await differingParts(deps, handle, { repairs: true });
  return parts.length > 0;
}

/**
 * The parts in which the card of a handle differs from its sources, which are read with it. `repairs`: it is made anew where it differs, and logged.
 */
export async function differingParts(
  { store, clock, log, recentCards }: Deps,
  handle: string,
  { repairs }: { readonly repairs: boolean },
): Promise<readonly string[]> {
  const parts = await store.transaction(async (tx) => {
    const now = clock.now();
    const card = await tx.read(stored.card(handle));
    // A view makes these anew: they are older than a card counts, or of another release.
    if (card == null || !isCurrent(card, now)) return [];
    const fresh = await freshCard(tx, handle, now);
    const differing = changedParts(card, fresh, now);
    if (differing.length === 0 || !repairs) return differing;
    if (fresh === null) tx.remove(paths.card(handle));
    else tx.write(stored.card(handle), fresh);
    if (fresh?.kind !== 'shown') tx.remove(paths.wall(card.uid));
    return differing;
  });
  if (parts.length === 0 || !repairs) return parts;
  recentCards.forget([handle]);
  log.cardDiffers({ handle, parts: parts.join(', ') });
  return parts;
}
