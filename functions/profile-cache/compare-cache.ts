import type { Result } from '../../core/base/result';
import {
  cardSlices,
  changedParts,
  decodeCard,
  isCurrent,
  makeCard,
  type Card,
} from '../../core/profile-documents/card-document';
import { collections, paths } from '../../core/documents/documents';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../queue/sweep';
import type { Transaction } from '../store/store';
import { stored } from '../store/stored';
import type { ReadCard } from './profile-cache';

export type CardDeps = Pick<Deps, 'store' | 'clock' | 'recentCards'>;

/** The card of a handle: from this instance, else one document of the store, else made from its sources. */
export function readCard(deps: CardDeps, handle: string): Promise<ReadCard> {
  const { recentCards, clock } = deps;
  const known = recentCards.find(handle);
  if (known !== undefined && (known.card === null || isCurrent(known.card, clock.now())))
    return Promise.resolve(known);
  return recentCards.keep(handle, async () => {
    const readAt = clock.now();
    return { card: await storedCard(deps, handle), readAt };
  });
}

async function storedCard(deps: CardDeps, handle: string): Promise<Card | null> {
  const card = await deps.store.read(stored.card(handle));
  if (card != null && isCurrent(card, deps.clock.now())) return card;
  // Nearly all of these are handles that nobody has. They must not cost a transaction.
  if (card === undefined && (await deps.store.read(stored.handle(handle))) === undefined) return null;
  return remakeCard(deps, handle);
}

/** Makes a card from its sources and stores it; null = the handle leads nowhere, and no card is stored. */
export function remakeCard(
  { store, clock }: Omit<CardDeps, 'recentCards'>,
  handle: string,
): Promise<Card | null> {
  return store.transaction(async (tx) => {
    const before = await tx.read(stored.card(handle));
    const card = await freshCard(tx, handle, clock.now());
    if (card !== null) tx.write(stored.card(handle), card);
    else if (before !== undefined) tx.remove(paths.card(handle));
    return card;
  });
}

/** A card as it would be made now, from documents that are read together. */
async function freshCard(tx: Transaction, handle: string, now: number): Promise<Card | null> {
  const claim = await tx.read(stored.handle(handle));
  if (claim === undefined) return null;
  const profile = await tx.read(stored.profile(claim.uid));
  const payments = await tx.read(stored.payments(claim.uid));
  const standing = await tx.read(stored.standing(claim.uid));
  return makeCard({ claim, profile, payments, standing }, now);
}

/** Once a profile was shown under a handle, the handle is its owner's for good: one write in its life. `false` = it is no longer theirs. */
export function markUsed(
  { store, clock }: CardDeps,
  { handle, uid }: Pick<Card, 'handle' | 'uid'>,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const claim = await tx.read(stored.handle(handle));
    if (claim?.uid !== uid || claim.state !== 'live') return false;
    if (claim.usedAt === null) tx.write(stored.handle(handle), { ...claim, usedAt: clock.now() });
    return true;
  });
}

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
