import { wholeExport } from '@busker/core/account/export-document';
import { toPublicProfile } from '@busker/core/profile/profile';
import { fakePayments, fakeProfile, noon } from '@busker/core/testing/fakes';
import {
  httpApi,
  httpMoney,
  httpSiteChecks,
  httpChannels,
  httpModeration,
  httpOverlay,
  type HttpOptions,
} from '@busker/dashboard/http/http-api';

/** A request of the dashboard to the functions. In the path, `:paid` stands for a paid tip of the owner, and `:picture` for a published picture. */
export interface DashboardRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON body; null = none. */
  readonly body: unknown;
}

/** Every call of the dashboard to the functions, once, as its code sends it today. Files of a release come from Hosting, not from the functions. */
export async function dashboardRequests(): Promise<readonly DashboardRequest[]> {
  const sent: DashboardRequest[] = [];
  const options: HttpOptions = {
    host: '',
    idToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      const { method = 'GET', body = null } = init ?? {};
      const path = input instanceof Request ? input.url : input.toString();
      if (!path.startsWith('/embed/'))
        sent.push({
          method,
          path: path.replaceAll('%3A', ':'),
          body: typeof body === 'string' ? JSON.parse(body) : null,
        });
      return Promise.resolve(Response.json({}));
    },
  };
  const left = new Set<string>();
  const api = watched(httpApi(options), left);
  const money = watched(httpMoney(options), left);
  const checks = watched(httpSiteChecks(options), left);
  const moderation = watched(httpModeration(options), left);
  const channels = watched(httpChannels(options), left);
  const overlay = watched(httpOverlay(options), left);
  const day = { from: '2026-01-01', until: '2026-12-31', zone: 'Europe/Berlin' };
  await api.publish(1);
  await api.unpublish();
  const { profile } = toPublicProfile(fakeProfile(), fakePayments(), 'https://busker.example', noon);
  await api.previewPage({ profile, goal: { label: 'A new bow', amount: 5000 }, supporters: 6 });
  await api.pauseTips({ until: '2026-12-05', zone: 'Europe/Berlin', note: '' });
  await api.pauseTips(null);
  await api.restriction();
  await api.readAppeal();
  await api.appeal('I object.');
  await api.terms();
  await api.tellMethods();
  await api.noteDevice('0f9b1c2d-3e4f-4a5b-8c6d-000000000001');
  await api.removeDevice('0f9b1c2d-3e4f-4a5b-8c6d-000000000001');
  await api.recoveryCodes();
  await api.renewRecoveryCodes();
  await api.recover({ pending: 'pending', factor: 'factor' }, '0000-0000-0000-0000');
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
  await money.reply(':paid', 'Thank you!');
  await money.removeReply(':paid');
  await money.thank({
    requestId: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
    tips: [':paid'],
    text: 'Thank you, {name}!',
    nameless: 'friend',
    again: false,
    send: true,
  });
  await money.stopMonthly(':paid', 'period-end');
  await money.stopAllMonthly('now', 'ada');
  await money.books(day);
  await money.keepYearStart('04-06');
  await money.closeYear('2025-01-01', day.zone);
  await money.balance();
  await money.ways();
  await money.payouts(null);
  await money.payouts('po_1');
  await money.payout('po_1', null);
  await money.payout('po_1', 'txn_1');
  await money.exportTips({ ...wholeExport('csv'), separator: 'semicolon', decimal: 'comma', zone: day.zone });
  await money.exportTips({
    ...wholeExport('json'),
    ...day,
    state: 'received',
    placement: 'footer',
    search: 'Zoe',
  });
  await money.prepareExport(wholeExport('csv'));
  await money.exportLink();
  await checks.checkSite({ url: 'https://blog.example', pay: 'in-page' });
  await checks.importPage('links.example/ada');
  await checks.importPicture('https://links.example/ada.png');
  await checks.verifyLink('https://ada.example/');
  await checks.ownDomain();
  await checks.wantDomain('links.ada.example');
  await checks.checkDomain();
  await checks.giveBackDomain();
  await checks.checkLinks();
  await checks.exportProfile('ada');
  await checks.pinnedScript();
  await moderation.reports();
  await moderation.decide('aabbccddeeff', { ...decision, outcome: 'no-action' });
  await moderation.owner('ada');
  await moderation.act({ ...act, uid: 'uid-ada' });
  await moderation.objections();
  await moderation.answer('uid-ada_1', { outcome: 'upheld', text: 'The decision stays.' });
  await moderation.picture('/img/:picture');
  await moderation.mails();
  await moderation.markSent('mail-1');
  await moderation.sendAgain('mail-1');
  await channels.read();
  await channels.add({ kind: 'webhook', url: 'https://hooks.example/in' });
  await channels.add({ kind: 'mail', address: null });
  await channels.change(channel, {
    eventsOn: { 'tip.paid': true, 'link.dead': false },
    minimumOf: { usd: 500 },
    mode: 'each',
    on: true,
  });
  await channels.sendCode(channel);
  await channels.verify(channel, '123456');
  await channels.test(channel);
  await channels.renewSecret(channel);
  await channels.replay(channel, { since: 0, until: 1, types: ['tip.paid'] });
  await channels.resend('0f9b1c2d3e4f4a5b8c6d0000');
  await channels.keepQuiet({ zone: day.zone, language: 'de', quiet: { from: 1320, to: 480 } });
  await channels.remove(channel);
  await overlay.make();
  await overlay.change({ look: 'bubble', minimumOf: { usd: 500 }, words: 'approved' });
  await overlay.act({ act: 'pause' });
  await overlay.act({ act: 'show', tipId: 'tip1' });
  await overlay.test('burst');
  await overlay.renewKey();
  await overlay.remove();
  await api.signOutEverywhere();
  await api.deleteAccount('ada');
  if (left.size > 0) throw new Error(`Ask for these calls too: ${[...left].join(', ')}`);
  return sent;
}

/** The id of a webhook of the owner. */
export const channel = 'hook';

/** Notes the names of all calls in `left`, and strikes out those that were made. */
function watched<T extends object>(calls: T, left: Set<string>): T {
  for (const name of Object.keys(calls)) left.add(name);
  return new Proxy(calls, {
    get: (target, name, receiver): unknown => {
      left.delete(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
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
