import type { Context } from 'hono';
import {
  appealBody,
  decisionBody,
  objectionAnswerBody,
  type DecisionBody,
  type ModeratedReport,
  type Objection,
  type ObjectionAnswerBody,
  type ObjectionsAnswer,
  type ReportsAnswer,
} from '@busker/core/dashboard-api/moderation-api';
import { problemKinds } from '@busker/core/base/problem-codes';
import {
  fail,
  ok,
  parseWith,
  problem,
  unreachable,
  type Problem,
  type Result,
} from '@busker/core/base/result';
import { isDocumentId } from '@busker/core/text/text';
import { paths } from '@busker/core/documents/documents';
import { yearOf } from '@busker/core/moderation/report-document';
import {
  appealTime,
  mayDecide,
  reporterAppealId,
  type Appeal,
  type Decision,
  type Report,
} from '@busker/core/moderation/report';
import { deciderOf, ownProfile } from '../admin/command';
import type { Deps, Owner } from '../deps';
import { clientAddress } from '../http/caller';
import { ownerCall, ownerCallWith, readForm, readerOf, sayWait, type Route } from '../http/routes';
import { answerPage } from '../pages/page';
import { stored } from '../store/store';
import {
  answerAppeal,
  answerable,
  decideReport,
  makeAppeal,
  newsOf,
  readAppeal,
  type Answerable,
  type AppealRefusal,
  type DecisionRefusal,
} from './decisions';
import { noReportPage, receivedPage, reportFormPage, reportStatePage } from './report-pages';
import {
  allAppeals,
  findReport,
  moderatedReportOf,
  opensReport,
  receiveReport,
  reportFields,
  reportLink,
  reportedHandle,
  subjectOf,
  waitingReports,
  type TypedReport,
} from './reports';

/** The objection of the reporter to the decision about a report; undefined = there is none, or no decision. */
async function reportersAppeal(
  { store }: Pick<Deps, 'store'>,
  { id, state }: Report,
): Promise<Appeal | undefined> {
  return 'decision' in state ? store.read(stored.appeal(reporterAppealId(id, state.decision.at))) : undefined;
}

/** The decision to which the reporter can object now; null = there is none yet, or the time is over. */
function appealableDecision({ state }: Report, now: number): Decision | null {
  // While a page is hidden for a time, its report still waits for the decision.
  if (!('decision' in state) || mayDecide(state)) return null;
  return now > state.decision.at + appealTime ? null : state.decision;
}

/**
 * The reporter objects to a decision, once and within six months (Article 20 of Regulation (EU) 2022/2065). A repeated request does not change the
 * objection. False = there is no decision to object to.
 */
async function makeReporterAppeal(deps: Deps, reportId: string, text: string): Promise<boolean> {
  const { store, clock, log } = deps;
  const now = clock.now();
  const made = await store.transaction(async (tx) => {
    const report = await tx.read(stored.report(reportId));
    const decision = report === undefined ? null : appealableDecision(report, now);
    if (report === undefined || decision === null) return { done: false, isNew: null };
    const appeal = newAppeal(report, decision, text, now);
    if ((await tx.read(stored.appeal(appeal.id))) !== undefined) return { done: true, isNew: null };
    tx.write(stored.appeal(appeal.id), appeal);
    const year = yearOf(now);
    tx.add(paths.yearCounts(year), { appeals: 1 }, { v: 1, year });
    newsOf(deps, appeal)?.write(tx);
    return { done: true, isNew: appeal.id };
  });
  if (made.isNew !== null) log.appealReceived({ appealId: made.isNew });
  return made.done;
}

function newAppeal(
  { id, subject, language }: Report,
  { outcome, facts, ground, by, byUid, at }: Decision,
  text: string,
  now: number,
): Appeal {
  return {
    v: 1,
    id: reporterAppealId(id, at),
    from: 'reporter',
    uid: subject?.uid ?? null,
    handle: subject?.handle ?? null,
    measure: outcome === 'no-action' ? 'none' : outcome,
    since: at,
    reason: `${facts} (${ground})`,
    decidedBy: by,
    ...(byUid === undefined ? {} : { decidedByUid: byUid }),
    reportId: id,
    text,
    language,
    madeAt: now,
    answer: null,
    expiresAt: null,
  };
}

const empty: TypedReport = {
  u: '',
  requestId: '',
  kind: '',
  address: '',
  ground: '',
  why: '',
  name: '',
  email: '',
  goodFaith: '',
  challenge: '',
};

/** `GET` and `POST /report`: a report from anybody. `GET /report/{id}?key=`: its state. `POST`: the objection to its decision. */
export function reportRoutes(deps: Deps): readonly Route[] {
  const { config, ids, store, clock } = deps;

  const showForm = (c: Context, typed: TypedReport, refused?: Problem): Response => {
    const { language } = readerOf(c);
    c.header('Content-Language', language);
    if (refused !== undefined) sayWait(c, refused);
    const requestId = typed.requestId || ids.fresh();
    const view = { config, language, typed: { ...typed, requestId }, ...(refused && { refused }) };
    return answerPage(
      c,
      reportFormPage(view),
      refused === undefined ? 200 : problemKinds[refused.code].status,
    );
  };

  const newForm = (c: Context): Response => {
    const handle = reportedHandle(config, '', c.req.query('u') ?? '');
    return showForm(c, {
      ...empty,
      u: handle ?? '',
      address: handle === null ? '' : `${config.publicOrigin}/@${handle}`,
    });
  };

  const receive = async (c: Context): Promise<Response> => {
    const typed = await readForm(c, reportFields);
    if (!typed.ok) return showForm(c, empty, typed.problem);
    const { language } = readerOf(c);
    const caller = { origin: config.publicOrigin, address: clientAddress(c, config.clientAddress) };
    const received = await receiveReport(deps, typed.value, caller, language);
    if (!received.ok) return showForm(c, typed.value, received.problem);
    c.header('Content-Language', language);
    const link = reportLink(config, received.value.id, language);
    return answerPage(c, receivedPage(language, received.value, link), 201);
  };

  /** The report that the key opens; undefined = none. */
  const opened = (id: string, key: string): Promise<Report | undefined> =>
    isDocumentId(id) && opensReport(config, id, key)
      ? store.read(stored.report(id))
      : Promise.resolve(undefined);

  const answerState = async (c: Context, report: Report, key: string, refused?: string) => {
    const { language } = readerOf(c);
    const appeal = (await reportersAppeal(deps, report)) ?? null;
    const mayObject = appeal === null && appealableDecision(report, clock.now()) !== null;
    const view = { report, appeal, mayObject, key, ...(refused !== undefined && { refused }) };
    return answerPage(c, reportStatePage(language, view), refused === undefined ? 200 : 422);
  };

  const showState = async (c: Context): Promise<Response> => {
    const { language } = readerOf(c);
    c.header('Content-Language', language);
    const key = c.req.query('key') ?? '';
    const report = await opened(c.req.param('id') ?? '', key);
    return report === undefined ? answerPage(c, noReportPage(language), 404) : answerState(c, report, key);
  };

  const object = async (c: Context): Promise<Response> => {
    const { language } = readerOf(c);
    c.header('Content-Language', language);
    const typed = await readForm(c, ['key', 'text']);
    const key = typed.ok ? typed.value.key : '';
    const report = await opened(c.req.param('id') ?? '', key);
    if (!typed.ok || report === undefined) return answerPage(c, noReportPage(language), 404);
    const body = parseWith(appealBody, { text: typed.value.text });
    if (!body.ok) return answerState(c, report, key, typed.value.text);
    await makeReporterAppeal(deps, report.id, body.value.text);
    // After a reload the browser asks for the page, and does not send the form again.
    return c.redirect(reportLink(config, report.id, language), 303);
  };

  return [
    { path: '/report', cors: 'none', on: { GET: newForm, POST: receive } },
    { path: '/report/:id', cors: 'none', on: { GET: showState, POST: object } },
  ];
}

/** `/v1/admin/reports`: the reports that wait, one of them, and its decision, for moderators and admins. The handlers are those of `npm run admin`. */
export function moderationRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/reports',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner) => list(deps, owner)) },
    },
    {
      path: '/v1/admin/reports/:id',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner, c) => show(deps, owner, c.req.param('id') ?? '')) },
    },
    {
      path: '/v1/admin/reports/:id/decision',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', decisionBody, (owner, body, c) =>
          decide(deps, owner, c.req.param('id') ?? '', body),
        ),
      },
    },
  ];
}

async function list(deps: Deps, owner: Owner): Promise<Result<ReportsAnswer>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  return ok({ role: who.value.role, reports: (await waitingReports(deps)).map(moderatedReportOf) });
}

type OneReport = Result<{ readonly report: ModeratedReport }>;

async function show(deps: Deps, owner: Owner, id: string): Promise<OneReport> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const report = await findReport(deps, id);
  return report === undefined ? fail(problem('report-not-found')) : ok({ report: moderatedReportOf(report) });
}

async function decide(deps: Deps, owner: Owner, id: string, body: DecisionBody): Promise<OneReport> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const report = await findReport(deps, id);
  if (report === undefined) return fail(problem('report-not-found'));
  const { ground, handle, ...given } = body;
  const subject = report.subject ?? (await subjectOf(deps, handle || null));
  if (subject?.uid === owner.uid) return fail(ownProfile);
  const decided = await decideReport(deps, {
    ...given,
    ground: ground || null,
    handle: handle || null,
    reportId: id,
    who: who.value,
  });
  return decided.ok
    ? ok({ report: moderatedReportOf(decided.value.report) })
    : fail(refusalOf(decided.problem));
}

/** A refusal that the caller can correct names the field. */
function refusalOf(refusal: DecisionRefusal): Problem {
  switch (refusal) {
    case 'no-report':
      return problem('report-not-found');
    case 'wrong-state':
      return problem('report-decided');
    case 'no-owner':
      return problem('invalid-fields', { fields: { handle: 'Name the owner: the address led to nobody.' } });
    case 'nothing-to-limit':
      return problem('invalid-fields', { fields: { parts: 'Name what to limit.' } });
    case 'too-long':
    case 'over':
      return problem('invalid-fields', { fields: { days: 'A profile is hidden for 7 days at most.' } });
    case 'not-allowed':
    case 'set-by-admin':
      return problem('act-refused', { detail: 'Only an admin may decide this.' });
    case 'changed':
    case 'final':
    case 'not-suspended':
    case 'nothing-done':
    case 'too-early':
    case 'too-late':
    case 'unchanged':
      return problem('act-refused', { detail: `Refused: ${refusal}.` });
    default:
      return unreachable(refusal);
  }
}

/** `/v1/admin/appeals`: the objections, and the answer to one, for moderators and admins. The handlers are those of `npm run admin`. */
export function objectionRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/appeals',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner) => listObjections(deps, owner)) },
    },
    {
      path: '/v1/admin/appeals/:id/answer',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', objectionAnswerBody, (owner, body, c) =>
          answer(deps, owner, c.req.param('id') ?? '', body),
        ),
      },
    },
  ];
}

async function listObjections(deps: Deps, owner: Owner): Promise<Result<ObjectionsAnswer>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const { open, answered } = await allAppeals(deps);
  const found = await answerable(deps, who.value, [...open, ...answered]);
  return ok({ role: who.value.role, objections: found.map(shown) });
}

async function answer(
  deps: Deps,
  owner: Owner,
  appealId: string,
  body: ObjectionAnswerBody,
): Promise<Result<{ readonly objection: Objection }>> {
  const decider = await deciderOf(deps, owner);
  if (!decider.ok) return decider;
  if (!isDocumentId(appealId)) return fail(problem('appeal-not-found'));
  const who = decider.value;
  const answered = await answerAppeal(deps, { who, appealId, ...body });
  if (!answered.ok) return fail(objectionRefusal(answered.problem));
  const [found] = await answerable(deps, who, [answered.value]);
  return found === undefined ? fail(problem('appeal-not-found')) : ok({ objection: shown(found) });
}

function objectionRefusal(refusal: AppealRefusal): Problem {
  switch (refusal) {
    case 'no-appeal':
      return problem('appeal-not-found');
    case 'answered':
      return problem('appeal-answered');
    case 'own':
      return ownProfile;
    case 'same-person':
      return problem('act-refused', { detail: 'You decided this. Somebody else has to answer.' });
    case 'set-by-admin':
    case 'not-allowed':
      return problem('act-refused', { detail: 'Only an admin may decide this.' });
    case 'changed':
    case 'final':
    case 'not-suspended':
    case 'nothing-to-limit':
    case 'over':
    case 'too-long':
    case 'unchanged':
      return problem('act-refused', { detail: `Refused: ${refusal}.` });
    default:
      return unreachable(refusal);
  }
}

function shown({ appeal, mayAnswer }: Answerable): Objection {
  const {
    v: _v,
    language: _language,
    expiresAt: _expiresAt,
    decidedByUid: _uid,
    answer: given,
    ...rest
  } = appeal;
  if (given === null) return { ...rest, answer: null, mayAnswer };
  const { byUid: _byUid, ...answered } = given;
  return { ...rest, answer: answered, mayAnswer };
}

/** `GET` and `POST /v1/me/appeals`: the owner's objection to the restriction of the profile. */
export function appealRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/appeals',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', ({ uid }) => readAppeal(deps, uid)),
        POST: ownerCallWith(deps, 'signed-in', appealBody, ({ uid }, { text }) =>
          makeAppeal(deps, uid, text),
        ),
      },
    },
  ];
}
