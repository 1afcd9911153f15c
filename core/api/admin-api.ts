import * as v from 'valibot';
import { isLimitedPart } from '../profile/standing';
import type { StandingWish } from '../profile/standing-change';

/** The verbs that change the standing of an owner. */
export const standingVerbs = ['hide', 'limit', 'pause-payments', 'suspend', 'restore', 'close'] as const;
export type StandingVerb = (typeof standingVerbs)[number];

/** The verb that brings a profile into a state. */
export const standingVerb: Readonly<Record<StandingWish['state'], StandingVerb>> = {
  good: 'restore',
  limited: 'limit',
  'payments-paused': 'pause-payments',
  hidden: 'hide',
  suspended: 'suspend',
  closed: 'close',
};

/** The verbs that moderators and admins may send to the server. All other verbs need the command line. */
const actVerbs = ['find', 'show', ...standingVerbs] as const;

/** Characters of a reason, which the standing and the audit keep. */
export const reasonLimit = 2000;

/**
 * Body of `POST /v1/admin/acts`. `who`: a handle, an email address, a uid, a Stripe account or the number of a tip. Without `yes`, a verb that writes
 * changes nothing; the answer says what it would change. `seenSince`: when the restriction that the caller saw began, null = they saw none; an act on
 * another restriction is refused.
 */
export const adminActBody = v.strictObject({
  verb: v.picklist(actVerbs),
  who: v.pipe(v.string(), v.trim(), v.nonEmpty('Say who.'), v.maxLength(200, 'This is too long.')),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(reasonLimit, 'This is too long.')), ''),
  parts: v.optional(v.array(v.pipe(v.string(), v.guard(isLimitedPart))), []),
  days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  isOrder: v.optional(v.boolean(), false),
  ground: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500, 'This is too long.')), ''),
  seenSince: v.optional(v.nullable(v.number())),
  reportId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  yes: v.optional(v.boolean(), false),
});
export type AdminActBody = v.InferOutput<typeof adminActBody>;
