import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { earlierCurrency } from '@busker/core/profile/profile';
import { stored } from '../store/store';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  putDraft,
  sendEvent,
  sendTip,
  word,
  type Scenario,
  type SentTip,
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  paymentsIn,
  secondId,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';
import { followAccount, reconcileState } from './follow-account';

describe('the state of an account', () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = newOwner();
    await connect(scenario);
  });

  /** Stripe's next answers take long: each is what the account was when it was asked, and arrives after `meanwhile`. */
  function slowAnswers(meanwhile: () => Promise<unknown>, count = 1) {
    const { accounts, clock } = scenario.deps;
    const read = accounts.readAccount.bind(accounts);
    const asked = { times: 0 };
    let isMeanwhile = false;
    accounts.readAccount = async (account) => {
      const answer = await read(account);
      if (isMeanwhile) return answer;
      asked.times += 1;
      if (asked.times > count) return answer;
      isMeanwhile = true;
      clock.advance(5);
      await meanwhile();
      isMeanwhile = false;
      return answer;
    };
    return asked;
  }

  const follow = () => followAccount(scenario.deps, adaUid, accountId);

  // Holds pay-339.
  it('is the newer one after two events at once, whichever answer of Stripe is stored last', async () => {
    const asked = slowAnswers(async () => {
      finishOnboarding(scenario);
      await follow();
    });
    await sendEvent(scenario, 'account.updated', { account: accountId });
    expect(paymentsIn(scenario)).toMatchObject({ cardPayments: 'active', requirements: [] });
    expect(asked.times).toBe(2);
  });

  // Holds pay-339.
  it('is asked for again by the regular look, when an event stored another answer meanwhile', async () => {
    const asked = slowAnswers(async () => {
      finishOnboarding(scenario);
      await follow();
    });
    const state = scenario.deps.accounts.states.get(accountId);
    if (state) scenario.deps.accounts.states.set(accountId, { ...state, requirements: ['external_account'] });
    const owner = await scenario.deps.store.read(stored.stripeAccount(accountId));
    expect(owner && (await reconcileState(scenario.deps, owner))).toEqual({ ok: true, value: 'followed' });
    expect(paymentsIn(scenario)).toMatchObject({ cardPayments: 'active', requirements: [] });
    expect(asked.times).toBe(2);
  });

  it('is stored after the third answer, also when another one is stored before each of them', async () => {
    const asked = slowAnswers(follow, Infinity);
    expect(await follow()).toMatchObject({ ok: true });
    expect(asked.times).toBe(3);
  });

  // Holds pay-921.
  it('leaves the amounts of a profile of an earlier release in their currency when it changes', async () => {
    const ada = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, presets: [700] } } });
    const { store, accounts } = ada.deps;
    const earlier = await store.read(stored.profile(adaUid));
    if (earlier === undefined || adaPayments.accountId === null) throw new Error('Ada has both');
    await store.transaction(async (tx) =>
      tx.write(stored.profile(adaUid), { ...earlier, tips: { ...earlier.tips, currency: null } }),
    );
    const { accountId: connected } = adaPayments;
    accounts.states.set(connected, { ...accounts.own, accountId: connected, currency: 'eur' });
    await followAccount(ada.deps, adaUid, connected);
    const { tips } = (await store.read(stored.profile(adaUid))) ?? earlier;
    expect([tips.presets, tips.currency]).toEqual([[700], 'usd']);
  });

  // Holds pay-930.
  it('leaves the amounts of a draft that was never published in their currency when it changes, also when it changes twice', async () => {
    const tips = { ...adaDraft.tips, goal: { label: 'An accordion', amount: 10_000 } };
    const ada = await adasScenario({}, { draft: { tips } });
    const { store, accounts } = ada.deps;
    const draftOf = async () => (await store.read(stored.draft(adaUid))) ?? adaDraft;
    const connected = adaPayments.accountId ?? '';
    await store.transaction(async (tx) => {
      tx.remove(stored.profile(adaUid).path);
      tx.write(stored.draft(adaUid), { ...adaDraft, tips: { ...tips, currency: null } });
      return Promise.resolve();
    });
    const { revision } = await draftOf();
    for (const currency of ['eur', 'jpy'] as const) {
      accounts.states.set(connected, { ...accounts.own, accountId: connected, currency });
      await followAccount(ada.deps, adaUid, connected);
      const draft = await draftOf();
      expect([draft.tips.currency, draft.tips.goal?.amount, draft.revision]).toEqual([
        'usd',
        10_000,
        revision + 1,
      ]);
      expect(earlierCurrency(draft.tips, null, currency)).toBe('usd');
    }
  });

  // Holds pay-941.
  it('notes the currency of a draft and changes nothing else of it, also what this release cannot read', async () => {
    const tips = { ...adaDraft.tips, goal: { label: 'An accordion', amount: 10_000 }, currency: null };
    const ada = await adasScenario({}, { draft: { tips } });
    const { store, accounts } = ada.deps;
    const path = paths.draft(adaUid);
    await store.transaction((tx) => Promise.resolve(tx.remove(stored.profile(adaUid).path)));
    const before = store.get(path)?.['tips'] as object;
    const newer = { ...store.get(path), revision: 7, bio: 7, later: 'x', tips: { ...before, later: 'y' } };
    store.put(path, newer);
    const connected = adaPayments.accountId ?? '';
    accounts.states.set(connected, { ...accounts.own, accountId: connected, currency: 'eur' });
    await followAccount(ada.deps, adaUid, connected);
    expect(store.get(path)).toEqual({ ...newer, revision: 8, tips: { ...newer.tips, currency: 'usd' } });
  });

  it('costs one question where nothing else is stored', async () => {
    const asked = slowAnswers(async () => undefined);
    scenario.deps.clock.advance(5);
    await follow();
    expect(asked.times).toBe(1);
  });
});

const inJapan = { country: 'JP', currency: 'jpy' };
const refused = { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' } as const;

describe('the account of an owner', () => {
  // Holds pay-004, host-037.
  it('is created once after two presses at the same time', async () => {
    const scenario = newOwner();
    const { accounts } = scenario.deps;
    const both = await Promise.all([connect(scenario), connect(scenario)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(accounts.wanted.map(({ round }) => round))).toEqual(new Set([1]));
    expect([...accounts.states.keys()]).toEqual([accountId]);
  });

  // Holds pay-193, host-037.
  it('is a new account in another country after the owner disconnected', async () => {
    const scenario = newOwner();
    await connect(scenario);
    finishOnboarding(scenario);
    cutAtStripe(scenario);
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, country: 'JP', currency: 'jpy' });
    expect(scenario.deps.accounts.wanted.map(({ round }) => round)).toEqual([1, 2]);
  });

  // Holds pay-193.
  it('can be in another country after a refusal', async () => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext('createAccount', refused);
    expect((await connect(scenario)).json['code']).toBe('account-refused');
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ country: 'JP' });
    expect(scenario.deps.accounts.wanted.map(({ round }) => round)).toEqual([2]);
  });

  // Holds pay-006.
  it('is the same account after a crash before the call to Stripe', async () => {
    const scenario = newOwner();
    const { accounts, store } = scenario.deps;
    const create = accounts.createAccount.bind(accounts);
    accounts.createAccount = () => Promise.reject(new Error('the process ended'));
    expect((await connect(scenario)).status).toBe(500);
    expect(store.dump()[paths.connecting(adaUid)]).toMatchObject({ round: 1, replaces: null });
    accounts.createAccount = create;
    expect((await connect(scenario)).status).toBe(200);
    expect(accounts.wanted.map(({ round }) => round)).toEqual([1]);
  });

  // Holds pay-006.
  it('is the same account after a lost answer', async () => {
    const scenario = newOwner();
    const { accounts } = scenario.deps;
    accounts.failNext('createAccount', { kind: 'unavailable', error: new Error('lost') }, 'after');
    await connect(scenario);
    expect((await connect(scenario)).status).toBe(200);
    expect([...accounts.states.keys()]).toEqual([accountId]);
  });

  it('is a new account when the answer was lost and the owner then chose another country', async () => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext(
      'createAccount',
      { kind: 'unavailable', error: new Error('lost') },
      'after',
    );
    await connect(scenario);
    expect((await connect(scenario, inJapan)).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, country: 'JP' });
  });

  it('stays connected while Stripe does not answer for the server’s own account', async () => {
    const scenario = newOwner();
    await connect(scenario);
    const { accounts } = scenario.deps;
    cutAtStripe(scenario);
    const read = accounts.readAccount.bind(accounts);
    const away = { kind: 'unavailable', error: new Error('cut') } as const;
    accounts.readAccount = (id) => (id === null ? Promise.resolve({ ok: false, problem: away }) : read(id));
    expect((await connect(scenario)).json['code']).toBe('service-unavailable');
    expect(paymentsIn(scenario)).toMatchObject({ accountId, disconnectedAt: null });
  });

  // Holds pay-194.
  it('has the owner’s public name on bank statements, never an email address', async () => {
    const scenario = newOwner();
    await connect(scenario);
    putDraft(scenario.deps, adaUid, { ...adaDraft, name: '', handle: '' });
    cutAtStripe(scenario);
    await connect(scenario);
    expect(scenario.deps.accounts.wanted.map(({ descriptor }) => descriptor)).toEqual(['Ada Lovelace', null]);
  });
});

describe('when the owner disconnects between the tip and the card', () => {
  const gone = { kind: 'gone' } as const;
  const look = async (scenario: Scenario, { tipId, tipToken }: Pick<SentTip, 'tipId' | 'tipToken'>) => {
    scenario.deps.clock.advance(2000);
    return (await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken))).json['status'];
  };

  // Holds pay-013.
  it('the tip fails for good', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    expect([await look(scenario, tip), await look(scenario, tip)]).toEqual(['failed', 'failed']);
    expect(tipIn(scenario, tip.tipId).payment.lastError).toMatchObject({ code: 'account-gone' });
    expect(totalsIn(scenario).usd).toBeUndefined();
  });

  it("the stored answer is repeated while the owner's record is not updated, and the status shows the failure", async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.payments.failNext('snapshot', gone);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    const sent = { tipId: word(first, 'tipId'), tipToken: word(first, 'tipToken') };
    expect(await look(scenario, sent)).toBe('failed');
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
  });

  it.each([
    ['disconnected', { cardPayments: 'none', disconnectedAt: 1 }],
    ['replaced by another account', { accountId: 'acct_ada_2' }],
    ['of the other mode of Stripe’s keys', { livemode: true }],
  ] as const)('a repeated request ends the tip when the account is %s', async (_, change) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.store.put(paths.payments(adaUid), paymentsDocument.encode({ ...adaPayments, ...change }));
    for (const _again of [1, 2])
      expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('payments-not-ready');
    expect(tipIn(scenario, word(first, 'tipId')).state).toBe('failed');
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-014.
  it('a signed success event of that payment counts as paid, since no further event will come', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    const reference = { uid: adaUid, tipId: tip.tipId };
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: 'pi_other', reference });
    expect(tipIn(scenario, tip.tipId).state).toBe('failed');
    scenario.deps.payments.failNext('snapshot', gone);
    const { paymentIntentId } = tip;
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    expect(await look(scenario, tip)).toBe('paid');
  });

  // Holds pay-015.
  it("a payment that may still be made stays open: 3-D Secure, Stripe's own page", async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.stripe.ask3ds(tip.paymentIntentId);
    await look(scenario, tip);
    scenario.deps.payments.failNext('snapshot', gone);
    expect(await look(scenario, tip)).toBe('pending');
    const hosted = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    scenario.deps.payments.failNext('snapshot', gone);
    const sent = { tipId: word(hosted, 'tipId'), tipToken: word(hosted, 'tipToken') };
    expect(await look(scenario, sent)).toBe('pending');
  });

  it('a paid tip stays unchanged', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    scenario.deps.payments.failNext('snapshot', gone);
    await sendEvent(scenario, 'charge.refunded', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });
});
