import { httpApi, httpMoney, httpSiteChecks, type HttpOptions } from '../../dashboard/http/http-api';
import { httpModeration } from '../../dashboard/http/http-moderation';

/** A request that the dashboard sends. `:paid` in the path stands for a paid tip of the owner. */
export interface DashboardRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON body; null = none. */
  readonly body: unknown;
}

/** Every call of the dashboard to the server, once, as its code sends it today. */
export async function dashboardRequests(): Promise<readonly DashboardRequest[]> {
  const sent: DashboardRequest[] = [];
  const options: HttpOptions = {
    host: '',
    idToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      const { method = 'GET', body = null } = init ?? {};
      const path = input instanceof Request ? input.url : input.toString();
      sent.push({
        method,
        path: path.replaceAll('%3A', ':'),
        body: typeof body === 'string' ? JSON.parse(body) : null,
      });
      return Promise.resolve(Response.json({}));
    },
  };
  const api = httpApi(options);
  const money = httpMoney(options);
  const checks = httpSiteChecks(options);
  const moderation = httpModeration(options);
  const day = { from: '2026-01-01', until: '2026-12-31', zone: 'Europe/Berlin' };
  await api.publish(1);
  await api.restriction();
  await api.readAppeal();
  await api.appeal('I object.');
  await api.terms();
  await api.seeTerms('2026-11-23');
  await api.handleState('ada', new AbortController().signal);
  await api.deletionOf('ticket');
  await money.connect({ country: 'DE', currency: null });
  await money.refresh();
  await money.sites();
  await money.addSite('blog.example');
  await money.refund(':paid', {
    requestId: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
    amount: 100,
    reason: 'requested_by_customer',
  });
  await money.moderate(':paid', 'hidden');
  await money.books(day);
  await money.exportTips('csv');
  await money.exportTips('json');
  await money.prepareExport('csv');
  await money.exportLink();
  await checks.checkSite({ url: 'https://blog.example', pay: 'in-page' });
  await checks.verifyLink('https://ada.example/');
  await checks.checkLinks();
  await checks.exportProfile('ada');
  await moderation.reports();
  await moderation.decide('aabbccddeeff', { ...decision, outcome: 'no-action' });
  await moderation.owner('ada');
  await moderation.act({ ...act, uid: 'uid-ada' });
  await moderation.objections();
  await moderation.answer('uid-ada_1', { outcome: 'upheld', text: 'The decision stays.' });
  await moderation.mails();
  await moderation.markSent('mail-1');
  await api.signOutEverywhere();
  await api.deleteAccount('ada');
  return sent;
}

const decision = {
  facts: 'The page shows the name of somebody else.',
  ground: '',
  parts: [],
  days: null,
  handle: '',
  foundByMachine: false,
  seenAt: null,
};

const act = {
  verb: 'hide',
  reason: 'Fraud',
  ground: '',
  parts: [],
  days: null,
  isOrder: false,
  seenSince: null,
} as const;
