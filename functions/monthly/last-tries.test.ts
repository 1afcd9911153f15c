import { expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { sendEvent } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';
import { endMonthly, syncMonthly } from './sync-monthly';

// Patient: four weeks pass hour by hour.

const hour = 60 * 60_000;
const day = 24 * hour;
const away = { kind: 'unavailable', error: new Error('away') } as const;

/** A renewal whose first decline is known, and whose second and last one has no event. */
async function declinedTwice() {
  const scenario = await monthlyScenario();
  const id = await begin(scenario);
  const sync = () => syncMonthly(scenario.deps, monthlyReference, { cause: 'schedule', eventId: null });
  scenario.deps.clock.advance(31 * day);
  scenario.billing.renew(id, 'declined');
  const invoiceId = scenario.deps.subscriptions.subscriptions.get(id)?.invoices.at(-1)?.id ?? '';
  await sync();
  scenario.deps.clock.advance(day);
  scenario.billing.retry(id, 'declined');
  const tries = () => tipIn(scenario, cycleTipIdOf('acct_ada', invoiceId)).payment.attempts;
  expect(tries()).toBe(1);
  return { scenario, id, sync, tries };
}

// Holds pay-367.
it('the last tries are in the tip, although Stripe answers about the end and then not about the payment', async () => {
  const { scenario, id, sync, tries } = await declinedTwice();
  scenario.billing.change(id, {
    status: 'canceled',
    endedAt: scenario.deps.clock.now(),
    cancelReason: 'payment_failed',
  });
  scenario.deps.payments.failNext('snapshot', away);
  expect(await sync()).toMatchObject({ ok: false });
  expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', tipsBehind: true });
  scenario.deps.clock.advance(hour);
  await runSweeps(scenario.deps, ['follow-monthlies']);
  expect(tries()).toBe(2);
  const { rev } = monthlyIn(scenario);
  expect(monthlyIn(scenario)).not.toHaveProperty('tipsBehind');
  await sync();
  expect(monthlyIn(scenario).rev).toBe(rev);
});

/** It has ended at Stripe, which does not answer about the payment. */
async function endedBehind() {
  const declined = await declinedTwice();
  const { scenario, id, sync } = declined;
  const endedAt = scenario.deps.clock.now();
  scenario.billing.change(id, { status: 'canceled', endedAt, cancelReason: 'payment_failed' });
  scenario.deps.payments.outage = { kind: 'refused', code: 'lock_timeout', requestId: null };
  expect(await sync()).toMatchObject({ ok: false });
  expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', tipsBehind: true });
  return declined;
}

/** Sweeps every quarter of an hour, and counts the questions about the monthly tip. */
async function pass({ deps }: MonthlyScenario, ms: number): Promise<number> {
  const before = deps.subscriptions.calls.length;
  for (let passed = 0; passed < ms; passed += hour / 4) {
    deps.clock.advance(hour / 4);
    await runSweeps(deps, ['follow-monthlies']);
  }
  return deps.subscriptions.calls.length - before;
}

// Holds pay-402.
it('Stripe is asked about the last tries each hour for a day, then daily, and after four weeks no more', async () => {
  const { scenario } = await endedBehind();
  const givenUp = () => scenario.deps.lines.filter((line) => line.includes('tips-given-up'));
  expect(await pass(scenario, day)).toBe(24);
  expect(await pass(scenario, 26 * day)).toBe(26);
  expect(givenUp()).toEqual([]);
  await pass(scenario, 2 * day);
  expect(monthlyIn(scenario)).not.toHaveProperty('tipsBehind');
  expect(givenUp()).toHaveLength(1);
  expect(await pass(scenario, 3 * day)).toBe(0);
  expect(givenUp()).toHaveLength(1);
});

// Holds pay-402.
it('the four weeks begin when a try long after the end is known', async () => {
  const { scenario, id, sync } = await declinedTwice();
  const end = () =>
    scenario.billing.change(id, { status: 'canceled', endedAt: 1, cancelReason: 'payment_failed' });
  end();
  expect(await sync()).toMatchObject({ ok: true });
  scenario.deps.clock.advance(35 * day);
  scenario.billing.retry(id, 'declined');
  end();
  scenario.deps.payments.outage = { kind: 'refused', code: 'lock_timeout', requestId: null };
  expect(await sync()).toMatchObject({ ok: false });
  expect(await pass(scenario, day)).toBe(24);
  expect(monthlyIn(scenario)).toMatchObject({ tipsBehind: true });
});

// Holds pay-402.
it('Stripe is not asked about the last tries once it no longer shows the account', async () => {
  const { scenario } = await endedBehind();
  scenario.deps.subscriptions.outage = { kind: 'gone' };
  expect(await pass(scenario, 3 * day)).toBe(1);
  expect(monthlyIn(scenario)).not.toHaveProperty('tipsBehind');
});

// Holds pay-367, pay-402.
it('the last tries are found when Stripe answers about the payment after a week', async () => {
  const { scenario, tries } = await endedBehind();
  await pass(scenario, 7 * day);
  scenario.deps.payments.outage = null;
  await pass(scenario, day);
  expect(tries()).toBe(2);
  expect(monthlyIn(scenario)).not.toHaveProperty('tipsBehind');
});

// Holds pay-367.
it('the last tries are in the tip, although what is open is void by then', async () => {
  const { scenario, tries } = await declinedTwice();
  await endMonthly(scenario.deps, monthlyIn(scenario), 'owner');
  expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', asked: null });
  expect(tries()).toBe(2);
});

// Holds pay-404.
it('a period whose invoice was marked uncollectible is paid when Stripe is paid for it all the same', async () => {
  const { scenario, id, sync, tries } = await declinedTwice();
  const { invoices = [] } = scenario.deps.subscriptions.subscriptions.get(id) ?? {};
  const [, renewal] = invoices;
  if (renewal === undefined) throw new Error('There is no renewal');
  invoices[1] = { ...renewal, status: 'uncollectible', nextAttemptAt: null };
  await sync();
  expect(tries()).toBe(2);
  scenario.billing.retry(id, 'paid');
  await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
  expect(tipIn(scenario, cycleTipIdOf('acct_ada', renewal.id))).toMatchObject({ state: 'paid' });
  expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2 });
});
