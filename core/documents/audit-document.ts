import * as v from 'valibot';
import type { Result } from '../base/result';
import { moderationRoles, type ModerationRole, type Standing } from '../profile/standing';
import { encodeStanding, standingSchema } from './standing-document';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** Every act of a host that is written down. Reading is none of them. */
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
] as const;

export type AuditVerb = (typeof auditVerbs)[number];

/**
 * `audit/{id}`: one act of a moderator or an admin, or a try that was refused. Written in the same transaction as the act where the act is a write to
 * the store. Nothing changes or removes an entry.
 */
export interface AuditEntry {
  readonly v: 1;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account of the person. */
  readonly who: string;
  readonly role: ModerationRole;
  readonly verb: AuditVerb;
  /** What it was done to: a uid, or `acct_…`. */
  readonly subject: string;
  readonly outcome: 'done' | 'refused';
  /** The standing before and after, for verbs that change it; null = none, or another verb. */
  readonly before: Standing | null;
  readonly after: Standing | null;
  /** The person's reason; for a refused try also why it was refused. */
  readonly reason: string;
  readonly reportId: string | null;
}

const auditDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    at: storedTime,
    who: v.string(),
    role: v.picklist(moderationRoles),
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
