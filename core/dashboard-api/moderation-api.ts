import * as v from 'valibot';
import { emailAddress, maxEmailLength } from '../text/addresses';
import { fault } from '../base/field-faults';
import { cleanText } from '../text/text';
import { auditRoles, auditVerbs } from '../moderation/report-document';
import { publicProfile } from '../profile/profile';
import {
  isLimitedPart,
  isStandingScope,
  moderationRoles,
  standingStates,
  type StandingWish,
} from '../moderation/standing';
import { formKinds, isAnonymous, measures, outcomes, reportKinds } from '../moderation/report';
import { pageAddress } from './owner-api';

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

/** Characters (code points). */
export const appealTextLimit = 4000;

/** Body of `POST /v1/me/appeals`: why the owner objects to the restriction of the profile. */
export const appealBody = v.strictObject({
  text: v.pipe(
    v.string(fault('text-missing')),
    v.maxLength(appealTextLimit * 2, fault('too-long', appealTextLimit)),
    cleanText(appealTextLimit, { empty: fault('text-missing'), lines: true }),
  ),
});
export type AppealBody = v.InferOutput<typeof appealBody>;

/** The answer of `POST` and `GET /v1/me/appeals`: the objection to the current restriction. `none`: there is no objection. */
export const appealAnswer = v.strictObject({
  state: v.picklist(['none', 'open', 'upheld', 'reversed']),
  /** Epoch milliseconds; null = no objection yet. */
  madeAt: v.nullable(v.number()),
  /** The reasons that the host gives in the answer; null = not answered yet. */
  answer: v.nullable(v.string()),
});
export type AppealState = v.InferOutput<typeof appealAnswer>;

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
  /** `none` = nothing was restricted. */
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
  /** Every published link and block, also those that are off. A block has its kind in place of an address. */
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
  /** Earlier decisions, newest first. */
  acts: v.array(act),
});
export type OwnerCase = v.InferOutput<typeof ownerCase>;

/** The answer of `POST /v1/admin/acts` to `find` and `show`. */
export const ownerCaseAnswer = v.strictObject({ data: ownerCase });

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

/** Characters (code points). */
export const reportTextLimits = { ground: 500, why: 4000, name: 100, email: maxEmailLength } as const;

const missing = { empty: fault('text-missing') };

/** The fields of `POST /report`, as typed. Name and email are optional only for the kinds that allow anonymous reports. */
export const reportForm = v.pipe(
  v.object({
    kind: v.picklist(formKinds, fault('reason-missing')),
    address: pageAddress,
    ground: cleanText(reportTextLimits.ground, missing),
    why: cleanText(reportTextLimits.why, { ...missing, lines: true }),
    name: cleanText(reportTextLimits.name),
    email: v.union(
      [v.pipe(v.string(), v.trim(), v.literal('')), emailAddress(fault('text-missing'))],
      fault('text-missing'),
    ),
    goodFaith: v.literal('on', fault('text-missing')),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || isAnonymous(dataset.value.kind)) return;
    const input = dataset.value;
    for (const key of ['name', 'email'] as const) {
      const path = [{ type: 'object', origin: 'value', input, key, value: input[key] }] as const;
      if (input[key] === '') addIssue({ message: fault('text-missing'), path: [...path] });
    }
  }),
);
export type ReportForm = v.InferOutput<typeof reportForm>;
