import type { Context } from 'hono';
import { isDocumentId } from '../../core/base/document-id';
import type { Problem } from '../../core/base/problem';
import { problemKinds } from '../../core/base/problem-codes';
import type { Deps } from '../deps';
import { clientAddress } from '../http/client-address';
import { readerOf } from '../http/preferred-language';
import { readForm } from '../http/read-form';
import type { Route } from '../http/routes';
import { answerPage } from '../pages/page';
import { stored } from '../store/stored';
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

/** `GET` and `POST /report`: a report from anybody. `GET /report/{id}?key=`: its state. */
export function reportRoutes(deps: Deps): readonly Route[] {
  const { config, ids, store } = deps;

  const showForm = (c: Context, typed: TypedReport, refused?: Problem): Response => {
    const { language } = readerOf(c);
    c.header('Content-Language', language);
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

  const showState = async (c: Context): Promise<Response> => {
    const id = c.req.param('id') ?? '';
    const { language } = readerOf(c);
    c.header('Content-Language', language);
    const mayRead = isDocumentId(id) && opensReport(config, id, c.req.query('key') ?? '');
    const report = mayRead ? await store.read(stored.report(id)) : undefined;
    if (report === undefined) return answerPage(c, noReportPage(language), 404);
    return answerPage(c, reportStatePage(language, report), 200);
  };

  return [
    { path: '/report', cors: 'none', on: { GET: newForm, POST: receive } },
    { path: '/report/:id', cors: 'none', on: { GET: showState } },
  ];
}
