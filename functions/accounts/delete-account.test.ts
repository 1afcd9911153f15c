import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putDraft,
  putPayments,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  type Scenario,
} from '../testing/ada';
import { stored } from '../store/stored';
import { workOff } from '../testing/work-off';
import { scenarioWithAccount } from '../testing/known-account';

const remove = (scenario: Scenario, handle = 'ada') =>
  scenario.call('POST', '/v1/me/delete', { handle }, bearerOf(adaToken));

const stateOf = async ({ deps }: Scenario) => (await deps.store.read(stored.leaving(adaUid)))?.state;

describe('POST /v1/me/delete', () => {
  // Holds dash-027, pay-153.
  it('removes all data of the owner and the fans except the ledger', async () => {
    const scenario = await adasScenario();
    const paid = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    const open = await sendTip(scenario, { name: 'Yves' });
    const answer = await remove(scenario);
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { deleted: true } });
    const left = scenario.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, paid.tipId)]).toMatchObject({
      amount: 500,
      currency: 'usd',
      refunded: 0,
    });
    expect(left[paths.ledgerEntry(adaUid, open.tipId)]).toBeUndefined();
    expect(left[paths.handle('ada')]).toMatchObject({ state: 'retired' });
    expect(Object.keys(left).filter((path) => /^(profiles|drafts|accounts)\//.test(path))).toEqual([]);
    expect(JSON.stringify(left)).not.toMatch(/Zoe|Yves|Hello|Lovelace/);
    expect(scenario.deps.idTokens.removed).toEqual([adaUid]);
    expect(scenario.deps.payments.payments.get(open.paymentIntentId)?.intent.status).toBe('canceled');
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  // Holds dash-027.
  it('keeps the handle taken', async () => {
    const scenario = await adasScenario();
    await remove(scenario);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    putDraft(scenario.deps, 'uid-eve', adaDraft);
    const taken = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(taken.json['code']).toBe('handle-taken');
  });

  // Holds pay-153.
  it('is allowed with open payments on a disconnected account, whose events no longer arrive', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    scenario.deps.accounts.states.clear();
    await sendEvent(scenario, 'account.application.deauthorized', { objectId: 'acct_ada' });
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  it('is allowed with them also when another account has replaced it', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    putPayments(scenario.deps, adaUid, { ...adaPayments, accountId: 'acct_new' });
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  // Holds dash-028, pay-153.
  it('is refused while a refund or a dispute is open, and works once it is settled', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    scenario.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(200);
    scenario.stripe.dispute(tip.paymentIntentId, 'lost');
    await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId: tip.paymentIntentId });
    const waiting = await paidTip(scenario);
    scenario.stripe.refund(waiting.paymentIntentId, 100, 'pending');
    await sendEvent(scenario, 'refund.created', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(scenario)).json['code']).toBe('account-busy');
    const payment = scenario.deps.payments.payments.get(waiting.paymentIntentId);
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'succeeded' }));
    await sendEvent(scenario, 'refund.updated', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(scenario)).status).toBe(200);
    const books = scenario.deps.store.dump();
    expect(books[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ disputed: 500 });
    expect(books[paths.ledgerEntry(adaUid, waiting.tipId)]).toMatchObject({ refunded: 100 });
  });

  it('goes on by itself after Stripe was unavailable, and at once when it is repeated', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect(await remove(scenario)).toMatchObject({ status: 202, json: { deleted: false } });
    expect(scenario.deps.idTokens.removed).toEqual([]);
    expect(await stateOf(scenario)).toMatchObject({ name: 'retrying', step: 'payments' });
    scenario.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect((await remove(scenario)).status).toBe(202);
    scenario.deps.clock.advance(10 * 60_000);
    await workOff(scenario.deps);
    expect(await stateOf(scenario)).toEqual({ name: 'done' });
    expect(scenario.deps.payments.payments.get(tip.paymentIntentId)?.intent.status).toBe('canceled');
  });

  // Holds pay-153.
  it('late events still update the ledger', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await remove(scenario);
    scenario.stripe.refund(tip.paymentIntentId, 200);
    const late = await sendEvent(scenario, 'refund.created', { paymentIntentId: tip.paymentIntentId });
    expect(late.status).toBe(200);
    expect(scenario.deps.store.dump()[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ refunded: 200 });
  });

  // Holds dash-029.
  it('makes every route refuse the token of the deleted account', async () => {
    const scenario = await adasScenario();
    await remove(scenario);
    putDraft(scenario.deps, adaUid, adaDraft);
    const answers = [
      await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
      await scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken)),
      await scenario.call('POST', '/v1/me/links/check', undefined, bearerOf(adaToken)),
      await scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken)),
      await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken)),
      await remove(scenario),
    ];
    const refused = answers.map(({ status, json }) => [status, json['code']]);
    expect(refused).toEqual(answers.map(() => [401, 'sign-in-required']));
    const handle = await scenario.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(handle.json).toMatchObject({ state: 'taken' });
  });

  it('prevents a publication that started before it', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const transaction = store.transaction.bind(store);
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2 });
    store.transaction = async (work) => {
      store.transaction = transaction;
      await remove(scenario);
      putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2 });
      return transaction(work);
    };
    const late = await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(late).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
    expect(store.dump()[paths.profile(adaUid)]).toBeUndefined();
  });

  it('can be repeated after the sign-in service was unavailable, while nothing else is allowed', async () => {
    const scenario = await adasScenario();
    const { idTokens } = scenario.deps;
    const gone = idTokens.remove.bind(idTokens);
    idTokens.remove = () => Promise.reject(new Error('cut'));
    expect((await remove(scenario)).status).toBe(202);
    const publish = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    expect(publish.json['code']).toBe('sign-in-required');
    idTokens.remove = gone;
    expect((await remove(scenario)).json).toEqual({ deleted: true });
  });

  it('requires the handle and a sign-in of the last five minutes', async () => {
    const scenario = await adasScenario();
    expect(refusedFields(await remove(scenario, 'grace'))).toEqual(['handle']);
    scenario.deps.clock.advance(5 * 60_000 + 1);
    expect((await remove(scenario)).json['code']).toBe('recent-sign-in-required');
    expect(scenario.deps.idTokens.removed).toEqual([]);
  });
});
