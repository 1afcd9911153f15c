import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { connectAccount } from '../connect/payments-routes';
import {
  adaDraft,
  adasStage,
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
  type Stage,
} from '../testing/ada';
import { decisionText, setStanding, wishes } from '../testing/standing';

const publish = (stage: Stage, revision = 1) =>
  stage.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken));

const refusedWithText = { code: 'profile-restricted', detail: decisionText };

describe('a suspended owner', () => {
  // Holds host-053.
  it('cannot publish, rename or take a second handle, and reads the decision each time', async () => {
    const stage = await adasStage();
    await setStanding(stage, wishes.suspend);
    expect(await publish(stage)).toMatchObject({ status: 403, json: refusedWithText });
    putDraft(stage.deps, adaUid, { ...adaDraft, handle: 'ada_again', revision: 2 });
    expect(await publish(stage, 2)).toMatchObject({ status: 403, json: refusedWithText });
    const { store } = stage.deps;
    expect([store.dump()[paths.handle('ada_again')], (await stage.call('GET', '/@ada')).status]).toEqual([
      undefined,
      410,
    ]);
  });

  it('cannot publish when the host suspends the owner during the request', async () => {
    const stage = await adasStage();
    const { store } = stage.deps;
    let reads = 0;
    store.pause = async (step) => {
      reads += step === 'read' ? 1 : 0;
      if (reads !== 2) return;
      reads += 1;
      await setStanding(stage, wishes.suspend);
    };
    expect(await publish(stage)).toMatchObject({ status: 403, json: refusedWithText });
  });

  // Holds host-053.
  it('cannot connect an account, nor can another owner connect the same one', async () => {
    const stage = await adasStage();
    stage.deps.store.put(paths.stripeAccount('acct_ada'), {
      v: 1,
      accountId: 'acct_ada',
      uid: adaUid,
      connectedAt: new Date(0),
      comparedAt: null,
    });
    await setStanding(stage, wishes.suspend);
    const body = { country: 'US', currency: null };
    const own = await stage.call('POST', '/v1/me/payments/connect', body, bearerOf(adaToken));
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
    expect(await connectAccount(stage.deps, 'uid-eve', state, null)).toEqual({
      ok: false,
      problem: 'restricted',
    });
  });

  it('reads, exports and deletes the account', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    await setStanding(stage, wishes.suspend);
    const exported = await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect([exported.status, exported.text.includes(tip.tipId)]).toEqual([200, true]);
    const deleted = await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(deleted.status).toBe(200);
    const left = Object.keys(stage.deps.store.dump());
    expect(left.filter((path) => path.startsWith('audit/'))).toHaveLength(1);
    expect(left).toContain(paths.standing(adaUid));
  });

  it('refunds tips', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    await setStanding(stage, wishes.suspend);
    signIn(stage.deps, adaUid, adaToken);
    const refund = await stage.call(
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
    const stage = await adasStage();
    const tip = await paidTip(stage);
    await setStanding(stage, wishes.suspend);
    const rights = bearerOf(tip.tipToken);
    const receipt = await stage.call('GET', `/v1/tips/${tip.tipId}/receipt`, undefined, rights);
    expect(receipt.status).toBe(200);
    expect((await stage.call('GET', `/t/${tip.tipId}`)).status).toBe(200);
    const undone = await stage.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, rights);
    expect(undone.status).toBe(200);
    const { json } = await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, rights);
    expect(json).toMatchObject({ status: 'refunded' });
  });

  it.each(['hide', 'suspend', 'pause'] as const)(
    'learns that nothing was charged, and the server stores nothing and does not call Stripe: %s',
    async (name) => {
      const stage = await adasStage();
      const request = await goodTip(stage);
      await setStanding(stage, wishes[name]);
      const calls = stage.deps.payments.calls.length;
      const session = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
      const tip = await stage.call('POST', '/v1/tips', request);
      for (const { status, json, text } of [session, tip])
        expect([status, json['code'], text.includes('Nothing was charged')]).toEqual([
          409,
          'payments-not-ready',
          true,
        ]);
      expect([storedTips(stage), stage.deps.payments.calls.slice(calls)]).toEqual([[], []]);
    },
  );

  it('is also refused in the form without JavaScript, with a session from before the suspension', async () => {
    const stage = await adasStage();
    const session = await tipSession(stage, 'https://busker.test');
    await setStanding(stage, wishes.suspend);
    const form = new URLSearchParams({ session, requestId: 'r1234567890', choice: '500' }).toString();
    const sent = await stage.call('POST', '/@ada/tip', form, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://busker.test',
    });
    expect([sent.status, sent.text.includes('Nothing was charged')]).toEqual([409, true]);
    expect(storedTips(stage)).toEqual([]);
  });

  it('cannot pay a tip whose payment was being created at the time of the suspension', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const { payments } = stage.deps;
    const createIntent = payments.createIntent.bind(payments);
    payments.createIntent = async (wanted) => {
      await setStanding(stage, wishes.suspend);
      return createIntent(wanted);
    };
    const tip = await stage.call('POST', '/v1/tips', request);
    expect([tip.status, tip.json['code']]).toEqual([409, 'payments-not-ready']);
    expect(storedTips(stage)).toEqual([]);
    expect([...payments.payments.values()].map(({ intent }) => intent.status)).toEqual(['canceled']);
  });

  it('cannot repeat a request or change an amount', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const first = await stage.call('POST', '/v1/tips', request);
    await setStanding(stage, wishes.suspend);
    expect((await stage.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
    const other = { tipAmount: 300, coverCosts: false, total: 300 };
    const rights = bearerOf(word(first, 'tipToken'));
    const change = await stage.call('POST', `/v1/tips/${word(first, 'tipId')}/amount`, other, rights);
    expect(change.status).toBe(409);
  });

  it('is not told that nothing was charged when the tip was paid before', async () => {
    const stage = await adasStage();
    const request = await goodTip(stage);
    const sent = await sendTip(stage, request);
    stage.stripe.pay(sent.paymentIntentId);
    await setStanding(stage, wishes.suspend);
    expect((await stage.call('POST', '/v1/tips', request)).json['code']).toBe('tip-not-changeable');
  });
});

it('an owner whose payments are paused is shown, without tips, and publishes', async () => {
  const stage = await adasStage();
  const until = stage.deps.clock.now() + 10_000;
  await setStanding(stage, { state: 'payments-paused', until });
  const profile = await stage.call('GET', '/v1/profiles/ada');
  expect(profile.json).toMatchObject({ name: 'Ada Lovelace', tips: { state: 'not-ready' } });
  // Caches must not keep the pause for longer than it lasts.
  expect(profile.headers.get('cache-control')).toContain('s-maxage=10');
  expect((await publish(stage)).status).toBe(200);
  stage.deps.clock.advance(10_000);
  expect((await stage.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
});

it('reading the standing needs no extra request: a profile needs one', async () => {
  const stage = await adasStage();
  const { store } = stage.deps;
  const before = store.requests;
  await stage.call('GET', '/v1/profiles/ada');
  expect(store.requests - before).toBe(1);
});
