import type { Deps } from '../deps';
import { stored } from '../store/stored';

type RoundDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * The round in which an account is created at Stripe, stored before Stripe is asked. Two presses, and a press after a crash, belong to the same round
 * and so make one account. An account that replaces another one is a new round.
 */
export function creationRound(
  { store, clock }: RoundDeps,
  uid: string,
  replaces: string | null,
): Promise<number> {
  return store.transaction(async (tx) => {
    const doc = stored.connecting(uid);
    const before = await tx.read(doc);
    if (before?.replaces === replaces) return before.round;
    const round = (before?.round ?? 0) + 1;
    tx.write(doc, { v: 1, round, replaces, startedAt: clock.now() });
    return round;
  });
}

/** Ends a round that Stripe refused, so that the next press may ask for another country. Several requests of one round end it once. */
export async function endRound({ store, clock }: RoundDeps, uid: string, round: number): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.connecting(uid);
    const before = await tx.read(doc);
    if (before?.round === round) tx.write(doc, { ...before, round: round + 1, startedAt: clock.now() });
  });
}
