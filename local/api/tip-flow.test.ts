import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections, paths } from '@busker/core/documents/documents';
import { insightDocument, type InsightShard } from '@busker/core/insights/insight-document';
import { sumTotals, totalsShardDocument } from '@busker/core/money-documents/tip-document';
import { cacheSlices, sliceOf } from '@busker/core/profile-documents/profile-document';
import { parseConfig } from '@busker/functions/config';
import { firebaseAdapters } from '@busker/functions/firebase/firebase-adapters';
import { runSweeps } from '@busker/functions/jobs/run-sweep';
import { compareCache } from '@busker/functions/profile-cache/compare-cache';
import { browserDocuments, rulesContract, storeContract } from '@busker/functions/store/store-contract';
import { stored } from '@busker/functions/store/store';
import { leaseContract } from '@busker/functions/testing/counting-job';
import { notesOf, documentContract } from '@busker/functions/testing/document-contract';
import { workOff } from '@busker/functions/testing/stored-state';
import { expireDocuments } from '../expire-documents';
import { adaUid, openApi, type OpenApi } from './open-api';

describe('a tip through the whole server', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
  });
  afterAll(() => api.close());

  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

  async function totals() {
    const found = await api.deps.store.find(
      { from: paths.totals(adaUid), limit: 50 },
      totalsShardDocument.decode,
    );
    return sumTotals(found.flatMap(({ value }) => (value.ok ? [value.value] : [])));
  }

  /** What all tips until now have added to the totals. */
  const counted = async () => (await totals()).usd ?? { count: 0, gross: 0 };

  it('is paid at Stripe, and the webhook updates the store', async () => {
    const before = await counted();
    const tip = await api.sendTip({ name: 'Zoe', receiptEmail: 'zoe@fans.example' });
    expect((await tipOf(tip.tipId))?.payment.status).toBe('awaiting');
    expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await tipOf(tip.tipId)).toMatchObject({
      state: 'paid',
      stripe: { paymentIntentId: tip.paymentIntentId, brand: 'visa', last4: '4242' },
      fan: { name: 'Zoe' },
    });
    const answer = await api.call('GET', `/v1/tips/${tip.tipId}`, undefined, tip.tipToken);
    expect(answer.json).toMatchObject({ status: 'paid', amount: 500 });
    const { count, gross } = before;
    expect(await totals()).toEqual({
      usd: { count: count + 1, gross: gross + 500, refunded: 0, disputed: 0 },
    });
  });

  it('survives a declined card: one tip, one intent, then another amount and another card', async () => {
    const before = await counted();
    const tip = await api.sendTip();
    expect((await api.pay(tip.paymentIntentId, 'pm_card_visa_chargeDeclined')).status).toBe(402);
    await api.stripe.webhooksIdle();
    expect((await tipOf(tip.tipId))?.payment).toMatchObject({ status: 'awaiting', attempts: 1 });
    const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
    const changed = await api.call('POST', `/v1/tips/${tip.tipId}/amount`, wanted, tip.tipToken);
    expect(changed.json).toMatchObject({ amount: 340 });
    expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await tipOf(tip.tipId)).toMatchObject({ state: 'paid', amount: 340 });
    expect((await counted()).gross).toBe(before.gross + 340);
  });

  // Holds pay-101.
  it('is updated by polling when every webhook is lost', async () => {
    await api.control('webhookFaults', { drop: 1 });
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId);
    const answer = await api.call('GET', `/v1/tips/${tip.tipId}`, undefined, tip.tipToken);
    expect(answer.json).toMatchObject({ status: 'paid' });
    await api.control('webhookFaults', { drop: 0 });
  });

  it.each([
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'fail', status: 409 },
  ])('uses one intent although Stripe’s first answer was lost: %j', async (fault) => {
    await api.control('faults/add', { route: 'POST /v1/payment_intents', fault, times: 1 });
    const tip = await api.sendTip();
    expect((await tipOf(tip.tipId))?.payment.status).toBe('awaiting');
    await api.control('faults/clear');
  });

  it('is not updated by a webhook whose signature is wrong', async () => {
    const answer = await fetch(`${api.url}/v1/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
  });

  // Holds pay-145.
  it('leaves no secret in the log', async () => {
    const tip = await api.sendTip({ name: 'Zoe', receiptEmail: 'zoe@fans.example' });
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    expect(api.lines.length).toBeGreaterThan(10);
    expect(api.lines.join('\n')).not.toMatch(/_secret_|sk_test|whsec|zoe@|Zoe/);
  });
});

describe('the rules of the database', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({}, { isOpenToBrowsers: true });
  });
  afterAll(() => api.close());

  let people = 0;
  /** The local Firestore does not check the signature of a token. */
  function signUp() {
    const uid = `guest-${(people += 1)}`;
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    return Promise.resolve({
      uid,
      token: `${encode({ alg: 'none' })}.${encode({ sub: uid, user_id: uid })}.`,
    });
  }

  it.each(rulesContract.map(({ promise, holds }) => [promise, holds] as const))(
    'the rules of the local Firestore %s',
    async (_, holds) => {
      // Not the server's own store, which makes the card of each profile that it removes.
      const { store } = firebaseAdapters(parseConfig(api.env).firebase);
      const documents = `http://${api.env.FIRESTORE_EMULATOR_HOST}/v1/projects/demo-busker/databases/(default)/documents`;
      await expect(holds({ ...browserDocuments(documents), store, signUp })).resolves.toBeUndefined();
    },
  );
});

describe('the store on Firestore', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({}, { indexes: 'contract/firestore.indexes.json' });
  });
  afterAll(() => api.close());

  // Holds pay-438, host-177.
  it.each(
    [...storeContract, ...documentContract, ...leaseContract].map(
      ({ promise, holds }, index) => [promise, holds, notesOf(String(index))] as const,
    ),
  )('%s', async (_, holds, at) => {
    await expect(holds(api.deps.store, at)).resolves.toBeUndefined();
  });

  it('has only the indexes that the contract declares', async () => {
    const undeclared = {
      from: notesOf('any'),
      where: [['size', '==', 1]],
      orderBy: [['text', 'asc']],
    } as const;
    await expect(api.deps.store.find({ ...undeclared, limit: 1 }, () => null)).rejects.toThrow(
      'requires an index',
    );
    await expect(api.deps.store.sum({ from: notesOf('any') }, ['kept.net', 'size'])).rejects.toThrow(
      'requires an index',
    );
  });
});

describe('counted views', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
  });
  afterAll(() => api.close());

  const days = async (): Promise<readonly InsightShard[]> => {
    const { uid } = (
      await api.deps.store.find({ from: collections.profiles, limit: 1 }, (data) => data as { uid: string })
    )[0]?.value ?? { uid: '' };
    const found = await api.deps.store.find({ from: paths.insights(uid), limit: 10 }, insightDocument.decode);
    return found.flatMap(({ value }) => (value.ok ? [value.value] : []));
  };

  it('counts views over HTTP, on a Firestore that refuses queries without an index', async () => {
    const send = () =>
      fetch(`${api.url}/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin: 'https://my-blog.example' },
        body: JSON.stringify({
          events: [
            { kind: 'view', handle: 'ada' },
            { kind: 'view', handle: 'nobody' },
          ],
        }),
      });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await api.deps.counting.end();
    await workOff(api.deps);
    const counted = await days();
    const sites = counted.flatMap((day) =>
      [day, ...Object.values(day.times ?? {})].map((each) => each.sites),
    );
    const named = sites.map((its) => its?.['my-blog.example'] ?? 0);
    // Once on the days, and once more on their quarters of an hour.
    expect(counted.reduce((sum, each) => sum + each.views, 0)).toBe(20);
    expect(named.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  it('erases texts, upgrades tips and expires documents there too', async () => {
    const swept = await runSweeps(api.deps, ['roll-up', 'erase-texts']);
    expect(swept).toMatchObject([{ sweep: 'roll-up' }, { sweep: 'erase-texts', checked: 0 }]);
    const slices = await workOff(api.deps);
    expect(slices).toContainEqual(['upgrade-tips-all', 'done']);
    expect(api.lines.filter((line) => /failed|ERROR/.test(line))).toEqual([]);
    expect(await expireDocuments(api.deps.store, Date.now() + 40 * 24 * 60 * 60_000)).toBeGreaterThan(0);
  });
});

const day = 24 * 60 * 60_000;

describe('the cache of profiles', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
    await api.deps.store.transaction(async (tx) => {
      const profile = await tx.read(stored.profile(adaUid));
      if (profile === undefined) throw new Error('Ada is not published');
      const tips = { ...profile.tips, showWall: true, goal: { label: 'A new bow', amount: 5000 } };
      tx.write(stored.profile(adaUid), { ...profile, tips });
    });
  });
  afterAll(() => api.close());
  const wall = async () => (await api.deps.store.read(stored.wall(adaUid)))?.made ?? null;
  const card = async () => (await api.deps.store.read(stored.card('ada'))) ?? null;

  /** The comparison on the next day on which it looks at the card of Ada. */
  function compareAda() {
    const now = api.deps.clock.now();
    const today = Math.floor(now / day) % cacheSlices;
    const ahead = ((sliceOf('ada') - today + cacheSlices) % cacheSlices) * day;
    return compareCache({ ...api.deps, clock: { now: () => now + ahead } });
  }

  /** Writes the card as if it had been made on the day of the comparison. */
  async function keepCard(change: { readonly payments?: null }): Promise<void> {
    const kept = await card();
    if (kept?.kind !== 'shown') throw new Error('Ada has no card');
    await api.deps.store.transaction(async (tx) => {
      tx.write(stored.card('ada'), { ...kept, ...change, madeAt: api.deps.clock.now() + cacheSlices * day });
      return Promise.resolve();
    });
  }

  it('Firestore keeps the card of a profile with each change, and a daily comparison corrects one that differs', async () => {
    expect((await api.call('GET', '/v1/profiles/ada')).status).toBe(200);
    expect(await card()).toMatchObject({ kind: 'shown', isUsed: true, payments: { cardPayments: 'active' } });
    await api.deps.store.transaction(async (tx) => {
      const payments = await tx.read(stored.payments(adaUid));
      if (payments !== undefined) tx.write(stored.payments(adaUid), { ...payments, linkPayments: false });
    });
    await keepCard({});
    expect(await compareAda()).toMatchObject({ checked: 1, changed: 0 });
    await keepCard({ payments: null });
    expect(await compareAda()).toMatchObject({ checked: 1, changed: 1 });
    expect(await card()).toMatchObject({ payments: { cardPayments: 'active' } });
  });

  it('Firestore keeps the wall, and a text that a fan erases leaves it in the same commit', async () => {
    const tip = await api.sendTip({ name: 'Zoe' });
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    expect((await api.call('GET', '/v1/profiles/ada/wall')).json).toMatchObject({
      goal: { reached: 500 },
      supporters: [{ name: 'Zoe' }],
    });
    expect(await wall()).toMatchObject({ kept: { amount: 500 }, supporters: [{ name: 'Zoe' }] });
    await api.call('PATCH', `/v1/tips/${tip.tipId}`, { name: null }, tip.tipToken);
    expect(await wall()).toBeNull();
    expect((await api.call('GET', '/v1/profiles/ada/wall')).json).toMatchObject({ supporters: [] });
  });
});
