import * as v from 'valibot';
import { isStandingScope } from '../profile/standing';

/** A restriction of an owner's profile by its host, as its owner sees it. Times in epoch milliseconds. */
export const ownRestriction = v.strictObject({
  state: v.picklist(['limited', 'payments-paused', 'hidden', 'suspended', 'closed']),
  scope: v.array(v.pipe(v.string(), v.guard(isStandingScope))),
  /** The host's text. */
  reason: v.string(),
  since: v.number(),
  /** Null = it ends when somebody changes it. */
  until: v.nullable(v.number()),
  decisionId: v.nullable(v.string()),
});
export type OwnRestriction = v.InferOutput<typeof ownRestriction>;

/** Answer of `GET /v1/me/standing`. Null = nothing is restricted. */
export const standingAnswer = v.strictObject({ restriction: v.nullable(ownRestriction) });
export type StandingAnswer = v.InferOutput<typeof standingAnswer>;
