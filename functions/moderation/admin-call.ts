import { reasonLimit } from '@busker/core/dashboard-api/moderation-api';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { LimitedPart } from '@busker/core/moderation/standing';
import { commandWords, limitOptions, type AdminOptions, type AdminVerb } from '../admin/command';

export const adminVerbs = [
  {
    name: 'find',
    takes: '<who>',
    says: 'the owner: uid, handle and email address',
    writes: false,
  },
  {
    name: 'show',
    takes: '<who>',
    says: 'standing, handles, links with their ids, payments, open tips',
    writes: false,
  },
  {
    name: 'hide',
    takes: '<who> --reason <text> [--days <n>] [--ground <text>]',
    says: 'takes the profile offline while you look into it, for 7 days at most',
    writes: true,
  },
  {
    name: 'limit',
    takes: '<who> --part <parts> --reason <text> [--days <n>] [--ground <text>]',
    says: 'shows the profile without these parts: `picture`, `bio`, `link:<id>`, `block:<id>`, separated by commas',
    writes: true,
  },
  {
    name: 'pause-payments',
    takes: '<who> --reason <text> [--days <n>] [--ground <text>]',
    says: 'shows the profile without tips',
    writes: true,
  },
  {
    name: 'suspend',
    takes: '<who> --reason <text> [--order] [--days <n>] [--ground <text>]',
    says: 'takes the profile offline, ends open payments and bars its payment account; `--order` when an authority demanded it (451 instead of 410)',
    writes: true,
  },
  {
    name: 'restore',
    takes: '<who> --reason <text>',
    says: 'ends any of these restrictions',
    writes: true,
  },
  {
    name: 'close',
    takes: '<who> --reason <text>',
    says: 'closes a suspended profile for good and retires its handles, when the time to object is over',
    writes: true,
  },
  {
    name: 'purge',
    takes: '<who> --reason <text>',
    says: 'deletes the bytes of pictures that are withheld; the edge keeps a picture for a day, or until the next release of Hosting',
    writes: true,
  },
  {
    name: 'erase',
    takes: '<who> --reason <text>',
    says: 'deletes the account as its owner would, for a request under data protection law',
    writes: true,
  },
  {
    name: 'look',
    takes: '<acct_…> --reason <text>',
    says: 'compares one Stripe account with the stored tips now, as every day, and corrects what differs',
    writes: true,
  },
  {
    name: 'grant',
    takes: 'moderator <who> --reason <text>',
    says: 'lets a user hide and limit profiles',
    writes: true,
  },
  {
    name: 'revoke',
    takes: 'moderator <who> --reason <text>',
    says: 'takes that right away',
    writes: true,
  },
  {
    name: 'audit',
    takes: '[<who>]',
    says: 'the last 50 acts, of all or about one owner',
    writes: false,
  },
] as const satisfies readonly AdminVerb[];

export type AdminVerbName = (typeof adminVerbs)[number]['name'];

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
  const { order: isOrder, report: reportId = null, ground, yes, local, as } = values;
  return ok({
    call: { verb: verb.name, subject, reason, days, parts, isOrder, reportId, ground: ground.trim(), yes },
    options: { local, as },
  });
}
