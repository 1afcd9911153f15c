import type { LookClass, StripeAccountOwner } from '../../../core/documents/stripe-account-document';

const day = 24 * 60 * 60_000;

/** Days since the last tip. */
const until = { active: 40, cool: 180 } as const;

/** How long a tip that is not settled keeps its owner's account active: `followUnsettled` finds it again every day. */
const unsettledFor = 2 * day;

/** Milliseconds from one look to the next. */
export const lookEvery: Readonly<Record<LookClass, number>> = { active: day, cool: day, idle: 30 * day };

/** Milliseconds from one list of disputes and warnings to the next. A few hours less, so that a late look does not shift it to the next day. */
export const tracesEvery: Readonly<Record<LookClass, number | null>> = {
  active: 0,
  cool: 7 * day - 6 * 60 * 60_000,
  idle: null,
};

/** Milliseconds after which Stripe is asked again what an account may do, although no event came and no fan opened the sheet. */
export const stateEvery = 30 * day - 6 * 60 * 60_000;

export type ClassFacts = Pick<StripeAccountOwner, 'lastTipAt' | 'unsettledAt'>;

export function lookClassOf({ lastTipAt, unsettledAt }: ClassFacts, now: number): LookClass {
  const quiet = lastTipAt === null ? Infinity : now - lastTipAt;
  if (quiet <= until.active * day) return 'active';
  if (unsettledAt !== null && now - unsettledAt <= unsettledFor) return 'active';
  return quiet <= until.cool * day ? 'cool' : 'idle';
}

/** The time of the next look: at the same time of day as the one that was due, unless that is too long ago. */
export function nextLookAfter(due: number, look: LookClass, now: number): number {
  const every = lookEvery[look];
  return now - due < every / 2 ? due + every : now + every;
}
