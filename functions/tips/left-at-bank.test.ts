import { describe, expect, it } from 'vitest';
import { runSweep } from '../jobs/run-sweep';
import { bearerOf, sendEvent, sendTip, type SentTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { aDayLater, paymentOf, twoDays } from '../testing/without-events';

const minute = 60_000;
const bank = (type: string) => ({ type, brand: null, last4: null, country: null });

/** The fan went to the bank, and closed the tab there. */
async function atBank(scenario: Scenario): Promise<SentTip> {
  const tip = await sendTip(scenario);
  scenario.stripe.ask3ds(tip.paymentIntentId);
  return tip;
}

/** The bank tells Stripe that the fan has authorised, and Stripe books the payment. */
function authorised(scenario: Scenario, { paymentIntentId }: SentTip, type: string): void {
  scenario.stripe.pay(paymentIntentId);
  const payment = paymentOf(scenario, paymentIntentId);
  const id = `txn_${paymentIntentId}`;
  const balance = { id, stripeFee: 29, applicationFee: 0, net: 471, currency: 'usd' } as const;
  if (payment.charge !== null) payment.charge = { ...payment.charge, method: bank(type), balance };
}

const paidBy = (type: string) => ({
  state: 'paid',
  payment: { status: 'succeeded' },
  stripe: { paymentMethodType: type },
  contrib: { count: 1, gross: 500 },
});

describe('a fan who closes the tab at the bank after authorising', () => {
  // Holds pay-338.
  it.each(['ideal', 'eps', 'twint'])('has paid by %s as soon as the event comes', async (type) => {
    const scenario = await scenarioWithAccount();
    const tip = await atBank(scenario);
    authorised(scenario, tip, type);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
    expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy(type));
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
  });

  // Holds pay-338.
  it.each(['ideal', 'eps', 'twint'])(
    'has paid by %s after five minutes when the event is lost',
    async (type) => {
      const scenario = await scenarioWithAccount();
      const tip = await atBank(scenario);
      authorised(scenario, tip, type);
      scenario.deps.clock.advance(5 * minute);
      await runSweep(scenario.deps, 'every-5-minutes');
      expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy(type));
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
      // The late event changes nothing.
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    },
  );

  // Holds pay-338.
  it('has paid also when the bank authorises half an hour later', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await atBank(scenario);
    for (let minutes = 0; minutes < 30; minutes += 5) {
      scenario.deps.clock.advance(5 * minute);
      await runSweep(scenario.deps, 'every-5-minutes');
    }
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ payment: { status: 'requires_action' } });
    authorised(scenario, tip, 'ideal');
    for (let minutes = 0; minutes < 10; minutes += 5) {
      scenario.deps.clock.advance(5 * minute);
      await runSweep(scenario.deps, 'every-5-minutes');
    }
    expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy('ideal'));
  });
});

/** The calls of Stripe in nine days after three tips that were paid by these ways. */
async function callsOfSweeps(types: readonly string[]) {
  const scenario = await scenarioWithAccount();
  for (const type of types) {
    const tip = await sendTip(scenario);
    authorised(scenario, tip, type);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
  }
  const { payments, refunds, accounts } = scenario.deps;
  const all = () => [...payments.calls, ...refunds.calls, ...accounts.calls];
  const before = all().length;
  await twoDays(scenario);
  for (let days = 0; days < 7; days += 1) await aDayLater(scenario);
  return all().slice(before);
}

// Holds pay-338.
it('tips by EPS, Bancontact and iDEAL have the sweeps ask Stripe exactly what tips by card do', async () => {
  const byCard = await callsOfSweeps(['card', 'card', 'card']);
  expect(byCard).toContain('listBookings');
  expect(await callsOfSweeps(['eps', 'bancontact', 'ideal'])).toEqual(byCard);
});

// Holds pay-231.
it.each(['payment_method_unactivated', 'payment_method_not_available'])(
  'a tip whose way was switched off meanwhile stays, and is paid another way: %s',
  async (code) => {
    const scenario = await scenarioWithAccount();
    const tip = await sendTip(scenario);
    scenario.stripe.decline(tip.paymentIntentId, code);
    await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId: tip.paymentIntentId });
    scenario.deps.clock.advance(5 * minute);
    await runSweep(scenario.deps, 'every-5-minutes');
    const look = () => scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
    expect((await look()).json).toMatchObject({ status: 'pending' });
    expect(paymentOf(scenario, tip.paymentIntentId).intent.status).toBe('requires_payment_method');
    authorised(scenario, tip, 'card');
    scenario.deps.clock.advance(5 * minute);
    expect((await look()).json).toMatchObject({ tipId: tip.tipId, status: 'paid' });
    expect(scenario.deps.payments.payments.size).toBe(1);
  },
);
