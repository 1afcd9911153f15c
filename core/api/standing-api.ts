import * as v from 'valibot';
import { isStandingScope } from '../profile/standing';

/** A restriction of a profile by the host, as the owner sees it. Times are in epoch milliseconds. */
export const ownRestriction = v.strictObject({
  state: v.picklist(['limited', 'payments-paused', 'hidden', 'suspended', 'closed']),
  scope: v.array(v.pipe(v.string(), v.guard(isStandingScope))),
  /** The host's text for the owner. */
  reason: v.string(),
  since: v.number(),
  /** When the restriction ends; null = when somebody changes it. */
  until: v.nullable(v.number()),
  decisionId: v.nullable(v.string()),
});
export type OwnRestriction = v.InferOutput<typeof ownRestriction>;

/** The answer of `GET /v1/me/standing`. Null = the profile is not restricted. */
export const standingAnswer = v.strictObject({ restriction: v.nullable(ownRestriction) });
export type StandingAnswer = v.InferOutput<typeof standingAnswer>;
