import * as v from 'valibot';
import { reportForm } from '../../core/api/moderation-api';
import { parseWith, unreachable } from '../../core/base/result';
import type { Decider } from '../../core/profile/standing';
import {
  afterEvent,
  inState,
  isUrgent,
  outcomes,
  reportKinds,
  type Appeal,
  type Report,
} from '../../core/report/report';
import type { AdminOutcome } from '../admin/command';
import type { Deps } from '../deps';
import { runMailCall } from '../mail/run-mail-call';
import { stored } from '../store/stored';
import { answerAppeal } from './answer-appeal';
import { decideReport } from './decide-report';
import {
  allAppeals,
  findReport,
  waitingReports,
  reportedHandle,
  storeReport,
  subjectOf,
  reportNumber,
} from './receive-report';
import type { ReportCall } from './report-call';

const time = (millis: number) => new Date(millis).toISOString();

/** A report in one line. */
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

/** What a decision would do. */
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

const refused = (why: string): AdminOutcome => ({ done: false, lines: [why], data: { refused: why } });
const told = (lines: readonly string[], none: string, data: unknown): AdminOutcome => ({
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
      return withReport(deps, call, (report) => told(reportLines(report), '', report));
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
      return withAppeal(deps, call, (appeal) => told(appealLines(appeal), '', appeal));
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
  return told(reports.map(reportLine), 'No report waits.', reports);
}

async function listAppeals(deps: Deps): Promise<AdminOutcome> {
  const { open } = await allAppeals(deps);
  return told(open.flatMap(appealLines), 'No objection waits.', open);
}

async function look({ store, clock }: Deps, { name }: Decider, id: string): Promise<AdminOutcome> {
  const next = await store.transaction(async (tx) => {
    const report = await tx.read(stored.report(id));
    const state = report && afterEvent(report.state, { kind: 'look', by: name, at: clock.now() });
    if (report && state?.ok === true) tx.write(stored.report(id), inState(report, state.value));
    return state?.ok === true;
  });
  return next ? told([`You look at report ${id}.`], '', { id }) : refused('Somebody looks at it already.');
}

async function decide(deps: Deps, who: Decider, call: ReportCall, report: Report): Promise<AdminOutcome> {
  const outcome = outcomes.find((each) => each === call.outcome);
  if (outcome === undefined) return refused(`--outcome is one of ${outcomes.join(', ')}.`);
  const { facts, ground, days, parts, foundByMachine, handle } = call;
  const wanted = { facts, days, parts, foundByMachine, outcome, who, reportId: report.id };
  return maybe(call, decisionLines(report, call), async () => {
    const decided = await decideReport(deps, { ...wanted, ground: ground || null, handle: handle || null });
    if (!decided.ok) return refused(`Refused: ${decided.problem}.`);
    return told([`Decided: ${outcome}.`, ...afterwards(deps)], '', decided.value);
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
    return told(
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
    return told([`Recorded as ${id}.`], '', { id });
  });
}
