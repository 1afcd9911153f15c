import { isCurrent, makeCard, type Card } from '../../../core/documents/card-document';
import { paths } from '../../../core/documents/documents';
import type { Deps } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import type { ReadCard } from './keep-cards';

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
export async function freshCard(tx: Transaction, handle: string, now: number): Promise<Card | null> {
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
