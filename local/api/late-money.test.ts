import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '../../functions/store/store';
import { runSweep } from '../../functions/jobs/run-sweep';
import { reconcileAccount, totalsAgree } from '../../functions/reconcile/reconcile-account';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
});
afterAll(() => api.close());

const day = 24 * 60 * 60_000;
const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

async function paidTip() {
  const tip = await api.sendTip();
  await api.pay(tip.paymentIntentId);
  await api.stripe.webhooksIdle();
  return tip;
}

// Holds pay-083.
it('gets the fee of a payment when only the event with the fee was lost', async () => {
  const { tipId } = await paidTip();
  await expect.poll(async () => (await tipOf(tipId))?.fees.net).not.toBeNull();
  const tip = await tipOf(tipId);
  if (tip === undefined) throw new Error('There is no tip');
  const unbooked = { ...tip.fees, stripe: null, application: null, net: null, settlementCurrency: null };
  const stripe = { ...tip.stripe, balanceTransactionId: null };
  await api.deps.store.transaction(async (tx) =>
    tx.write(stored.tip(adaUid, tipId), { ...tip, stripe, fees: unbooked }),
  );
  expect(await reconcileAccount(api.deps, adaAccount)).toBe('changed');
  expect(await tipOf(tipId)).toMatchObject({ stripe: tip.stripe, fees: tip.fees });
});

// Holds pay-082.
it('finds later refunds, disputes and warnings at Stripe without any event', async () => {
  const [refunded, failed, disputed] = [await paidTip(), await paidTip(), await paidTip()];
  await api.control('webhookFaults', { drop: 1 });
  let now = Date.now() + day;
  const look = async () => {
    const deps = { ...api.deps, clock: { now: () => now } };
    await runSweep(deps, 'daily');
    await runSweep(deps, 'hourly');
  };
  await api.control('clock/advance', { milliseconds: day });
  await look();
  await api.control('clock/advance', { milliseconds: 29 * day });
  now += 29 * day;
  const refund = async ({ paymentIntentId }: { readonly paymentIntentId: string }) =>
    (await api.atStripe('POST', '/v1/refunds', { payment_intent: paymentIntentId })) as { id: string };
  await refund(refunded);
  const sentBack = await refund(failed);
  const opened = (await api.control('disputes/create', { charge: disputed.paymentIntentId })) as {
    id: string;
  };
  await look();
  expect(await tipOf(refunded.tipId)).toMatchObject({ state: 'refunded' });
  expect(await tipOf(failed.tipId)).toMatchObject({ state: 'refunded' });
  expect(await tipOf(disputed.tipId)).toMatchObject({ state: 'disputed' });
  await api.control('clock/advance', { milliseconds: 20 * day });
  now += 20 * day;
  await api.control('refunds/fail', { refund: sentBack.id });
  await api.control('disputes/close', { dispute: opened.id, outcome: 'lost' });
  await look();
  expect(await tipOf(refunded.tipId)).toMatchObject({ state: 'refunded' });
  expect(await tipOf(failed.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
  expect(await tipOf(disputed.tipId)).toMatchObject({ state: 'lost' });
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  await api.control('webhookFaults', { drop: 0 });
});
