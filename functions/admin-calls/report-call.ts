import * as v from 'valibot';
import { reportForm } from '@busker/core/dashboard-api/moderation-api';
import { fail, ok, parseWith, unreachable, type Result } from '@busker/core/base/result';
import type { Mail } from '@busker/core/outbox-documents/event-document';
import type { Decider, LimitedPart } from '@busker/core/moderation/standing';
import {
  afterEvent,
  inState,
  isUrgent,
  outcomes,
  reportKinds,
  type Appeal,
  type Report,
} from '@busker/core/moderation/report';
import {
  commandWords,
  limitOptions,
  type AdminOptions,
  type AdminOutcome,
  type AdminVerb,
} from '../admin/command';
import type { Deps } from '../deps';
import { allMails, isUnsent, markSent, sendAgain, type FoundMail } from '../mail/send-letter';
import { answerAppeal, decideReport } from '../reports/decisions';
import {
  allAppeals,
  findReport,
  reportNumber,
  reportedHandle,
  storeReport,
  subjectOf,
  waitingReports,
} from '../reports/reports';
import { stored } from '../store/store';

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
interface ReportCall {
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
    readonly options: AdminOptions;
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
  const { part: _part, 'found-by-machine': foundByMachine, local, as, ...given } = values;
  return ok({
    call: { ...given, verb: verb.name, subject, facts, parts, days, foundByMachine },
    options: { local, as },
  });
}

interface MailCall {
  readonly verb: 'mails list' | 'mails retry' | 'mails sent';
  /** The id of a mail. `failed`: all that failed, for `mails retry`. */
  readonly subject: string;
  readonly yes: boolean;
}

const refused = (why: string): AdminOutcome => ({ done: false, lines: [why], data: { refused: why } });
const notWritten = (lines: readonly string[]): AdminOutcome => ({
  done: true,
  lines: [...lines, 'Nothing was written. Repeat it with --yes to do it.'],
  data: { would: lines },
});

/** Runs a command about mails. Without `yes`, a verb that writes only says what it would do. */
async function runMailCall(deps: Deps, who: Decider, call: MailCall): Promise<AdminOutcome> {
  switch (call.verb) {
    case 'mails list':
      return list(deps);
    case 'mails retry':
      return retry(deps, who, call);
    case 'mails sent':
      return sentByHand(deps, call);
    default:
      return unreachable(call.verb);
  }
}

async function list(deps: Deps): Promise<AdminOutcome> {
  const open = (await allMails(deps)).filter(isUnsent).toReversed();
  const lines = open.flatMap(({ id, mail }) => mailLines(id, mail));
  return {
    done: true,
    lines: lines.length === 0 ? ['No mail waits.'] : lines,
    data: open.map(({ id, mail }) => ({ id, ...mail })),
  };
}

const time = (millis: number) => new Date(millis).toISOString();

const mailLines = (id: string, { to, message, createdAt }: Mail): readonly string[] => [
  `${id}  ${time(createdAt)}`,
  `To: ${to}`,
  `Subject: ${message.subject}`,
  '',
  message.text,
  '',
];

const failure = ({ id, mail }: FoundMail) =>
  `${id}  ${mail.message.subject}  ${mail.delivery?.error ?? ''}`.trim();

async function retry(deps: Deps, who: Decider, { subject, yes }: MailCall): Promise<AdminOutcome> {
  const mails = await allMails(deps);
  const wanted = mails.filter(({ id, state }) =>
    subject === 'failed' ? state === 'failed' : id === subject,
  );
  if (wanted.length === 0)
    return subject === 'failed'
      ? { done: true, lines: ['No mail failed.'], data: [] }
      : refused(`There is no mail ${subject}.`);
  if (!yes) return notWritten(wanted.map((each) => `Sends again: ${failure(each)}`));
  const again: string[] = [];
  for (const { id } of wanted) {
    const done = await sendAgain(deps, who, id);
    if (!done.ok) return refused(`${id}: ${done.problem.detail}`);
    again.push(id);
  }
  return { done: true, lines: [`${again.length} sent again: ${again.join(', ')}.`], data: { again } };
}

async function sentByHand(deps: Deps, { subject, yes }: MailCall): Promise<AdminOutcome> {
  const mail = /^\w{1,60}$/.test(subject) ? await deps.store.read(stored.mail(subject)) : undefined;
  if (mail === undefined) return refused(`There is no mail ${subject}.`);
  if (!yes) return notWritten([`Says that the mail to ${mail.to} was sent.`]);
  await markSent(deps, subject);
  return { done: true, lines: [`The mail ${subject} is sent.`], data: { id: subject } };
}

const reportLine = ({ id, kind, state, address, receivedAt, subject }: Report): string =>
  `${id}  ${time(receivedAt)}  ${isUrgent(kind) ? 'URGENT ' : ''}${kind}  ${state.name}  ${subject === null ? '' : `@${subject.handle}  `}${address}`;

/** All of a report, for a person who decides. */
function reportLines(report: Report): readonly string[] {
  const { subject, ground, why, name, email, language, state } = report;
  const decision = 'decision' in state ? state.decision : null;
  return [
    reportLine(report),
    `owner: ${subject === null ? 'not known from the address' : `${subject.uid} (@${subject.handle})`}`,
    `from: ${name ?? 'no name'} <${email ?? 'no email address'}>, ${language}`,
    `law or term: ${ground}`,
    `why: ${why}`,
    ...(decision === null
      ? []
      : [`decided ${time(decision.at)} by ${decision.by}: ${decision.outcome}. ${decision.facts}`]),
  ];
}

function decisionLines(
  { id, subject, email, ground }: Report,
  { outcome, facts, parts, days, handle, ground: named }: ReportCall,
): readonly string[] {
  const owner = handle || subject?.handle;
  return [
    `Decides report ${id}: ${outcome}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}${days === null ? '' : ` for ${days} days`}.`,
    `Owner: ${owner === undefined ? 'not known' : `@${owner}`}. Reporter: ${email ?? 'no email address'}.`,
    `Law or term: ${named || ground}`,
    `Facts, as both read them: ${facts}`,
  ];
}

const appealLines = ({
  id,
  handle,
  measure,
  since,
  reason,
  decidedBy,
  text,
  madeAt,
}: Appeal): readonly string[] => [
  `${id}  ${time(madeAt)}  @${handle ?? '?'}  ${measure} since ${time(since)} by ${decidedBy}`,
  `  decision: ${reason}`,
  `  objection: ${text}`,
];

const printed = (lines: readonly string[], none: string, data: unknown): AdminOutcome => ({
  done: true,
  lines: lines.length === 0 ? [none] : lines,
  data,
});

/** Says what would happen, or does it. */
async function maybe(
  { yes }: ReportCall,
  lines: readonly string[],
  act: () => Promise<AdminOutcome>,
): Promise<AdminOutcome> {
  if (yes) return act();
  const hint = 'Nothing was written. Repeat it with --yes to do it.';
  return { done: true, lines: [...lines, hint], data: { would: lines } };
}

/** Runs a command about reports, objections or mails. Without `yes`, a verb that writes only says what it would do. */
export async function runReportCall(deps: Deps, who: Decider, call: ReportCall): Promise<AdminOutcome> {
  switch (call.verb) {
    case 'reports list':
      return listReports(deps);
    case 'reports show':
      return withReport(deps, call, (report) => printed(reportLines(report), '', report));
    case 'reports look':
      return withReport(deps, call, (report) =>
        maybe(call, [`Tells the reporter that you are looking at report ${report.id}.`], () =>
          look(deps, who, report.id),
        ),
      );
    case 'reports decide':
      return withReport(deps, call, (report) => decide(deps, who, call, report));
    case 'reports record':
      return record(deps, call);
    case 'appeals list':
      return listAppeals(deps);
    case 'appeals show':
      return withAppeal(deps, call, (appeal) => printed(appealLines(appeal), '', appeal));
    case 'appeals decide':
      return withAppeal(deps, call, (appeal) => answer(deps, who, call, appeal));
    case 'mails list':
    case 'mails retry':
    case 'mails sent':
      return runMailCall(deps, who, { ...call, verb: call.verb });
    default:
      return unreachable(call.verb);
  }
}

type Then<T> = (found: T) => AdminOutcome | Promise<AdminOutcome>;

async function withReport(
  { store }: Deps,
  { subject }: ReportCall,
  then: Then<Report>,
): Promise<AdminOutcome> {
  const report = await findReport({ store }, subject);
  return report === undefined ? refused(`There is no report ${subject}.`) : then(report);
}

async function withAppeal(
  { store }: Deps,
  { subject }: ReportCall,
  then: Then<Appeal>,
): Promise<AdminOutcome> {
  const appeal = /^[\w-]{1,200}$/.test(subject) ? await store.read(stored.appeal(subject)) : undefined;
  return appeal === undefined ? refused(`There is no objection ${subject}.`) : then(appeal);
}

async function listReports(deps: Deps): Promise<AdminOutcome> {
  const reports = await waitingReports(deps);
  return printed(reports.map(reportLine), 'No report waits.', reports);
}

async function listAppeals(deps: Deps): Promise<AdminOutcome> {
  const { open } = await allAppeals(deps);
  return printed(open.flatMap(appealLines), 'No objection waits.', open);
}

async function look({ store, clock }: Deps, { name }: Decider, id: string): Promise<AdminOutcome> {
  const next = await store.transaction(async (tx) => {
    const report = await tx.read(stored.report(id));
    const state = report && afterEvent(report.state, { kind: 'look', by: name, at: clock.now() });
    if (report && state?.ok === true) tx.write(stored.report(id), inState(report, state.value));
    return state?.ok === true;
  });
  return next ? printed([`You look at report ${id}.`], '', { id }) : refused('Somebody looks at it already.');
}

async function decide(deps: Deps, who: Decider, call: ReportCall, report: Report): Promise<AdminOutcome> {
  const outcome = outcomes.find((each) => each === call.outcome);
  if (outcome === undefined) return refused(`--outcome is one of ${outcomes.join(', ')}.`);
  const { facts, ground, days, parts, foundByMachine, handle } = call;
  const wanted = { facts, days, parts, foundByMachine, outcome, who, reportId: report.id };
  return maybe(call, decisionLines(report, call), async () => {
    const decided = await decideReport(deps, { ...wanted, ground: ground || null, handle: handle || null });
    if (!decided.ok) return refused(`Refused: ${decided.problem}.`);
    return printed([`Decided: ${outcome}.`, ...afterwards(deps)], '', decided.value);
  });
}

async function answer(deps: Deps, who: Decider, call: ReportCall, appeal: Appeal): Promise<AdminOutcome> {
  const { outcome } = call;
  if (outcome !== 'upheld' && outcome !== 'reversed') return refused('--outcome is upheld or reversed.');
  return maybe(call, [...appealLines(appeal), `Answers: ${outcome}. ${call.facts}`], async () => {
    const answered = await answerAppeal(deps, {
      who,
      appealId: appeal.id,
      outcome,
      text: call.facts,
    });
    if (!answered.ok) return refused(`Refused: ${answered.problem}.`);
    const alone = answered.value.answer?.samePerson === true;
    const waived =
      'Nobody else has moderated here in the last year, so you could answer yourself. The mail says so.';
    return printed(
      [`Answered: ${outcome}.`, ...(alone ? [waived] : []), ...afterwards(deps)],
      '',
      answered.value,
    );
  });
}

const afterwards = ({ config }: Deps): readonly string[] =>
  config.mails !== 'print' ? [] : ['Send the mails: npm run admin -- mails list'];

async function record(deps: Deps, call: ReportCall): Promise<AdminOutcome> {
  const kind = v.safeParse(v.picklist(reportKinds), call.kind);
  if (!kind.success) return refused(`--kind is one of ${reportKinds.join(', ')}.`);
  const { address, ground, why, name, email } = call;
  // A person who wrote by post may have no email address, so the check uses a kind that needs none.
  const typed = { kind: 'child-abuse', address, ground, why, name, email, goodFaith: 'on' };
  const form = parseWith(reportForm, typed);
  if (!form.ok)
    return refused(`These are missing or wrong: ${Object.keys(form.problem.fields ?? {}).join(', ')}.`);
  return maybe(call, [`Records a report about ${form.value.address}.`], async () => {
    const id = reportNumber(deps.config, deps.ids.fresh(), form.value);
    const subject = await subjectOf(deps, reportedHandle(deps.config, form.value.address, ''));
    await storeReport(deps, {
      id,
      kind: kind.output,
      form: form.value,
      subject,
      language: 'en',
      mailed: true,
    });
    return printed([`Recorded as ${id}.`], '', { id });
  });
}
