import * as v from 'valibot';
import type { Result } from '../base/result';
import { moderationRoles, type Standing } from '../profile/standing';
import { encodeStanding, standingSchema } from './standing-document';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

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

export type AuditRole = (typeof auditRoles)[number];
export type AuditVerb = (typeof auditVerbs)[number];

/**
 * `audit/{id}`: one act of a moderator, an admin or an owner, or a refused attempt. If the act writes to the store, the same transaction writes the entry.
 * Nothing changes or removes an entry.
 */
export interface AuditEntry {
  readonly v: 1;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account of the person, as it was called then. */
  readonly who: string;
  /** Their uid; undefined = at the command line, or written by an earlier release. */
  readonly whoUid?: string | undefined;
  readonly role: AuditRole;
  readonly verb: AuditVerb;
  /** The target of the act: a uid, `acct_…`, or the id of a job or a mail. */
  readonly subject: string;
  readonly outcome: 'done' | 'refused';
  /** The standing before and after the act; null = no standing, or the verb does not change it. */
  readonly before: Standing | null;
  readonly after: Standing | null;
  /** The reason that the person gave; empty for an owner. For a refused attempt, also the reason of the refusal. */
  readonly reason: string;
  readonly reportId: string | null;
}

const auditDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    at: storedTime,
    who: v.string(),
    whoUid: v.optional(v.string()),
    role: v.picklist(auditRoles),
    verb: v.picklist(auditVerbs),
    subject: v.string(),
    outcome: v.picklist(['done', 'refused']),
    before: v.nullable(standingSchema),
    after: v.nullable(standingSchema),
    reason: v.string(),
    reportId: v.nullable(v.string()),
  }),
};

export function decodeAudit(stored: unknown): Result<AuditEntry> {
  return decodeStored(auditDocument, stored);
}

export function encodeAudit(entry: AuditEntry): StoredData {
  const { at, before, after } = entry;
  return {
    ...entry,
    at: dateOf(at),
    before: before && encodeStanding(before),
    after: after && encodeStanding(after),
  };
}
