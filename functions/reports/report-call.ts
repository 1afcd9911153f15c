import { fail, ok, type Result } from '../../core/base/result';
import type { LimitedPart } from '../../core/profile/standing';
import { commandWords, limitOptions } from '../admin/command';
import { reportVerbs, type ReportVerbName } from './report-verbs';

/** A parsed command line about reports, objections or mails. Missing texts are empty. */
export interface ReportCall {
  readonly verb: ReportVerbName;
  /** The number of a report, the id of an objection or a mail. */
  readonly subject: string;
  readonly outcome: string;
  readonly facts: string;
  readonly ground: string;
  readonly parts: readonly LimitedPart[];
  readonly days: number | null;
  readonly handle: string;
  readonly foundByMachine: boolean;
  readonly kind: string;
  readonly address: string;
  readonly why: string;
  readonly name: string;
  readonly email: string;
  /** True = make the change; false = only show it. */
  readonly yes: boolean;
}

const text = { type: 'string', default: '' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  outcome: text,
  facts: text,
  ground: text,
  part: text,
  days: { type: 'string' },
  handle: text,
  'found-by-machine': flag,
  kind: text,
  address: text,
  why: text,
  name: text,
  email: text,
  yes: flag,
  json: flag,
  local: flag,
  as: { type: 'string', default: 'local' },
} as const;

/** How many characters a statement may have; the standing stores no more. */
const longestFacts = 1500;

/** Whether these words are for this parser: `reports …`, `appeals …`, `mails …`. */
export const isReportCall = (words: readonly string[]): boolean =>
  reportVerbs.some(({ name }) => name.split(' ')[0] === words[0]);

/** Reads the words after `npm run admin --`. The problem is one sentence. */
export function parseReportCall(words: readonly string[]): Result<
  {
    readonly call: ReportCall;
    readonly options: { readonly json: boolean; readonly local: boolean; readonly as: string };
  },
  string
> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [first = '', second = '', subject = '', ...surplus] = positionals;
  const verb = reportVerbs.find(({ name }) => name === `${first} ${second}`);
  const all = reportVerbs.map(({ name }) => name).filter((name) => name.startsWith(`${first} `));
  if (verb === undefined) return fail(`Say what to do: ${all.join(', ')}.`);
  const usage = `npm run admin -- ${verb.name} ${verb.takes}`.trim();
  if (surplus.length > 0 || verb.takes.startsWith('<') !== (subject !== ''))
    return fail(`This verb is written so: ${usage}`);
  const limits = limitOptions(values);
  if (!limits.ok) return limits;
  const { parts, days } = limits.value;
  const facts = values.facts.trim();
  if (verb.name.endsWith('decide') && facts === '')
    return fail(`Give the facts, which the people concerned read: ${usage}`);
  if (facts.length > longestFacts) return fail(`Keep the facts to ${longestFacts} characters.`);
  const { part: _part, 'found-by-machine': foundByMachine, json, local, as, ...given } = values;
  return ok({
    call: { ...given, verb: verb.name, subject, facts, parts, days, foundByMachine },
    options: { json, local, as },
  });
}
