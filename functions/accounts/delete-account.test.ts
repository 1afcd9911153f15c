import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adaDraft,
  adaPayments,
  adasStage,
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
  type Stage,
} from '../testing/ada';
import { stored } from '../store/stored';
import { workOff } from '../testing/work-off';
import { stageWithAccount } from '../testing/known-account';

const remove = (stage: Stage, handle = 'ada') =>
  stage.call('POST', '/v1/me/delete', { handle }, bearerOf(adaToken));

const stateOf = async ({ deps }: Stage) => (await deps.store.read(stored.leaving(adaUid)))?.state;

describe('POST /v1/me/delete', () => {
  // Holds dash-027, pay-153.
  it('removes all data of the owner and the fans except the ledger', async () => {
    const stage = await adasStage();
    const paid = await paidTip(stage, { name: 'Zoe', message: 'Hello' });
    const open = await sendTip(stage, { name: 'Yves' });
    const answer = await remove(stage);
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { deleted: true } });
    const left = stage.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, paid.tipId)]).toMatchObject({
      amount: 500,
      currency: 'usd',
      refunded: 0,
    });
    expect(left[paths.ledgerEntry(adaUid, open.tipId)]).toBeUndefined();
    expect(left[paths.handle('ada')]).toMatchObject({ state: 'retired' });
    expect(Object.keys(left).filter((path) => /^(profiles|drafts|accounts)\//.test(path))).toEqual([]);
    expect(JSON.stringify(left)).not.toMatch(/Zoe|Yves|Hello|Lovelace/);
    expect(stage.deps.idTokens.removed).toEqual([adaUid]);
    expect(stage.deps.payments.payments.get(open.paymentIntentId)?.intent.status).toBe('canceled');
    expect((await stage.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  // Holds dash-027.
  it('keeps the handle taken', async () => {
    const stage = await adasStage();
    await remove(stage);
    signIn(stage.deps, 'uid-eve', 'token-eve');
    putDraft(stage.deps, 'uid-eve', adaDraft);
    const taken = await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(taken.json['code']).toBe('handle-taken');
  });

  // Holds pay-153.
  it('is allowed with open payments on a disconnected account, whose events no longer arrive', async () => {
    const stage = await stageWithAccount();
    const tip = await paidTip(stage);
    stage.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(stage)).json['code']).toBe('account-busy');
    stage.deps.accounts.states.clear();
    await sendEvent(stage, 'account.application.deauthorized', { objectId: 'acct_ada' });
    expect((await remove(stage)).json).toEqual({ deleted: true });
  });

  it('is allowed with them also when another account has replaced it', async () => {
    const stage = await stageWithAccount();
    const tip = await paidTip(stage);
    stage.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    putPayments(stage.deps, adaUid, { ...adaPayments, accountId: 'acct_new' });
    expect((await remove(stage)).json).toEqual({ deleted: true });
  });

  // Holds dash-028, pay-153.
  it('is refused while a refund or a dispute is open, and works once it is settled', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    stage.stripe.dispute(tip.paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId: tip.paymentIntentId });
    expect((await remove(stage)).json['code']).toBe('account-busy');
    expect((await stage.call('GET', '/v1/profiles/ada')).status).toBe(200);
    stage.stripe.dispute(tip.paymentIntentId, 'lost');
    await sendEvent(stage, 'charge.dispute.closed', { paymentIntentId: tip.paymentIntentId });
    const waiting = await paidTip(stage);
    stage.stripe.refund(waiting.paymentIntentId, 100, 'pending');
    await sendEvent(stage, 'refund.created', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(stage)).json['code']).toBe('account-busy');
    const payment = stage.deps.payments.payments.get(waiting.paymentIntentId);
    if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'succeeded' }));
    await sendEvent(stage, 'refund.updated', { paymentIntentId: waiting.paymentIntentId });
    expect((await remove(stage)).status).toBe(200);
    const books = stage.deps.store.dump();
    expect(books[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ disputed: 500 });
    expect(books[paths.ledgerEntry(adaUid, waiting.tipId)]).toMatchObject({ refunded: 100 });
  });

  it('goes on by itself after Stripe was unavailable, and at once when it is repeated', async () => {
    const stage = await adasStage();
    const tip = await sendTip(stage);
    stage.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect(await remove(stage)).toMatchObject({ status: 202, json: { deleted: false } });
    expect(stage.deps.idTokens.removed).toEqual([]);
    expect(await stateOf(stage)).toMatchObject({ name: 'retrying', step: 'payments' });
    stage.deps.payments.failNext('cancelIntent', { kind: 'unavailable', error: new Error('cut') });
    expect((await remove(stage)).status).toBe(202);
    stage.deps.clock.advance(10 * 60_000);
    await workOff(stage.deps);
    expect(await stateOf(stage)).toEqual({ name: 'done' });
    expect(stage.deps.payments.payments.get(tip.paymentIntentId)?.intent.status).toBe('canceled');
  });

  // Holds pay-153.
  it('late events still update the ledger', async () => {
    const stage = await adasStage();
    const tip = await paidTip(stage);
    await remove(stage);
    stage.stripe.refund(tip.paymentIntentId, 200);
    const late = await sendEvent(stage, 'refund.created', { paymentIntentId: tip.paymentIntentId });
    expect(late.status).toBe(200);
    expect(stage.deps.store.dump()[paths.ledgerEntry(adaUid, tip.tipId)]).toMatchObject({ refunded: 200 });
  });

  // Holds dash-029.
  it('makes every route refuse the token of the deleted account', async () => {
    const stage = await adasStage();
    await remove(stage);
    putDraft(stage.deps, adaUid, adaDraft);
    const answers = [
      await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken)),
      await stage.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken)),
      await stage.call('POST', '/v1/me/links/check', undefined, bearerOf(adaToken)),
      await stage.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken)),
      await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken)),
      await remove(stage),
    ];
    const refused = answers.map(({ status, json }) => [status, json['code']]);
    expect(refused).toEqual(answers.map(() => [401, 'sign-in-required']));
    const handle = await stage.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(handle.json).toMatchObject({ state: 'taken' });
  });

  it('prevents a publication that started before it', async () => {
    const stage = await adasStage();
    const { store } = stage.deps;
    const transaction = store.transaction.bind(store);
    putDraft(stage.deps, adaUid, { ...adaDraft, revision: 2 });
    store.transaction = async (work) => {
      store.transaction = transaction;
      await remove(stage);
      putDraft(stage.deps, adaUid, { ...adaDraft, revision: 2 });
      return transaction(work);
    };
    const late = await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(late).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
    expect(store.dump()[paths.profile(adaUid)]).toBeUndefined();
  });

  it('can be repeated after the sign-in service was unavailable, while nothing else is allowed', async () => {
    const stage = await adasStage();
    const { idTokens } = stage.deps;
    const gone = idTokens.remove.bind(idTokens);
    idTokens.remove = () => Promise.reject(new Error('cut'));
    expect((await remove(stage)).status).toBe(202);
    const publish = await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    expect(publish.json['code']).toBe('sign-in-required');
    idTokens.remove = gone;
    expect((await remove(stage)).json).toEqual({ deleted: true });
  });

  it('requires the handle and a sign-in of the last five minutes', async () => {
    const stage = await adasStage();
    expect(refusedFields(await remove(stage, 'grace'))).toEqual(['handle']);
    stage.deps.clock.advance(5 * 60_000 + 1);
    expect((await remove(stage)).json['code']).toBe('recent-sign-in-required');
    expect(stage.deps.idTokens.removed).toEqual([]);
  });
});
