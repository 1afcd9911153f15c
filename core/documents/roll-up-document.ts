import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** The batches that are being added now, and how far that has come. */
export interface RollUpRound {
  /** The ids of the batches. Their sums are added in the order of their keys. */
  readonly batches: readonly string[];
  /** The last key whose sums were added; the empty text = none yet. */
  readonly through: string;
  /** Views that arrived until then are counted when the round is over. */
  readonly untilAt: number;
}

/** `rollUps/views`: the state of the roll-up of views. Each commit that adds counts also moves `through`, so no count is added twice. */
export interface RollUp {
  readonly v: 1;
  readonly round: RollUpRound | null;
}

const rollUpDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    round: v.nullable(v.object({ batches: v.array(v.string()), through: v.string(), untilAt: storedTime })),
  }),
};

export function decodeRollUp(stored: unknown): Result<RollUp> {
  return decodeStored(rollUpDocument, stored);
}

export function encodeRollUp({ round, ...rollUp }: RollUp): StoredData {
  return { ...rollUp, round: round && { ...round, untilAt: dateOf(round.untilAt) } };
}
