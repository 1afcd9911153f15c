import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { connectAccount } from '../connect/payments-routes';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  putDraft,
  sendTip,
  signIn,
  storedTips,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';
import { decisionText, setStanding, wishes } from '../testing/standing';

const publish = (scenario: Scenario, revision = 1) =>
  scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken));

const refusedWithText = { code: 'profile-restricted', detail: decisionText };

describe('a suspended owner', () => {
  // Holds host-053.
  it('cannot publish, rename or take a second handle, and reads the decision each time', async () => {
    const scenario = await adasScenario();
    await setStanding(scenario, wishes.suspend);
    expect(await publish(scenario)).toMatchObject({ status: 403, json: refusedWithText });
    putDraft(scenario.deps, adaUid, { ...adaDraft, handle: 'ada_again', revision: 2 });
    expect(await publish(scenario, 2)).toMatchObject({ status: 403, json: refusedWithText });
    const { store } = scenario.deps;
    expect([store.dump()[paths.handle('ada_again')], (await scenario.call('GET', '/@ada')).status]).toEqual([
      undefined,
      410,
    ]);
  });

  it('cannot publish when the host suspends the owner during the request', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    let reads = 0;
    store.pause = async (step) => {
      reads += step === 'read' ? 1 : 0;
      if (reads !== 2) return;
      reads += 1;
      await setStanding(scenario, wishes.suspend);
    };
    expect(await publish(scenario)).toMatchObject({ status: 403, json: refusedWithText });
  });

  // Holds host-053.
  it('cannot connect an account, nor can another owner connect the same one', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.put(paths.stripeAccount('acct_ada'), {
      v: 1,
      accountId: 'acct_ada',
      uid: adaUid,
      connectedAt: new Date(0),
      comparedAt: null,
    });
    await setStanding(scenario, wishes.suspend);
    const body = { country: 'US', currency: null };
    const own = await scenario.call('POST', '/v1/me/payments/connect', body, bearerOf(adaToken));
    expect(own).toMatchObject({ status: 403, json: refusedWithText });
    const state = {
      accountId: 'acct_ada',
      country: 'US',
      currency: 'usd',
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
      requirementsDueAt: null,
    } as const;
    expect(await connectAccount(scenario.deps, 'uid-eve', state, null)).toEqual({
      ok: false,
      problem: 'restricted',
    });
  });

  it('reads, exports and deletes the account', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await setStanding(scenario, wishes.suspend);
    const exported = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect([exported.status, exported.text.includes(tip.tipId)]).toEqual([200, true]);
    const deleted = await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(deleted.status).toBe(200);
    const left = Object.keys(scenario.deps.store.dump());
    expect(left.filter((path) => path.startsWith('audit/'))).toHaveLength(1);
    expect(left).toContain(paths.standing(adaUid));
  });

  it('refunds tips', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await setStanding(scenario, wishes.suspend);
    signIn(scenario.deps, adaUid, adaToken);
    const refund = await scenario.call(
      'POST',
      `/v1/me/tips/${tip.tipId}/refunds`,
      {
        requestId: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
        amount: null,
        reason: 'requested_by_customer',
      },
      bearerOf(adaToken),
    );
    expect(refund).toMatchObject({ status: 200, json: { status: 'succeeded', amount: 500 } });
  });
});

describe('a fan of a suspended owner', () => {
  // Holds host-055.
  it('opens the receipt and undoes the tip', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await setStanding(scenario, wishes.suspend);
    const rights = bearerOf(tip.tipToken);
    const receipt = await scenario.call('GET', `/v1/tips/${tip.tipId}/receipt`, undefined, rights);
    expect(receipt.status).toBe(200);
    expect((await scenario.call('GET', `/t/${tip.tipId}`)).status).toBe(200);
    const undone = await scenario.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, rights);
    expect(undone.status).toBe(200);
    const { json } = await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, rights);
    expect(json).toMatchObject({ status: 'refunded' });
  });

  it.each(['hide', 'suspend', 'pause'] as const)(
    'learns that nothing was charged, and the server stores nothing and does not call Stripe: %s',
    async (name) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      await setStanding(scenario, wishes[name]);
      const calls = scenario.deps.payments.calls.length;
      const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
      const tip = await scenario.call('POST', '/v1/tips', request);
      for (const { status, json, text } of [session, tip])
        expect([status, json['code'], text.includes('Nothing was charged')]).toEqual([
          409,
          'payments-not-ready',
          true,
        ]);
      expect([storedTips(scenario), scenario.deps.payments.calls.slice(calls)]).toEqual([[], []]);
    },
  );

  it('is also refused in the form without JavaScript, with a session from before the suspension', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario, 'https://busker.test');
    await setStanding(scenario, wishes.suspend);
    const form = new URLSearchParams({ session, requestId: 'r1234567890', choice: '500' }).toString();
    const sent = await scenario.call('POST', '/@ada/tip', form, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://busker.test',
    });
    expect([sent.status, sent.text.includes('Nothing was charged')]).toEqual([409, true]);
    expect(storedTips(scenario)).toEqual([]);
  });

  it('cannot pay a tip whose payment was being created at the time of the suspension', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments } = scenario.deps;
    const createIntent = payments.createIntent.bind(payments);
    payments.createIntent = async (wanted) => {
      await setStanding(scenario, wishes.suspend);
      return createIntent(wanted);
    };
    const tip = await scenario.call('POST', '/v1/tips', request);
    expect([tip.status, tip.json['code']]).toEqual([409, 'payments-not-ready']);
    expect(storedTips(scenario)).toEqual([]);
    expect([...payments.payments.values()].map(({ intent }) => intent.status)).toEqual(['canceled']);
  });

  it('cannot repeat a request or change an amount', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    await setStanding(scenario, wishes.suspend);
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
    const other = { tipAmount: 300, coverCosts: false, total: 300 };
    const rights = bearerOf(word(first, 'tipToken'));
    const change = await scenario.call('POST', `/v1/tips/${word(first, 'tipId')}/amount`, other, rights);
    expect(change.status).toBe(409);
  });

  it('is not told that nothing was charged when the tip was paid before', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const sent = await sendTip(scenario, request);
    scenario.stripe.pay(sent.paymentIntentId);
    await setStanding(scenario, wishes.suspend);
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('tip-not-changeable');
  });
});

it('an owner whose payments are paused is shown, without tips, and publishes', async () => {
  const scenario = await adasScenario();
  const until = scenario.deps.clock.now() + 10_000;
  await setStanding(scenario, { state: 'payments-paused', until });
  const profile = await scenario.call('GET', '/v1/profiles/ada');
  expect(profile.json).toMatchObject({ name: 'Ada Lovelace', tips: { state: 'not-ready' } });
  // Caches must not keep the pause for longer than it lasts.
  expect(profile.headers.get('cache-control')).toContain('s-maxage=10');
  expect((await publish(scenario)).status).toBe(200);
  scenario.deps.clock.advance(10_000);
  expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
});

it('reading the standing needs no extra request: a profile needs one', async () => {
  const scenario = await adasScenario();
  const { store } = scenario.deps;
  const before = store.requests;
  await scenario.call('GET', '/v1/profiles/ada');
  expect(store.requests - before).toBe(1);
});
