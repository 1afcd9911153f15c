import * as v from 'valibot';
import type { Result } from '../base/result';
import { deletionLifetime } from './deletion-document';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * The steps of a deletion, in this order. `page`: the profile is withdrawn, so that nothing new begins. `payments`: open payments end. `books`: the
 * amounts of every tip are copied. `data`: tips and everything else are removed. `sign-in`: the user is removed.
 */
export const leavingSteps = ['page', 'payments', 'books', 'data', 'sign-in'] as const;
export type LeavingStep = (typeof leavingSteps)[number];

/**
 * `running`: `total` null = not counted. `retrying`: something failed, and it is tried again by itself. `stopped`: a payment, a refund or a dispute was
 * open before anything was removed. Then everything is as it was before the deletion, and the profile is shown again.
 */
export type LeavingState =
  | {
      readonly name: 'running' | 'retrying';
      readonly step: LeavingStep;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly name: 'stopped' }
  | { readonly name: 'done' };

/** `leaving/{uid}`: how far the deletion of an account is. The server writes it; the owner reads it live. It outlives the account by a month. */
export interface Leaving {
  readonly v: 1;
  readonly uid: string;
  readonly startedAt: number;
  readonly changedAt: number;
  readonly state: LeavingState;
  /** The handles that led to the profile. They lead nowhere while the deletion runs, and again to the profile if it stops. */
  readonly withdrawn: readonly string[];
  /** The notification channels that were switched off. They work again if the deletion stops. */
  readonly silenced: readonly string[];
  /** When the store deletes it; null = the deletion is running. */
  readonly expiresAt: number | null;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const leavingState = v.variant('name', [
  v.object({
    name: v.picklist(['running', 'retrying']),
    step: v.picklist(leavingSteps),
    done: count,
    total: v.nullable(count),
  }),
  v.object({ name: v.literal('stopped') }),
  v.object({ name: v.literal('done') }),
]);

const leavingDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    startedAt: storedTime,
    changedAt: storedTime,
    state: leavingState,
    withdrawn: v.array(v.string()),
    silenced: v.optional(v.array(v.string()), []),
    expiresAt: v.nullable(storedTime),
  }),
};

export const isLeaving = (leaving: Leaving | undefined): boolean =>
  leaving?.state.name === 'running' || leaving?.state.name === 'retrying';

/** The same deletion in another state. */
export function leavingAt(before: Leaving, state: LeavingState, now: number): Leaving {
  const isOver = state.name === 'stopped' || state.name === 'done';
  return { ...before, state, changedAt: now, expiresAt: isOver ? now + deletionLifetime : null };
}

export function decodeLeaving(stored: unknown): Result<Leaving> {
  return decodeStored(leavingDocument, stored);
}

export function encodeLeaving(leaving: Leaving): StoredData {
  return {
    ...leaving,
    startedAt: dateOf(leaving.startedAt),
    changedAt: dateOf(leaving.changedAt),
    expiresAt: dateOf(leaving.expiresAt),
  };
}
