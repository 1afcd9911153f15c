import * as v from 'valibot';
import { shippedLanguages } from '../locale/language-tags';
import { isStandingScope, moderationRoles, standingStates, type Standing } from './standing';
import { measures, outcomes, reportKinds, type Appeal, type Report } from './report';
import { documentType, storedTime, type DocumentOf, type DocumentType } from '../documents/documents';

const text = v.string();

const decision = v.object({
  outcome: v.picklist(outcomes),
  facts: text,
  ground: text,
  foundByMachine: v.boolean(),
  by: text,
  byUid: v.optional(text),
  at: storedTime,
  until: v.nullable(storedTime),
});

const state = v.variant('name', [
  v.object({ name: v.literal('received') }),
  v.object({ name: v.literal('looked-at'), by: text, at: storedTime }),
  v.object({ name: v.literal('decided'), decision }),
  v.object({ name: v.literal('appealed'), decision, appealedAt: storedTime }),
  v.object({
    name: v.literal('closed'),
    decision,
    appeal: v.nullable(v.picklist(['upheld', 'reversed'])),
    at: storedTime,
  }),
]);

export const reportDocument: DocumentType<Report> = documentType({
  kind: 'report',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: text,
    state,
    kind: v.picklist(reportKinds),
    address: text,
    subject: v.nullable(v.object({ uid: text, handle: text })),
    ground: text,
    why: text,
    name: v.nullable(text),
    email: v.nullable(text),
    language: v.picklist(shippedLanguages),
    receivedAt: storedTime,
    expiresAt: v.nullable(storedTime),
  }),
});

export const appealDocument: DocumentType<Appeal> = documentType({
  kind: 'appeal',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: text,
    // Documents of earlier releases have only objections of owners.
    from: v.optional(v.picklist(['owner', 'reporter']), 'owner'),
    uid: v.nullable(text),
    handle: v.nullable(text),
    measure: v.picklist(measures),
    since: storedTime,
    reason: text,
    decidedBy: text,
    decidedByUid: v.optional(text),
    reportId: v.nullable(text),
    text,
    language: text,
    madeAt: storedTime,
    answer: v.nullable(
      v.object({
        outcome: v.picklist(['upheld', 'reversed']),
        text,
        by: text,
        byUid: v.optional(text),
        at: storedTime,
        samePerson: v.boolean(),
      }),
    ),
    expiresAt: v.nullable(storedTime),
  }),
});

/** The stored standing. An audit entry has the same shape in `before` and `after`. */
export const standingSchema = v.object({
  v: v.literal(1),
  state: v.picklist(standingStates),
  scope: v.array(v.pipe(v.string(), v.guard(isStandingScope))),
  reason: v.string(),
  since: storedTime,
  until: v.nullable(storedTime),
  by: v.string(),
  byUid: v.optional(v.string()),
  byRole: v.picklist(moderationRoles),
  decisionId: v.nullable(v.string()),
});

export const standingDocument: DocumentType<Standing> = documentType({
  kind: 'standing',
  version: 1,
  schema: standingSchema,
});

/** The acts that the audit records: a host's, and an owner's `unpublish` and `publish-again`. It does not record reading. */
export const auditVerbs = [
  'hide',
  'limit',
  'pause-payments',
  'suspend',
  'restore',
  'close',
  'purge',
  'erase',
  'look',
  'decide',
  'answer',
  'grant',
  'revoke',
  'retry',
  'unpublish',
  'publish-again',
] as const;

/** `owner`: the owner acts on their own page. */
export const auditRoles = [...moderationRoles, 'owner'] as const;

export type AuditVerb = (typeof auditVerbs)[number];

/**
 * `audit/{id}`: one act of a moderator, an admin or an owner, or a refused attempt. If the act writes to the store, the same transaction writes the entry.
 * Nothing changes or removes an entry.
 */
export type AuditEntry = DocumentOf<typeof auditDocument>;

export const auditDocument = documentType({
  kind: 'audit',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Epoch milliseconds. */
    at: storedTime,
    /** The account of the person, as it was called then. */
    who: v.string(),
    /** Their uid; undefined = at the command line, or written by an earlier release. */
    whoUid: v.optional(v.string()),
    role: v.picklist(auditRoles),
    verb: v.picklist(auditVerbs),
    /** The target of the act: a uid, `acct_…`, or the id of a job or a mail. */
    subject: v.string(),
    outcome: v.picklist(['done', 'refused']),
    /** The standing before and after the act; null = no standing, or the verb does not change it. */
    before: v.nullable(standingSchema),
    after: v.nullable(standingSchema),
    /** The reason that the person gave; empty for an owner. For a refused attempt, also the reason of the refusal. */
    reason: v.string(),
    reportId: v.nullable(v.string()),
  }),
});

/** `transparency/{year}`: the numbers of reports and decisions in a year (UTC). Only increments change it. It stays when the reports are erased. */
export type YearCounts = DocumentOf<typeof storedYear>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.optional(v.record(v.string(), count), {});

const storedYear = documentType({
  kind: 'year-counts',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    year: count,
    /** The number of reports by kind. */
    reports: counts,
    /** The number of decisions by outcome. */
    decisions: counts,
    appeals: v.optional(count, 0),
    reversed: v.optional(count, 0),
  }),
});

export const yearCountsDocument = { decode: storedYear.decode };

/** The year of a time, in UTC. */
export const yearOf = (now: number): number => new Date(now).getUTCFullYear();
