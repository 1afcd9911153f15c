import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adasScenario, adaToken, adaUid, bearerOf, paidTip } from '../testing/ada';
import { putChannel, putDelivery, putEvent } from '../testing/put-channels';
import { putAlert, putOverlay } from '../testing/put-overlay';

/**
 * What becomes of each kind of document when its owner deletes the account. `removed`: it goes with the account. `stays`: it is about the account, and
 * docs or a law ask for it. `expires`: it has an end of its own. `nobody`: it is about no owner.
 */
const fates: Readonly<Record<keyof typeof paths, 'removed' | 'stays' | 'expires' | 'nobody'>> = {
  draft: 'removed',
  profile: 'removed',
  handle: 'stays',
  account: 'removed',
  payments: 'removed',
  walletSites: 'removed',
  seenTerms: 'removed',
  export: 'removed',
  monthlySetup: 'removed',
  knownMethods: 'removed',
  feesRead: 'removed',
  allFees: 'removed',
  fees: 'removed',
  sessions: 'removed',
  connecting: 'removed',
  channels: 'removed',
  ownOverlay: 'removed',
  overlay: 'removed',
  overlayAlerts: 'removed',
  overlayAlert: 'removed',
  events: 'removed',
  event: 'removed',
  deliveries: 'removed',
  delivery: 'removed',
  channelSecret: 'removed',
  pace: 'removed',
  tipWatch: 'removed',
  linkHealth: 'removed',
  stripeAccount: 'stays',
  tips: 'removed',
  tip: 'removed',
  refunds: 'removed',
  refund: 'removed',
  tipLogs: 'removed',
  tipLog: 'removed',
  monthlies: 'removed',
  monthly: 'removed',
  monthlyLogs: 'removed',
  monthlyLog: 'removed',
  monthlyTotal: 'removed',
  total: 'removed',
  totals: 'removed',
  insights: 'removed',
  supporters: 'removed',
  supporter: 'removed',
  cardVersion: 'nobody',
  insight: 'removed',
  report: 'expires',
  appeal: 'removed',
  mail: 'expires',
  yearCounts: 'nobody',
  stripeEvent: 'expires',
  stripePayment: 'stays',
  consent: 'expires',
  limit: 'expires',
  verifyToken: 'expires',
  tipAddress: 'expires',
  viewBatch: 'expires',
  rollUp: 'nobody',
  counted: 'nobody',
  heartbeat: 'nobody',
  job: 'expires',
  standing: 'removed',
  card: 'removed',
  wall: 'removed',
  audit: 'stays',
  deletion: 'stays',
  leaving: 'expires',
  recoveryCodes: 'removed',
  ledger: 'stays',
  ledgerEntries: 'stays',
  ledgerEntry: 'stays',
};

/** The documents of an owner that the server alone writes and the deletion does not read. */
const unread = ['seenTerms', 'knownMethods', 'sessions', 'linkHealth', 'recoveryCodes', 'pace'] as const;

/** The id of a document that has not the owner's. */
const ids: Partial<Record<keyof typeof paths, string>> = {
  card: 'ada',
  channelSecret: 'c1',
  overlay: 'ada-key',
  overlayAlerts: 'ada-key',
  overlayAlert: 'ada-key',
};

const idFor = (name: keyof typeof paths, tipId: string): string =>
  name === 'tipWatch' ? tipId : (ids[name] ?? adaUid);

// Holds out-058.
it('every kind of document has a fate, and those that are removed are gone after the deletion', async () => {
  expect(Object.keys(fates).toSorted()).toEqual(Object.keys(paths).toSorted());
  const scenario = await adasScenario();
  const { tipId } = await paidTip(scenario, { name: 'Zoe' });
  for (const name of unread) scenario.deps.store.put(paths[name](adaUid), { v: 1 });
  putChannel(scenario.deps, adaUid, 'c1');
  putChannel(scenario.deps, 'uid-eve', 'c2');
  putEvent(scenario.deps, adaUid, 'e1');
  putDelivery(scenario.deps, adaUid, 'd1');
  scenario.deps.store.put(paths.tipWatch(tipId), { v: 1 });
  scenario.deps.store.put(paths.feesRead(adaUid), { v: 1 });
  scenario.deps.store.put(paths.fees(adaUid, 'test-acct_ada-2026-11'), { v: 1 });
  putOverlay(scenario.deps, adaUid, 'ada-key');
  putOverlay(scenario.deps, 'uid-eve', 'eve-key');
  putAlert(scenario.deps, 'ada-key', tipId);
  putAlert(scenario.deps, 'eve-key', 'other');
  const { status } = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  expect(status).toBe(200);
  const left = Object.keys(scenario.deps.store.dump());
  const removed = Object.entries(fates).filter(([, fate]) => fate === 'removed');
  const roots = removed.map(([name]) => {
    const path: (...ids: string[]) => string = paths[name as keyof typeof paths] as never;
    return path(idFor(name as keyof typeof paths, tipId), tipId, tipId);
  });
  expect(left.filter((path) => roots.some((root) => path === root || path.startsWith(`${root}/`)))).toEqual(
    [],
  );
  expect(left).toEqual(
    expect.arrayContaining([
      paths.channels('uid-eve'),
      paths.channelSecret('c2'),
      paths.overlayAlert('eve-key', 'other'),
    ]),
  );
});
