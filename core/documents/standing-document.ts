import * as v from 'valibot';
import type { Result } from '../base/result';
import { isStandingScope, moderationRoles, standingStates, type Standing } from '../profile/standing';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

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

export function decodeStanding(stored: unknown): Result<Standing> {
  return decodeStored({ version: 1, schema: standingSchema }, stored);
}

export function encodeStanding(standing: Standing): StoredData {
  const { scope, since, until } = standing;
  return { ...standing, scope: [...scope], since: dateOf(since), until: dateOf(until) };
}
