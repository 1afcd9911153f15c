import type { Context } from 'hono';
import { appealBody } from '../../core/api/moderation-api';
import { isDocumentId } from '../../core/base/text';
import { parseWith } from '../../core/base/parse';
import type { Problem } from '../../core/base/problem';
import { problemKinds } from '../../core/base/problem-codes';
import type { Report } from '../../core/report/report';
import type { Deps } from '../deps';
import { clientAddress } from '../http/client-address';
import { readerOf } from '../http/preferred-language';
import { readForm } from '../http/read-form';
import { sayWait } from '../http/respond';
import type { Route } from '../http/routes';
import { answerPage } from '../pages/page';
import { stored } from '../store/stored';
import { appealableDecision, makeReporterAppeal, reportersAppeal } from './make-reporter-appeal';
import { receiveReport, reportedHandle, reportFields, type TypedReport } from './receive-report';
import { reportFormPage } from './report-form-page';
import { opensReport, reportLink } from './report-link';
import { noReportPage, receivedPage, reportStatePage } from './report-pages';

/** A description of 4,000 characters takes up to 36 kB in a form. */
const maxFormBytes = 64 * 1024;

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
    const typed = await readForm(c, reportFields, maxFormBytes);
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
    const typed = await readForm(c, ['key', 'text'], maxFormBytes);
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
