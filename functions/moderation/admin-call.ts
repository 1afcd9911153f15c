import { reasonLimit } from '../../core/api/moderation-api';
import type { LimitedPart } from '../../core/profile/standing';
import { fail, ok, type Result } from '../../core/base/result';
import { type AdminOptions, type AdminVerb, commandWords, limitOptions } from '../admin/command';
import { adminVerbs, type AdminVerbName } from './admin-verbs';

/** A parsed command line of `npm run admin`. */
export interface AdminCall {
  readonly verb: AdminVerbName;
  /** The person or object that the verb is about; null = the verb needs none. */
  readonly subject: string | null;
  readonly reason: string;
  readonly days: number | null;
  readonly parts: readonly LimitedPart[];
  readonly isOrder: boolean;
  readonly reportId: string | null;
  /** The law or the term, for the owner; empty = not named. */
  readonly ground: string;
  /** When the restriction that the person saw began; null = they saw none; absent = any. */
  readonly seenSince?: number | null | undefined;
  /** True = make the change; false = only show it. */
  readonly yes: boolean;
}

const options = {
  reason: { type: 'string', default: '' },
  days: { type: 'string' },
  part: { type: 'string', default: '' },
  order: { type: 'boolean', default: false },
  report: { type: 'string' },
  ground: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  local: { type: 'boolean', default: false },
  as: { type: 'string', default: 'local' },
} as const;

/** Reads the words after `npm run admin --`. `every`: all verbs that there are, for the answer to another one. The problem is one sentence. */
export function parseAdminCall(
  words: readonly string[],
  every: readonly AdminVerb[] = adminVerbs,
): Result<{ readonly call: AdminCall; readonly options: AdminOptions }, string> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [name, ...rest] = positionals;
  const verb = adminVerbs.find((each) => each.name === name);
  if (verb === undefined) return fail(`Say what to do: ${every.map((each) => each.name).join(', ')}.`);
  const isRight = verb.name === 'grant' || verb.name === 'revoke';
  const [right, ...named] = isRight ? rest : ['moderator', ...rest];
  const usage = `npm run admin -- ${verb.name} ${verb.takes}`;
  const [subject = null, ...surplus] = named;
  if (right !== 'moderator' || surplus.length > 0 || (subject === null && verb.name !== 'audit'))
    return fail(`This verb is written so: ${usage}`);
  const limits = limitOptions(values);
  if (!limits.ok) return limits;
  const { parts, days } = limits.value;
  if (verb.name === 'limit' && parts.length === 0) return fail(`Name what to limit: ${usage}`);
  const reason = values.reason.trim();
  if (verb.writes && reason === '') return fail(`Give a reason, which the audit keeps: ${usage}`);
  if (reason.length > reasonLimit) return fail(`A reason has at most ${reasonLimit} characters.`);
  const { order: isOrder, report: reportId = null, ground, yes, json, local, as } = values;
  return ok({
    call: { verb: verb.name, subject, reason, days, parts, isOrder, reportId, ground: ground.trim(), yes },
    options: { json, local, as },
  });
}
