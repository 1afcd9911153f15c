import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { cleanText } from '../base/text-schema';
import { moderationRoles } from '../profile/standing';
import { measures } from '../report/appeal';
import { decisionTextLimits } from './moderation-api';

/** Body of `POST /v1/admin/appeals/{id}/answer`. `text`: the reasons, for the person who objected. */
export const objectionAnswerBody = v.strictObject({
  outcome: v.picklist(['upheld', 'reversed']),
  text: cleanText(decisionTextLimits.facts, { empty: fault('text-missing'), lines: true }),
});
export type ObjectionAnswerBody = v.InferOutput<typeof objectionAnswerBody>;

/**
 * Whether the caller may answer an objection. `same-person`: they decided before, and others moderate here too. `set-by-admin`: an admin decided, and
 * the caller is a moderator. `own`: it is about the caller's own profile.
 */
const mayAnswer = v.picklist(['yes', 'same-person', 'set-by-admin', 'own']);
export type MayAnswer = v.InferOutput<typeof mayAnswer>;

/** An objection as moderators see it. Times are in epoch milliseconds. */
export const objection = v.strictObject({
  id: v.string(),
  from: v.picklist(['owner', 'reporter']),
  /** The owner of the page; null = the report led to no profile. */
  uid: v.nullable(v.string()),
  handle: v.nullable(v.string()),
  /** What was decided; `none` = nothing was restricted. */
  measure: v.picklist(measures),
  since: v.number(),
  reason: v.string(),
  decidedBy: v.string(),
  reportId: v.nullable(v.string()),
  text: v.string(),
  madeAt: v.number(),
  answer: v.nullable(
    v.strictObject({
      outcome: v.picklist(['upheld', 'reversed']),
      text: v.string(),
      by: v.string(),
      at: v.number(),
      samePerson: v.boolean(),
    }),
  ),
  mayAnswer,
});
export type Objection = v.InferOutput<typeof objection>;

/** The answer of `GET /v1/admin/appeals`: objections without an answer first, the oldest first; then the answered ones, the newest first. */
export const objectionsAnswer = v.strictObject({
  role: v.picklist(moderationRoles),
  objections: v.array(objection),
});
export type ObjectionsAnswer = v.InferOutput<typeof objectionsAnswer>;

/** The answer of `POST /v1/admin/appeals/{id}/answer`. */
export const objectionAnswer = v.strictObject({ objection });
