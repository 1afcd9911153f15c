import * as v from 'valibot';
import { auditRoles, auditVerbs } from '../documents/audit-document';
import { publicProfile } from '../profile/public-profile';
import { isLimitedPart, isStandingScope, moderationRoles, standingStates } from '../profile/standing';
import { standingVerbs } from './admin-api';
import { moderatedReport } from './moderation-api';

const restriction = v.strictObject({
  state: v.picklist(standingStates),
  scope: v.array(v.pipe(v.string(), v.guard(isStandingScope))),
  reason: v.string(),
  since: v.number(),
  until: v.nullable(v.number()),
  by: v.string(),
  byRole: v.picklist(moderationRoles),
});

/** One act from the audit. `after`: the state that it led to; null = it changed no standing. */
const act = v.strictObject({
  at: v.number(),
  who: v.string(),
  role: v.picklist(auditRoles),
  verb: v.picklist(auditVerbs),
  outcome: v.picklist(['done', 'refused']),
  reason: v.string(),
  reportId: v.nullable(v.string()),
  after: v.nullable(v.picklist(standingStates)),
});

/** An owner as moderators see them, without email address and payments. Times are in epoch milliseconds. */
export const ownerCase = v.strictObject({
  uid: v.string(),
  /** Null = nothing is published. */
  handle: v.nullable(v.string()),
  /** Earlier handles. */
  aliases: v.array(v.string()),
  /** The card as visitors would see it without any restriction; null = nothing is published. */
  card: v.nullable(publicProfile),
  /** Every published link, also those that are off. */
  links: v.array(
    v.strictObject({
      part: v.pipe(v.string(), v.guard(isLimitedPart)),
      label: v.string(),
      url: v.string(),
    }),
  ),
  restriction: v.nullable(restriction),
  /** Payments that a suspension would end. */
  openPayments: v.number(),
  deletedAt: v.nullable(v.number()),
  /** The verbs that the caller may use now. */
  possible: v.array(v.picklist(standingVerbs)),
  /** For how many days the page can still be hidden. */
  hideDays: v.number(),
  /** Reports about the page, newest first. */
  reports: v.array(moderatedReport),
  /** What was done before, newest first. */
  acts: v.array(act),
});
export type OwnerCase = v.InferOutput<typeof ownerCase>;

/** The answer of `POST /v1/admin/acts` to `find` and `show`. */
export const ownerCaseAnswer = v.strictObject({ data: ownerCase });
