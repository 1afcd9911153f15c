import { fail, ok, type Result } from '../../core/base/result';
import type { LimitedPart } from '../../core/profile/standing';
import { commandWords, limitOptions, type AdminVerb } from '../admin/command';

/** The verbs of `npm run admin` about reports, objections and mails. Each has two words. */
export const reportVerbs = [
  {
    name: 'reports list',
    takes: '',
    says: 'the reports that wait for a decision, urgent ones first',
    writes: false,
  },
  { name: 'reports show', takes: '<number>', says: 'a report with all that was written', writes: false },
  {
    name: 'reports look',
    takes: '<number>',
    says: 'says that you look at it, which the reporter can see',
    writes: true,
  },
  {
    name: 'reports decide',
    takes:
      '<number> --outcome <no-action, limited, hidden or suspended> --facts <text> [--ground <text>] [--part <parts>] [--days <n>] [--handle <handle>] [--found-by-machine]',
    says: 'decides a report, changes the standing, and writes to reporter and owner. `--handle` names the owner when the address did not',
    writes: true,
  },
  {
    name: 'reports record',
    takes: '--kind <kind> --address <url> --ground <text> --why <text> [--name <name>] [--email <address>]',
    says: 'writes down a report that came another way; `--kind order` for an order of an authority',
    writes: true,
  },
  { name: 'appeals list', takes: '', says: 'the objections that wait for an answer', writes: false },
  {
    name: 'appeals show',
    takes: '<id>',
    says: 'an objection and the decision that it is about',
    writes: false,
  },
  {
    name: 'appeals decide',
    takes: '<id> --outcome <upheld or reversed> --facts <text>',
    says: 'answers an objection. Whoever decided before cannot answer, unless nobody else moderates',
    writes: true,
  },
  {
    name: 'mails list',
    takes: '',
    says: 'the mails of the last 30 days that nobody has sent, with their texts',
    writes: false,
  },
  {
    name: 'mails retry',
    takes: '<id or failed>',
    says: 'sends a mail again that failed, or all that failed; by its id also one that nobody has sent',
    writes: true,
  },
  { name: 'mails sent', takes: '<id>', says: 'says that you have sent a mail by hand', writes: true },
] as const satisfies readonly AdminVerb[];

type ReportVerbName = (typeof reportVerbs)[number]['name'];

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
