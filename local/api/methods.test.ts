import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waysAnswer } from '@busker/core/dashboard-api/owner-api';
import { runs } from '@busker/core/testing/runs';
import { cardFields, fanIn, pressPay, shownPrices } from '@busker/emulator-stripe/testing/hosted-page';
import { runSweep } from '@busker/functions/jobs/run-sweep';
import { totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { refundTip } from '@busker/functions/refunds/refund-tip';
import { stored } from '@busker/functions/store/store';
import { listAtStripe, type IntentAtStripe } from './compare-with-stripe';
import { adaAccount, adaUid, openApi, showAllMethods, type OpenApi } from './open-api';

describe('the ways to pay of an account', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
    api.deps.idTokens.signIn('token-ada', {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: Date.now(),
    });
  });
  afterAll(() => api.close());

  async function states() {
    const { status, json } = await api.call('GET', '/v1/me/ways', undefined, 'token-ada');
    expect(status).toBe(200);
    return Object.fromEntries(v.parse(waysAnswer, json).ways.map(({ type, state }) => [type, state]));
  }
  const setWay = (type: string, status: string) =>
    api.control('accounts/way', { account: adaAccount, type, status });

  // Holds pay-228.
  it('an owner sees the ways to pay as the account has and shows them at Stripe', async () => {
    expect(await states()).toMatchObject({
      card: 'on',
      apple_pay: 'on',
      link: 'on',
      amazon_pay: 'off',
      ideal: 'other-currency',
      wero: 'other-currency',
    });
    await setWay('amazon_pay', 'pending');
    await setWay('cashapp', 'inactive');
    expect(await states()).toMatchObject({ amazon_pay: 'waiting', cashapp: 'missing' });
    await setWay('amazon_pay', 'active');
    expect(await states()).toMatchObject({ amazon_pay: 'on' });
  });
});

describe('the ways to pay on Stripe’s page', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { home: { country: 'NL', currency: 'eur' } });
    await showAllMethods(api);
  });
  afterAll(() => api.close());

  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

  async function payOnPage(type: string, outcome: 'complete' | 'fail' | 'later') {
    const { json } = await api.call('POST', '/v1/tips', await api.tipRequest('hosted'));
    await api.payAtBankOnPage(json['url'] ?? '', type, outcome);
    await api.stripe.webhooksIdle();
    return { tipId: json['tipId'] ?? '', url: json['url'] ?? '' };
  }

  // Holds pay-235.
  it('a fan pays on Stripe’s page at a bank; who fails there pays the same tip by card', async () => {
    const { tipId } = await payOnPage('ideal', 'complete');
    expect(await tipOf(tipId)).toMatchObject({ state: 'paid', stripe: { paymentMethodType: 'ideal' } });
    const failed = await payOnPage('bancontact', 'fail');
    expect((await tipOf(failed.tipId))?.state).not.toBe('paid');
    await api.payOnPage(failed.url, '4242424242424242');
    await api.stripe.webhooksIdle();
    expect(await tipOf(failed.tipId)).toMatchObject({ state: 'paid', stripe: { paymentMethodType: 'card' } });
  });

  // Holds pay-235.
  it.each([
    ['pays', 'paid'],
    ['refuses', 'failed'],
  ])(
    'a bank that answers days after Stripe’s page and %s: the tip is first on its way, then %s',
    async (answer, end) => {
      const { tipId } = await payOnPage('amazon_pay', 'later');
      expect(await tipOf(tipId)).toMatchObject({ state: 'processing' });
      const intents = await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents');
      const paymentIntent = intents.find(({ metadata }) => metadata.tip_id === tipId)?.id;
      await api.control('payments/settle', { paymentIntent, answer });
      await api.stripe.webhooksIdle();
      expect(await tipOf(tipId)).toMatchObject({ state: end });
    },
  );
});

const card = cardFields('4242424242424242');

describe('the fan’s currency', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
  });
  afterAll(() => api.close());

  const fansPayInTheirCurrency = (fanCurrency: boolean) =>
    api.deps.store.transaction(async (tx) => {
      const profile = await tx.read(stored.profile(adaUid));
      if (profile === undefined) throw new Error('Ada is not published');
      tx.write(stored.profile(adaUid), { ...profile, tips: { ...profile.tips, fanCurrency } });
    });

  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

  /** A fan in Germany, and Stripe's page for a tip of five dollars. The owner lets fans pay in their own currency, or does not. */
  async function open({ fanCurrency }: { readonly fanCurrency: boolean }) {
    await fansPayInTheirCurrency(fanCurrency);
    const request = { ...(await api.tipRequest('hosted')), receiptEmail: fanIn('DE') };
    const { json } = await api.call('POST', '/v1/tips', request);
    const { tipId = '', tipToken = '', url = '' } = json;
    const rows = async () => {
      const { json: receipt } = await api.call('GET', `/v1/tips/${tipId}/receipt`, undefined, tipToken);
      return Object.fromEntries(receipt['rows'] as unknown as readonly (readonly [string, string])[]);
    };
    const pay = async (fields: Record<string, string>) => {
      const where = { url: api.stripe.url, publishableKey: api.env.STRIPE_PUBLISHABLE_KEY };
      const paid = await pressPay(where, url.split('/').at(-1) ?? '', fields);
      await api.stripe.webhooksIdle();
      return paid;
    };
    return { tipId, url, rows, pay };
  }

  // Holds pay-349.
  it('a fan in Germany pays five dollars as euros: the tip is in dollars, and receipt and refunds say both', async () => {
    const { tipId, url, rows, pay } = await open({ fanCurrency: true });
    const [euros, dollars] = await shownPrices(url);
    expect([euros, dollars]).toMatchObject([
      { currency: 'eur', isChosen: true },
      { currency: 'usd', amount: 500 },
    ]);
    await pay({ ...card, currency: 'eur' });
    const presented = { amount: euros?.amount, currency: 'eur' };
    expect(await tipOf(tipId)).toMatchObject({
      state: 'paid',
      amount: 500,
      currency: 'usd',
      moderation: { state: 'visible', reasons: [] },
      payment: { presented },
    });
    expect(await rows()).toMatchObject({ Tip: '$5.00', Total: '€4.78 ($5.00)' });
    const refund = async (amount: number | null) => {
      const wanted = {
        requestId: randomUUID(),
        amount,
        reason: 'requested_by_customer',
        by: 'owner',
      } as const;
      expect(await refundTip(api.deps, { uid: adaUid, tipId }, wanted)).toMatchObject({ ok: true });
      await api.stripe.webhooksIdle();
      return rows();
    };
    expect(await refund(200)).toMatchObject({ Refunded: '€1.91 ($2.00)' });
    expect(await refund(null)).toMatchObject({ Refunded: '€4.78 ($5.00)' });
    expect(await tipOf(tipId)).toMatchObject({
      state: 'refunded',
      refund: { status: 'full', refunded: 500, presented: { refunded: euros?.amount, pending: 0 } },
    });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  });

  // Holds pay-349.
  it('a fan who chooses the owner’s currency on Stripe’s page gets a receipt in that currency alone', async () => {
    const { rows, pay } = await open({ fanCurrency: true });
    await pay({ ...card, currency: 'usd' });
    expect(await rows()).toMatchObject({ Total: '$5.00' });
  });

  // Holds pay-348.
  it('an owner who does not allow it has a page in the owner’s currency alone', async () => {
    const { url, rows, pay } = await open({ fanCurrency: false });
    expect(await shownPrices(url)).toEqual([]);
    await pay(card);
    expect(await rows()).toMatchObject({ Total: '$5.00' });
  });
});

describe('amounts that change', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
  });
  afterEach(() => api.control('faults/clear'));
  afterAll(() => api.close());

  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));
  const change = (
    { tipId, tipToken }: { tipId: string; tipToken: string },
    amount: number,
    sequence: number,
  ) =>
    api.call(
      'POST',
      `/v1/tips/${tipId}/amount`,
      { tipAmount: amount, coverCosts: false, total: amount, sequence },
      tipToken,
    );

  /** What Stripe charged. The tip, its status for the fan and the owner's totals must have the same amount. */
  async function charged({ tipId, tipToken, paymentIntentId }: Awaited<ReturnType<OpenApi['sendTip']>>) {
    await api.stripe.webhooksIdle();
    const intent = (await api.atStripe('GET', `/v1/payment_intents/${paymentIntentId}`)) as {
      readonly amount_received: number;
    };
    const amount = intent.amount_received;
    expect(await tipOf(tipId)).toMatchObject({ state: 'paid', amount, contrib: { count: 1, gross: amount } });
    const tip = await api.call('GET', `/v1/tips/${tipId}`, undefined, tipToken);
    expect(tip.json).toMatchObject({ status: 'paid', amount });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
    return amount;
  }

  describe('a changed amount', () => {
    it('is charged as confirmed, even with many changes at the same time', async () => {
      const tip = await api.sendTip();
      const many = Array.from({ length: 25 }, (_, index) => change(tip, 50_000, index + 1));
      await Promise.all([...many, change(tip, 100, 26)]);
      // Answers may arrive in any order, so the fan's card repeats the change until an answer confirms it.
      expect((await change(tip, 100, 27)).json).toMatchObject({ amount: 100 });
      expect((await change(tip, 50_000, 3)).json['code']).toBe('tip-busy');
      expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
      expect(await charged(tip)).toBe(100);
    });

    // Holds pay-090.
    it('is charged as Stripe confirmed it, for any order of slow and lost changes and the payment', async () => {
      const fault = fc.constantFrom(
        null,
        { kind: 'latency', milliseconds: 40 },
        { kind: 'fail', status: 429 },
        { kind: 'fail', status: 500, when: 'before' },
      );
      const wish = fc.record({ amount: fc.constantFrom(100, 300, 50_000), fault, wait: fc.boolean() });
      const play = fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 4 }), async (wishes) => {
        await api.control('faults/clear');
        const tip = await api.sendTip();
        const under: Promise<{ readonly status: number }>[] = [];
        for (const [index, { amount, fault: given, wait }] of wishes.entries()) {
          if (given !== null) {
            const route = `POST /v1/payment_intents/${tip.paymentIntentId}`;
            await api.control('faults/add', { route, fault: given, times: 1 });
          }
          under.push(change(tip, amount, index + 1));
          if (wait) await under.at(-1);
        }
        const agreed = (await under.at(-1))?.status === 200;
        await api.pay(tip.paymentIntentId);
        await Promise.all(under);
        const amount = await charged(tip);
        expect(amount).toBe(agreed ? wishes.at(-1)?.amount : amount);
      });
      await fc.assert(play, { numRuns: runs(15) });
    });

    it('is refused during a 3-D Secure challenge', async () => {
      const tip = await api.sendTip();
      await api.pay(tip.paymentIntentId, 'pm_card_threeDSecure2Required');
      expect((await change(tip, 100, 1)).json['code']).toBe('tip-not-changeable');
      const intent = await api.atStripe('GET', `/v1/payment_intents/${tip.paymentIntentId}`);
      expect(intent).toMatchObject({ status: 'requires_action', amount: 500 });
    });
  });

  describe('an error that Stripe replays for the same idempotency key', () => {
    const keep = (route: string, when: 'during' | 'after') =>
      api.control('faults/add', { route, fault: { kind: 'fail', status: 500, when }, times: 1 });
    const intentsOf = async (tipId: string) => {
      const listed = await api.deps.payments.listIntents('acct_ada', 0);
      return listed.ok
        ? listed.value.filter(({ reference }) => reference?.tipId === tipId).length
        : undefined;
    };

    // Holds pay-094.
    it.each(['during', 'after'] as const)('does not block a tip in the page (%s the work)', async (when) => {
      const request = await api.tipRequest('elements');
      await keep('POST /v1/payment_intents', when);
      const first = await api.call('POST', '/v1/tips', request);
      const again = await api.call('POST', '/v1/tips', request);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.json).toEqual(first.json);
      expect(await intentsOf(again.json['tipId'] ?? '')).toBe(1);
    });

    it.each(['during', 'after'] as const)(
      'does not block a tip on Stripe’s page (%s the work)',
      async (when) => {
        const request = await api.tipRequest('hosted');
        await keep('POST /v1/checkout/sessions', when);
        const first = await api.call('POST', '/v1/tips', request);
        expect(first.status).toBe(201);
        expect(await api.payOnPage(first.json['url'] ?? '', '4242424242424242')).toBe(200);
        await api.stripe.webhooksIdle();
        expect(await tipOf(first.json['tipId'] ?? '')).toMatchObject({ state: 'paid' });
      },
    );

    it('delays a refund by a minute, and it is made once', async () => {
      const tip = await api.sendTip();
      await api.pay(tip.paymentIntentId);
      await api.stripe.webhooksIdle();
      await keep('POST /v1/refunds', 'during');
      const undo = () => api.call('POST', `/v1/tips/${tip.tipId}/undo`, {}, tip.tipToken);
      expect((await undo()).status).toBe(503);
      const later = { ...api.deps, clock: { now: () => Date.now() + 3 * 60_000 } };
      await runSweep(later, 'hourly');
      await runSweep(later, 'hourly');
      await api.stripe.webhooksIdle();
      expect(await tipOf(tip.tipId)).toMatchObject({
        state: 'refunded',
        refund: { refunded: 500, pending: 0 },
      });
    });
  });
});
