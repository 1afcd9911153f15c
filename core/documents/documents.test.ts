import { describe, expect, it } from 'vitest';
import { millisOf, paths } from './documents';

describe('a stored time', () => {
  it('is read from a Timestamp or a Date', () => {
    expect([millisOf(new Date(5)), millisOf({ toMillis: () => 6 })]).toEqual([5, 6]);
  });

  it('is undefined for anything else', () => {
    const none = [undefined, null, 5, '2026', {}, { toMillis: 5 }, { toMillis: () => 'x' }, new Date(NaN)];
    expect(none.map(millisOf)).toEqual(none.map(() => undefined));
  });
});

it('every document of an owner lies below the owner', () => {
  const uid = 'U';
  const own = [
    paths.draft(uid),
    paths.profile(uid),
    paths.account(uid),
    paths.payments(uid),
    paths.wall(uid),
    paths.connecting(uid),
    paths.walletSites(uid),
    paths.knownMethods(uid),
    paths.monthlySetup(uid),
    paths.sessions(uid),
    paths.seenTerms(uid),
    paths.feesRead(uid),
    paths.allFees(uid),
    paths.fees(uid, 'f'),
    paths.channels(uid),
    paths.ownOverlay(uid),
    paths.events(uid),
    paths.event(uid, 'e'),
    paths.deliveries(uid),
    paths.delivery(uid, 'd'),
    paths.pace(uid),
    paths.recoveryCodes(uid),
    paths.tips(uid),
    paths.tip(uid, 't'),
    paths.refund(uid, 't', 'r'),
    paths.refunds(uid, 't'),
    paths.tipLogs(uid, 't'),
    paths.linkHealth(uid),
    paths.insights(uid),
    paths.supporters(uid),
    paths.supporter(uid, 't'),
    paths.tipLog(uid, 't', 'l'),
    paths.total(uid, 'usd', 3),
    paths.totals(uid),
    paths.insight(uid, '2026-10-01', 1),
    paths.deletion(uid),
    paths.standing(uid),
    paths.ledger(uid),
    paths.ledgerEntry(uid, 't'),
    paths.ledgerEntries(uid),
    paths.export(uid),
    paths.leaving(uid),
  ];
  expect(own.filter((path) => path.split('/')[1] !== uid)).toEqual([]);
  expect(paths.handle('ada')).toBe('handles/ada');
  expect([paths.overlay('k'), paths.overlayAlert('k', 't')]).toEqual(['overlays/k', 'overlays/k/alerts/t']);
  expect(paths.stripeAccount('acct_1')).toBe('stripeAccounts/acct_1');
  expect(paths.stripeEvent('evt_1')).toBe('stripeEvents/evt_1');
  expect(paths.monthlyLog('u', 'm', '000001')).toBe(`${paths.monthlyLogs('u', 'm')}/000001`);
  expect(paths.monthly('u', 'm')).toBe(`${paths.monthlies('u')}/m`);
  expect(paths.monthlyTotal('u', 'eur', 3)).toBe('profiles/u/totals/monthly-eur-3');
  expect(paths.stripePayment('pi_1')).toBe('stripePayments/pi_1');
  expect(paths.consent('m')).toBe('consents/m');
  expect(paths.limit('k')).toBe('limits/k');
  expect(paths.heartbeat('reconcile')).toBe('heartbeats/reconcile');
  expect(paths.ledgerEntries('ada')).toBe('ledger/ada/entries');
  expect(paths.job('follow-links-all')).toBe('jobs/follow-links-all');
  expect(paths.tipAddress('t')).toBe('tipAddresses/t');
  expect([paths.viewBatch('b'), paths.rollUp(), paths.counted()]).toEqual([
    'viewBatches/b',
    'rollUps/views',
    'counted/views',
  ]);
  expect(paths.audit('a1')).toBe('audit/a1');
  expect(paths.cardVersion('2026-10-01', '0.1.0')).toBe('cardVersions/2026-10-01-0.1.0');
  expect(paths.channelSecret('c')).toBe('channelSecrets/c');
  expect(paths.tipWatch('t')).toBe('tipWatches/t');
  expect(paths.overlayAlert('k', 't')).toBe(`${paths.overlayAlerts('k')}/t`);
  expect(paths.overlay('k')).toBe('overlays/k');
  expect(paths.verifyToken('h')).toBe('verifyTokens/h');
});
