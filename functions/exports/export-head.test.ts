import { describe, expect, it } from 'vitest';
import { wholeExport, type ExportChoice } from '@busker/core/account/export-document';
import type { Payout, PayoutLine } from '@busker/core/books/payout';
import { paths } from '@busker/core/documents/documents';
import { fakeDraft, noon, fakeMonthly } from '@busker/core/testing/fakes';
import { runAnyJob } from '../jobs/recurring-jobs';
import { stored } from '../store/store';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  putPayments,
  putTips,
  sendTip,
  setStanding,
  signIn,
  wishes,
  type Scenario,
} from '../testing/ada';
import { putChannel, putEvent, putOverlay } from '../testing/put-channels';
import { exportPayouts, followPayouts } from './export-head';
import { exportFileOf } from './export-work';

// Holds dash-932.
describe('the payouts in a file for bookkeeping', () => {
  const day = 24 * 60 * 60_000;
  const at = Date.UTC(2026, 9, 10);
  const choice: ExportChoice = { ...wholeExport('bookkeeping'), from: '2026-10-10', until: '2026-11-08' };
  const job = `export-${adaUid}` as const;
  const payout = (id: string, days: number, given: Partial<Payout> = {}): Payout => ({
    id,
    amount: 955,
    currency: 'usd',
    status: 'paid',
    createdAt: at + days * day,
    arrivesAt: at + (days + 2) * day,
    contents: 'listed',
    failureCode: null,
    ...given,
  });
  const line = (given: Partial<PayoutLine> = {}): PayoutLine => ({
    id: 'txn_1',
    kind: 'tip',
    bookedAt: 1,
    amount: 1000,
    fee: 45,
    paymentIntentId: null,
    about: null,
    ...given,
  });

  /** Payouts, the latest first, each with a line of its own payment. */
  function putPayouts({ deps: { payouts } }: Scenario, days: number): void {
    for (let count = days; count > 0; count -= 1) {
      payouts.payouts.push(payout(`po_${count}`, count));
      payouts.lines.set(`po_${count}`, [line({ paymentIntentId: `pi_${count}` })]);
    }
  }
  const follow = (scenario: Scenario, most = 1000) => followPayouts(scenario.deps, adaUid, choice, most);
  const readIn = ({ deps }: Scenario, unreadUntil: number | null = null) =>
    exportPayouts(deps, adaUid, choice, { readAt: deps.clock.now(), unreadUntil });
  const all = { ok: true, value: { kind: 'known', unread: 0, unreadUntil: null } };
  const later = (scenario: Scenario) => scenario.deps.clock.advance(60 * day);
  const linesRead = ({ deps }: Scenario) => deps.payouts.calls.filter((call) => call === 'listLines').length;

  async function putTip({ deps }: Scenario): Promise<string | null> {
    putTips(deps, adaUid, 1);
    return (await deps.store.read(stored.tip(adaUid, 'tip000000')))?.stripe.paymentIntentId ?? null;
  }

  async function scenarioLater(limitFactor = 1000): Promise<Scenario> {
    const scenario = await adasScenario({ limitFactor });
    scenario.deps.users.known.push({ uid: adaUid, email: `${adaUid}@example.com`, role: null });
    later(scenario);
    signIn(scenario.deps, adaUid, adaToken);
    return scenario;
  }

  it('are found by the payment of a line, oldest first, on every page of payouts and lines', async () => {
    const scenario = await scenarioLater();
    putPayouts(scenario, 30);
    const { payouts } = scenario.deps;
    payouts.payouts.push(payout('po_before', -1));
    payouts.lines.set('po_before', [line({ id: 'txn_0', paymentIntentId: 'pi_0' })]);
    payouts.onAPage = 2;
    payouts.lines.set('po_2', [
      line({ id: 'txn_9', kind: 'refund', paymentIntentId: 'pi_1' }),
      line({ id: 'txn_8', kind: 'dispute-returned', paymentIntentId: 'pi_8' }),
      line({ id: 'txn_7', kind: 'refund-failed', paymentIntentId: 'pi_9' }),
      line({ paymentIntentId: 'pi_1' }),
    ]);
    payouts.lines.set('po_29', [
      line({ id: 'txn_2', kind: 'refund', paymentIntentId: 'pi_1' }),
      line({ id: 'txn_fee', kind: 'other', paymentIntentId: null }),
    ]);
    expect(await follow(scenario)).toEqual(all);
    const found = await readIn(scenario);
    const of = (key: string) =>
      found.of.get(key)?.map(({ id, arrivesAt }) => [id, ((arrivesAt ?? 0) - at) / day]);
    expect(of('tip pi_1')).toEqual([
      ['po_1', 3],
      ['po_2', 4],
    ]);
    expect([of('dispute pi_8'), of('refund pi_9')]).toEqual([[['po_2', 4]], [['po_2', 4]]]);
    expect(of('refund pi_1')).toEqual([
      ['po_2', 4],
      ['po_29', 31],
    ]);
    expect(of('other txn_fee')).toEqual([['po_29', 31]]);
    expect(of('tip pi_0')).toBeUndefined();
  });

  // Holds dash-990.
  it('are asked for once: the next file reads only the list of payouts, and follows a day of arrival that has changed', async () => {
    const scenario = await scenarioLater();
    putPayouts(scenario, 30);
    await follow(scenario);
    expect(linesRead(scenario)).toBe(30);
    scenario.deps.payouts.payouts[0] = payout('po_30', 30, { arrivesAt: at + 40 * day });
    expect(await follow(scenario)).toEqual(all);
    expect(linesRead(scenario)).toBe(30);
    expect((await readIn(scenario)).of.get('tip pi_30')?.[0]?.arrivesAt).toBe(at + 40 * day);
    scenario.deps.payouts.payouts[0] = payout('po_30', 30, { status: 'failed' });
    expect(await follow(scenario)).toEqual(all);
    expect((await readIn(scenario)).of.get('tip pi_30')).toMatchObject([{ id: 'po_30', arrivesAt: null }]);
    expect(linesRead(scenario)).toBe(30);
  });

  // Holds dash-990.
  it('are read the latest first, and what was read before requests ran out is kept, also in the middle of a payout', async () => {
    const scenario = await scenarioLater();
    const { payouts } = scenario.deps;
    putPayouts(scenario, 12);
    payouts.onAPage = 12;
    payouts.lines.set(
      'po_12',
      Array.from({ length: 30 }, (_, nth) => line({ id: `txn_${nth}`, paymentIntentId: `pi_12_${nth}` })),
    );
    // One page of payouts, the first pages of five payouts, and the second page of the latest.
    expect(await follow(scenario, 7)).toEqual({ ok: true, value: { kind: 'more', waitMs: 0 } });
    const { of } = await readIn(scenario);
    expect([of.has('tip pi_12_23'), of.has('tip pi_12_24'), of.has('tip pi_8'), of.has('tip pi_7')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(await follow(scenario)).toEqual(all);
    expect(linesRead(scenario)).toBe(14);
    expect((await readIn(scenario)).of.size).toBe(41);
  });

  // Holds dash-990.
  it('count each request among those that an owner may make about payouts', async () => {
    const scenario = await scenarioLater(1);
    putPayouts(scenario, 30);
    await follow(scenario);
    const bearer = bearerOf(adaToken);
    // 2 pages of payouts and 30 of lines; 150 in ten minutes.
    for (let left = 150 - 32; left > 0; left -= 1)
      expect((await scenario.call('GET', '/v1/me/balance', undefined, bearer)).status).toBe(200);
    expect((await scenario.call('GET', '/v1/me/balance', undefined, bearer)).status).toBe(429);
    expect(await follow(scenario)).toMatchObject({ ok: true, value: { kind: 'more', waitMs: 600_000 } });
  });

  // Holds dash-990.
  it('make a file that is prepared where one answer has too many to read; it waits where the owner’s requests are used up, and asks no more once it is begun', async () => {
    const scenario = await scenarioLater(1);
    putPayouts(scenario, 200);
    const paymentIntentId = await putTip(scenario);
    scenario.deps.payouts.lines.set('po_1', [line({ paymentIntentId, bookedAt: noon })]);
    const body = { ...choice, from: '', until: '' };
    const bearer = bearerOf(adaToken);
    const direct = await scenario.call('POST', '/v1/me/export', body, bearer);
    expect([direct.status, direct.json['code']]).toEqual([409, 'export-too-large']);
    expect((await scenario.call('POST', '/v1/me/exports', body, bearer)).status).toBe(202);
    let waits = 0;
    while ((await runAnyJob(scenario.deps, job)) === 'due') {
      waits += 1;
      scenario.deps.clock.advance(11 * 60_000);
    }
    expect(waits).toBeGreaterThan(0);
    expect(linesRead(scenario)).toBe(200);
    const record = await scenario.deps.store.read(stored.export(adaUid));
    const file =
      record && scenario.deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes.toString();
    expect(record?.state).toMatchObject({ name: 'ready', tips: 1 });
    expect(file).toContain('tip000000,Tip,');
    expect(file).toContain(',po_1,2026-10-13');
  });

  // Holds dash-990, host-048.
  it('stand in the same file after its job was killed at any request to the store, and none is asked for twice', async () => {
    const prepared = async () => {
      const scenario = await scenarioLater();
      putPayouts(scenario, 12);
      const paymentIntentId = await putTip(scenario);
      scenario.deps.payouts.lines.set('po_1', [line({ paymentIntentId, bookedAt: noon })]);
      const body = { ...choice, from: '', until: '' };
      await scenario.call('POST', '/v1/me/exports', body, bearerOf(adaToken));
      return scenario;
    };
    const fileIn = async ({ deps }: Scenario) => {
      const record = await deps.store.read(stored.export(adaUid));
      return record && deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes.toString();
    };
    const whole = await prepared();
    const { requests } = whole.deps.store;
    expect(await runAnyJob(whole.deps, job)).toBe('done');
    const steps = whole.deps.store.requests - requests;
    const wanted = await fileIn(whole);
    expect(wanted).toContain(',po_1,');
    expect(steps).toBeGreaterThan(20);
    for (let death = 1; death <= steps; death += 5) {
      const scenario = await prepared();
      let left = death;
      // A process that has ended sends no further request.
      scenario.deps.store.fault = () => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await runAnyJob(scenario.deps, job).catch(() => undefined);
      const before = linesRead(scenario);
      scenario.deps.store.fault = () => undefined;
      scenario.deps.clock.advance(7 * 60_000);
      while ((await runAnyJob(scenario.deps, job)) === 'due') scenario.deps.clock.advance(60 * 60_000);
      expect((await fileIn(scenario)) === wanted, `killed at request ${death}`).toBe(true);
      // At most those that were under way are read again.
      expect(linesRead(scenario) - 12).toBeLessThanOrEqual(Math.min(5, before));
    }
  });

  // Holds dash-990.
  it('are named as not read, in the file and beside it, where a payout has more lines than are stored', async () => {
    const scenario = await scenarioLater();
    await putTip(scenario);
    scenario.deps.payouts.payouts.push(payout('po_1', 60));
    await scenario.deps.store.transaction(async (tx) => {
      tx.write(stored.payoutRead(adaUid, 'po_1'), {
        v: 1,
        payoutId: 'po_1',
        createdAt: at + 60 * day,
        arrivesAt: at + 3 * day,
        readAt: 1,
        next: 'txn_9',
        movements: Array.from({ length: 60_000 }, (_, nth) => `tip pi_x${nth} 1\n`).join(''),
      });
      return Promise.resolve();
    });
    await scenario.call('POST', '/v1/me/exports', { ...choice, from: '', until: '' }, bearerOf(adaToken));
    while ((await runAnyJob(scenario.deps, job)) === 'due') later(scenario);
    const record = await scenario.deps.store.read(stored.export(adaUid));
    const file =
      record && scenario.deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes.toString();
    expect(record?.state).toMatchObject({ name: 'ready', unreadPayouts: 1 });
    expect(file).toContain(',not read,');
  });

  it('are read past payouts of which Stripe does not say what is in them', async () => {
    const scenario = await scenarioLater();
    putPayouts(scenario, 1);
    const { payouts } = scenario.deps;
    const own = Array.from({ length: 2100 }, (_, nth) => payout(`po_own${nth}`, 2, { contents: 'never' }));
    payouts.payouts.unshift(...own);
    payouts.onAPage = 100;
    expect(await follow(scenario)).toEqual(all);
    expect((await readIn(scenario)).of.has('tip pi_1')).toBe(true);
  });

  it('are none without an account or without the permission, and stop the file while Stripe does not answer', async () => {
    const scenario = await scenarioLater();
    putPayouts(scenario, 1);
    scenario.deps.payouts.outage = { kind: 'unavailable', error: new Error('cut') };
    expect(await follow(scenario)).toMatchObject({ ok: false, problem: { code: 'payouts-unavailable' } });
    scenario.deps.payouts.outage = { kind: 'unavailable', error: new Error('key'), key: 'refused' } as never;
    expect(await follow(scenario)).toEqual(all);
    scenario.deps.payouts.outage = null;
    putPayments(scenario.deps, adaUid, { accountId: null } as never);
    expect(await followPayouts(scenario.deps, 'uid-nobody', choice, 9)).toEqual(all);
    expect((await readIn(scenario)).of.size).toBe(0);
  });
});

/**
 * Under which name the JSON export has each document, or why it has it not. A new document needs a line here, and in the deletion's list beside
 * functions/accounts/delete-work.ts.
 */
const shownAs = {
  draft: 'draft',
  profile: 'profile',
  payments: 'payments',
  preferences: 'preferences',
  books: 'books',
  standing: 'standing',
  sessions: 'sessions',
  knownMethods: 'signInMethods',
  seenTerms: 'termsSeen',
  appeal: 'appeals',
  channels: 'channels',
  ownOverlay: 'overlay',
  ownDomain: 'domain',
  walletSites: 'walletSites',
  linkHealth: 'linkHealth',
  thanks: 'thanks',
  monthlySetup: 'monthlySetup',
  monthly: 'monthly',
  event: 'events',
  fees: 'fees',
  tip: 'tips',
} as const satisfies Partial<Record<keyof typeof stored, string>>;

const leftOut: Readonly<Record<Exclude<keyof typeof stored, keyof typeof shownAs>, string>> = {
  handle: 'in the profile',
  supporter: 'in the tips',
  refund: 'in the tips',
  tipLog: 'the tips say how they stand',
  monthlyLog: 'the monthly tips say how they stand',
  total: 'a sum of the tips',
  wall: 'made of the tips',
  card: 'made of the profile',
  provedDomain: 'in the domain',
  overlay: 'made of the settings; its address is a key',
  overlayAlert: 'made of the tips, for a day',
  delivery: 'how the events were sent',
  pace: 'when the events are sent',
  stripeAccount: 'in the state of payments',
  stripePayment: 'in the tips',
  connecting: 'an account at Stripe while it is being made',
  feesRead: 'how far the fees were read',
  payoutRead: 'a copy of Stripe’s lists, for the bookkeeping file',
  export: 'the file itself',
  leaving: 'the account is being deleted then',
  deletion: 'the account is gone then',
  recoveryCodes: 'would weaken the sign-in',
  ledger: 'for the books of a deleted account',
  ledgerEntry: 'for the books of a deleted account',
  consent: 'of a monthly tip whose owner is gone',
  tipWatch: 'the fan’s address, which the owner must not see',
  tipAddress: 'the fan’s address, which the owner must not see',
  mail: 'to others, or sent to the owner',
  report: 'somebody else’s; the owner gets the decision',
  audit: 'the host’s; the owner gets the decision',
  stripeEvent: 'of no owner',
  viewBatch: 'counts of views without anybody',
  rollUp: 'of no owner',
  counted: 'of no owner',
  heartbeat: 'of no owner',
  verifyToken: 'of no owner',
  job: 'the work of the server',
};

describe('the JSON export', () => {
  // Holds pay-940.
  it('has each stored document of its owner, or a reason why not', async () => {
    expect(Object.keys({ ...shownAs, ...leftOut }).toSorted()).toEqual(Object.keys(stored).toSorted());
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    putTips(scenario.deps, adaUid, 1);
    putChannel(scenario.deps, adaUid, 'c1');
    putEvent(scenario.deps, adaUid, 'e1');
    putOverlay(scenario.deps, adaUid, 'ada-key');
    const monthly = fakeMonthly({ ownerUid: adaUid });
    const sent = { answered: 0, late: 0, unpaid: 0, gone: 0 };
    const run = { requestId: 'r1', at: noon, again: false, text: 'Hi', tips: ['t1'], nameless: 'friend' };
    await store.transaction(async (tx) => {
      const before = await tx.read(stored.draft(adaUid));
      if (before === undefined) tx.write(stored.draft(adaUid), fakeDraft());
      tx.write(stored.monthly(adaUid, monthly.monthlyId), monthly);
      tx.write(stored.thanks(adaUid), {
        v: 1,
        runs: [{ ...run, isSent: false, done: 0, told: 1, notified: 0, mailed: 0, unnoticed: 1, left: sent }],
      });
      tx.write(stored.knownMethods(adaUid), { v: 1, methods: ['password'] });
      tx.write(stored.seenTerms(adaUid), { v: 1, version: '2026-11-23', at: noon });
    });
    store.put(paths.account(adaUid), { v: 1, language: 'de' });
    store.put(paths.books(adaUid), { v: 1, yearStart: '04-06' });
    await setStanding(scenario, wishes.hide);
    const { json, text } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect(Object.keys(json).toSorted()).toEqual(['account', ...Object.values(shownAs)].toSorted());
    expect(json).toMatchObject({
      standing: { state: 'hidden' },
      signInMethods: ['password'],
      termsSeen: { version: '2026-11-23' },
      thanks: [{ text: 'Hi' }],
      monthly: [{ monthlyId: monthly.monthlyId }],
    });
    expect(text).not.toMatch(/root@host|requestHash|ada-key/);
  });

  // Holds dash-1300.
  it('names each document that cannot be read, and has all the others', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const whole = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    putEvent(scenario.deps, adaUid, 'e1');
    const broken = [
      ...[paths.draft, paths.books, paths.channels, paths.ownDomain, paths.linkHealth].map((at) =>
        at(adaUid),
      ),
      paths.monthly(adaUid, 'm1'),
    ];
    for (const path of broken) store.put(path, { v: 99 });
    store.put(paths.event(adaUid, 'e2'), { v: 99, at: new Date(noon) });
    store.put(paths.fees(adaUid, 'f1'), { v: 99, month: '2026-01' });
    store.put(paths.appeal('a1'), { v: 99, uid: adaUid });
    const { status, json } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect([status, Object.keys(json)]).toEqual([
      200,
      [...Object.keys(whole.json).filter((key) => key !== 'tips'), 'unreadable', 'tips'],
    ]);
    const others = [paths.event(adaUid, 'e2'), paths.fees(adaUid, 'f1'), paths.appeal('a1')];
    expect(json['unreadable']).toHaveLength(broken.length + others.length);
    expect(json['unreadable']).toEqual(expect.arrayContaining([...broken, ...others]));
    expect(json).toMatchObject({ draft: null, channels: null, monthly: [], fees: [] });
    expect(json['events']).toContainEqual(expect.objectContaining({ id: 'e1' }));
    expect(scenario.deps.lines.filter((line) => line.includes('tip unreadable'))).toHaveLength(9);
  });

  // Holds dash-1301.
  it('says of each list how many are not in it', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    putEvent(scenario.deps, adaUid, 'e1');
    const event = store.dump()[paths.event(adaUid, 'e1')];
    for (let nth = 1; nth <= 10_002; nth += 1) store.put(paths.event(adaUid, `x${nth}`), { ...event });
    const { json } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    const all = Object.keys(store.dump()).filter((path) => path.startsWith(paths.events(adaUid)));
    expect([json['leftOut'], json['unreadable']]).toEqual([{ events: all.length - 10_000 }, undefined]);
    expect(json['events']).toHaveLength(10_000);
  });

  // Holds dash-1302.
  it('has no key of a payment that is still open', async () => {
    const scenario = await adasScenario();
    await sendTip(scenario);
    const { text, json } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect([json['tips']?.['length'], /sealedSecret|requestHash/.test(text)]).toEqual([1, false]);
  });
});
