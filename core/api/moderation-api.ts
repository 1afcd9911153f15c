import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { cleanText } from '../base/text-schema';
import { isLimitedPart, moderationRoles } from '../profile/standing';
import { outcomes, reportKinds } from '../report/report';

/** Characters (code points). */
export const decisionTextLimits = { facts: 1500, ground: 500 } as const;

/** Body of `POST /v1/admin/reports/{id}/decision`. `facts`: the text for the owner and the reporter. Empty `ground`: the reporter's ground. */
export const decisionBody = v.strictObject({
  outcome: v.picklist(outcomes),
  facts: cleanText(decisionTextLimits.facts, { empty: fault('text-missing'), lines: true }),
  ground: v.optional(cleanText(decisionTextLimits.ground), ''),
  /** The parts to take away, for `limited`. */
  parts: v.optional(v.array(v.pipe(v.string(), v.guard(isLimitedPart))), []),
  /** How long the measure lasts; null = the longest time that is allowed. */
  days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  /** The handle of the owner, when no profile was found at the reported address. */
  handle: v.optional(cleanText(60), ''),
  foundByMachine: v.optional(v.boolean(), false),
  /** When the report was decided before, as the caller saw it; null = it was not. A report that was decided meanwhile is refused. */
  seenAt: v.optional(v.nullable(v.number())),
});
export type DecisionBody = v.InferOutput<typeof decisionBody>;

/** A report as moderators see it, without the reporter's email address. Times are in epoch milliseconds. */
export const moderatedReport = v.strictObject({
  id: v.string(),
  state: v.picklist(['received', 'looked-at', 'decided', 'appealed', 'closed']),
  kind: v.picklist(reportKinds),
  /** The address as the reporter typed it. It can be a link to any site. */
  address: v.string(),
  /** The profile at that address; null = no profile was found. */
  subject: v.nullable(v.strictObject({ uid: v.string(), handle: v.string() })),
  ground: v.string(),
  why: v.string(),
  /** The reporter's name; null = the reporter gave no name. */
  name: v.nullable(v.string()),
  receivedAt: v.number(),
  decision: v.nullable(
    v.strictObject({
      outcome: v.picklist(outcomes),
      facts: v.string(),
      by: v.string(),
      at: v.number(),
      /** Null = the measure has no end date. */
      until: v.nullable(v.number()),
    }),
  ),
});
export type ModeratedReport = v.InferOutput<typeof moderatedReport>;

/** The answer of `GET /v1/admin/reports`: the reports that wait for a decision, urgent reports first, and the caller's rights. */
export const reportsAnswer = v.strictObject({
  role: v.picklist(moderationRoles),
  reports: v.array(moderatedReport),
});
export type ReportsAnswer = v.InferOutput<typeof reportsAnswer>;

/** The answer of `GET /v1/admin/reports/{id}` and of a decision. */
export const reportAnswer = v.strictObject({ report: moderatedReport });
