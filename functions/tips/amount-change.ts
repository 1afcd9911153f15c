import type { AmountChange, Tip } from '../../core/tip/tip';
import type { TipAmountRequest } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { writeTip } from './write-tip';
import type { TipTotal } from './create/new-tip';

/** Longer than a function may run: after this no request still waits for Stripe's answer. */
const changeLifetimeMs = 75_000;

type Parts = Pick<TipTotal, 'tipAmount' | 'coverAmount'>;

const isSame = (a: Parts, b: Parts) => a.tipAmount === b.tipAmount && a.coverAmount === b.coverAmount;

/** Whether Stripe may still be making a change, so that the charged amount is uncertain. */
export const isChanging = ({ amountChange }: Tip, now: number): boolean =>
  amountChange !== null && amountChange.until > now;

/** Whether the stored amount is Stripe's, as far as we know. */
export const isSettledAt = (tip: Tip, total: Parts): boolean =>
  tip.amountChange === null && isSame(tip, total);

/**
 * Whether a change may start. A change with an earlier sequence number is refused, and so is one beside another, since Stripe could make them in any
 * order. A change that Stripe did not answer may be repeated.
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

/** Reserves the tip for one change, if nobody has written it since it was read. Undefined = somebody has. */
export async function beginChange(
  { store, clock, ids }: Pick<Deps, 'store' | 'clock' | 'ids'>,
  read: VersionedRead<Tip>,
  tip: Tip,
  { tipAmount, coverAmount }: Parts,
  { sequence = tip.amountSequence }: Pick<TipAmountRequest, 'sequence'>,
): Promise<AmountChange | undefined> {
  const until = clock.now() + changeLifetimeMs;
  const change: AmountChange = { id: ids.fresh(), tipAmount, coverAmount, answer: 'awaited', until };
  const reserved = { ...tip, amountChange: change, amountSequence: sequence };
  const landed = await store.commit([read], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), reserved),
  );
  return landed ? change : undefined;
}

/** For a change to the current amount: from now on every earlier change is refused. `false` = somebody has written the tip meanwhile. */
export const noteSequence = (
  { store }: Pick<Deps, 'store'>,
  read: VersionedRead<Tip>,
  tip: Tip,
  amountSequence: number,
): Promise<boolean> =>
  store.commit([read], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), { ...tip, amountSequence }),
  );

/** The outcome of a change: Stripe made it, refused it, or did not answer. */
export type ChangeEnd =
  | { readonly kind: 'changed'; readonly total: TipTotal }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

/** Stores the outcome of a change. A tip whose payment is processing or paid keeps its amount: a sync reads that from Stripe. */
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
    // No new revision: the tip itself has not changed.
    const amountChange = end.kind === 'lost' ? ({ ...change, answer: 'lost' } as const) : null;
    const after: Tip = { ...current, amountChange };
    tx.write(doc, after);
    return after;
  });
}
