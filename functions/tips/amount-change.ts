import type { AmountChange, Tip } from '../../core/tip/tip';
import type { TipAmountRequest } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { writeTip } from './write-tip';
import type { TipTotal } from './create/new-tip';

/** Longer than a function lives: when it is over, nobody waits for Stripe's answer any more. */
const changeLifetimeMs = 75_000;

type Parts = Pick<TipTotal, 'tipAmount' | 'coverAmount'>;

const isSame = (a: Parts, b: Parts) => a.tipAmount === b.tipAmount && a.coverAmount === b.coverAmount;

/** Whether Stripe may still be carrying out a change of this tip, so that nobody can say what it will charge. */
export const isChanging = ({ amountChange }: Tip, now: number): boolean =>
  amountChange !== null && amountChange.until > now;

/** Whether the stored amount is the one that Stripe has, as far as we know. */
export const isSettledAt = (tip: Tip, total: Parts): boolean =>
  tip.amountChange === null && isSame(tip, total);

/**
 * Whether a change may begin now. One that arrives after a later one may not, nor one beside another, since Stripe could carry them out
 * in any order. What Stripe did not answer may be asked again.
 */
export function mayBegin(
  tip: Tip,
  total: Parts,
  { sequence }: Pick<TipAmountRequest, 'sequence'>,
  now: number,
): boolean {
  const { amountChange, amountSequence } = tip;
  if (sequence !== undefined && sequence <= amountSequence) {
    const isRepeated = sequence === amountSequence && isSame(amountChange ?? tip, total);
    if (!isRepeated) return false;
  }
  if (amountChange === null || amountChange.until <= now) return true;
  return amountChange.answer === 'lost' && isSame(amountChange, total);
}

/** Reserves the tip for one change, on condition that nobody has written it since it was looked at. Undefined = somebody has. */
export async function beginChange(
  { store, clock, ids }: Pick<Deps, 'store' | 'clock' | 'ids'>,
  looked: VersionedRead<Tip>,
  tip: Tip,
  { tipAmount, coverAmount }: Parts,
  { sequence = tip.amountSequence }: Pick<TipAmountRequest, 'sequence'>,
): Promise<AmountChange | undefined> {
  const until = clock.now() + changeLifetimeMs;
  const change: AmountChange = { id: ids.fresh(), tipAmount, coverAmount, answer: 'awaited', until };
  const reserved = { ...tip, amountChange: change, amountSequence: sequence };
  const landed = await store.commit([looked], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), reserved),
  );
  return landed ? change : undefined;
}

/** For a change to what the tip has already: from now on every earlier change is late. `false` = somebody has written the tip meanwhile. */
export const noteSequence = (
  { store }: Pick<Deps, 'store'>,
  looked: VersionedRead<Tip>,
  tip: Tip,
  amountSequence: number,
): Promise<boolean> =>
  store.commit([looked], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), { ...tip, amountSequence }),
  );

/** How the tip stands after its change: Stripe took it, refused it, or did not answer. */
export type ChangeEnd =
  | { readonly kind: 'changed'; readonly total: TipTotal }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

/**
 * Writes down how a change ended. A tip that is being paid or is paid by now keeps its amount: that one is told by Stripe, and a sync
 * brings it.
 */
export async function endChange(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, tipId }: Tip,
  change: AmountChange,
  end: ChangeEnd,
): Promise<Tip | undefined> {
  const doc = stored.tip(ownerUid, tipId);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.amountChange?.id !== change.id) return current;
    if (end.kind === 'changed' && current.payment.status === 'awaiting') {
      const { tipAmount, coverAmount, amount, applicationFee, estimatedFee } = end.total;
      const fees = { ...current.fees, estimated: estimatedFee };
      const amounts = { tipAmount, coverAmount, amount, applicationFee, fees };
      const after: Tip = { ...current, ...amounts, amountChange: null };
      return writeTip(tx, current, after, { cause: 'amount', eventId: null }, clock.now());
    }
    // No revision: for the tip itself nothing has changed.
    const amountChange = end.kind === 'lost' ? ({ ...change, answer: 'lost' } as const) : null;
    const after: Tip = { ...current, amountChange };
    tx.write(doc, after);
    return after;
  });
}
