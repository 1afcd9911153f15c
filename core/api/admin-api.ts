import * as v from 'valibot';
import { isLimitedPart } from '../profile/standing';

/** The verbs that moderators and admins may send to the server. All other verbs need the command line. */
export const actVerbs = [
  'find',
  'show',
  'hide',
  'limit',
  'pause-payments',
  'suspend',
  'restore',
  'close',
] as const;

/**
 * Body of `POST /v1/admin/acts`. `who`: a handle, an email address, a uid, a Stripe account or the number of a tip. Without `yes`, a verb that writes
 * changes nothing; the answer says what it would change.
 */
export const adminActBody = v.strictObject({
  verb: v.picklist(actVerbs),
  who: v.pipe(v.string(), v.trim(), v.nonEmpty('Say who.'), v.maxLength(200, 'This is too long.')),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000, 'This is too long.')), ''),
  parts: v.optional(v.array(v.pipe(v.string(), v.guard(isLimitedPart))), []),
  days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  isOrder: v.optional(v.boolean(), false),
  reportId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  yes: v.optional(v.boolean(), false),
});
export type AdminActBody = v.InferOutput<typeof adminActBody>;
