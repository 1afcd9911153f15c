import { expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { sendEvent } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyStage,
  type MonthlyStage,
} from '../testing/monthly-stage';
import { tipIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';
import { endMonthly, syncMonthly } from './sync-monthly';

// Patient: four weeks pass hour by hour.

const hour = 60 * 60_000;
const day = 24 * hour;
const away = { kind: 'unavailable', error: new Error('away') } as const;

/** A renewal whose first decline is known, and whose second and last one has no event. */
async function declinedTwice() {
  const stage = await monthlyStage();
  const id = await begin(stage);
  const sync = () => syncMonthly(stage.deps, monthlyReference, { cause: 'schedule', eventId: null });
  stage.deps.clock.advance(31 * day);
  stage.billing.renew(id, 'declined');
  const invoiceId = stage.deps.subscriptions.subscriptions.get(id)?.invoices.at(-1)?.id ?? '';
  await sync();
  stage.deps.clock.advance(day);
  stage.billing.retry(id, 'declined');
  const tries = () => tipIn(stage, cycleTipIdOf('acct_ada', invoiceId)).payment.attempts;
  expect(tries()).toBe(1);
  return { stage, id, sync, tries };
}

// Holds pay-367.
it('the last tries are in the tip, although Stripe answers about the end and then not about the payment', async () => {
  const { stage, id, sync, tries } = await declinedTwice();
  stage.billing.change(id, {
    status: 'canceled',
    endedAt: stage.deps.clock.now(),
    cancelReason: 'payment_failed',
  });
  stage.deps.payments.failNext('snapshot', away);
  expect(await sync()).toMatchObject({ ok: false });
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', tipsBehind: true });
  stage.deps.clock.advance(hour);
  await runSweeps(stage.deps, ['follow-monthlies']);
  expect(tries()).toBe(2);
  const { rev } = monthlyIn(stage);
  expect(monthlyIn(stage)).not.toHaveProperty('tipsBehind');
  await sync();
  expect(monthlyIn(stage).rev).toBe(rev);
});

/** It has ended at Stripe, which does not answer about the payment. */
async function endedBehind() {
  const declined = await declinedTwice();
  const { stage, id, sync } = declined;
  const endedAt = stage.deps.clock.now();
  stage.billing.change(id, { status: 'canceled', endedAt, cancelReason: 'payment_failed' });
  stage.deps.payments.outage = { kind: 'refused', code: 'lock_timeout', requestId: null };
  expect(await sync()).toMatchObject({ ok: false });
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', tipsBehind: true });
  return declined;
}

/** Sweeps every quarter of an hour, and counts the questions about the monthly tip. */
async function pass({ deps }: MonthlyStage, ms: number): Promise<number> {
  const before = deps.subscriptions.calls.length;
  for (let passed = 0; passed < ms; passed += hour / 4) {
    deps.clock.advance(hour / 4);
    await runSweeps(deps, ['follow-monthlies']);
  }
  return deps.subscriptions.calls.length - before;
}

// Holds pay-402.
it('Stripe is asked about the last tries each hour for a day, then daily, and after four weeks no more', async () => {
  const { stage } = await endedBehind();
  const givenUp = () => stage.deps.lines.filter((line) => line.includes('tips-given-up'));
  expect(await pass(stage, day)).toBe(24);
  expect(await pass(stage, 26 * day)).toBe(26);
  expect(givenUp()).toEqual([]);
  await pass(stage, 2 * day);
  expect(monthlyIn(stage)).not.toHaveProperty('tipsBehind');
  expect(givenUp()).toHaveLength(1);
  expect(await pass(stage, 3 * day)).toBe(0);
  expect(givenUp()).toHaveLength(1);
});

// Holds pay-402.
it('the four weeks begin when a try long after the end is known', async () => {
  const { stage, id, sync } = await declinedTwice();
  const end = () =>
    stage.billing.change(id, { status: 'canceled', endedAt: 1, cancelReason: 'payment_failed' });
  end();
  expect(await sync()).toMatchObject({ ok: true });
  stage.deps.clock.advance(35 * day);
  stage.billing.retry(id, 'declined');
  end();
  stage.deps.payments.outage = { kind: 'refused', code: 'lock_timeout', requestId: null };
  expect(await sync()).toMatchObject({ ok: false });
  expect(await pass(stage, day)).toBe(24);
  expect(monthlyIn(stage)).toMatchObject({ tipsBehind: true });
});

// Holds pay-402.
it('Stripe is not asked about the last tries once it no longer shows the account', async () => {
  const { stage } = await endedBehind();
  stage.deps.subscriptions.outage = { kind: 'gone' };
  expect(await pass(stage, 3 * day)).toBe(1);
  expect(monthlyIn(stage)).not.toHaveProperty('tipsBehind');
});

// Holds pay-367, pay-402.
it('the last tries are found when Stripe answers about the payment after a week', async () => {
  const { stage, tries } = await endedBehind();
  await pass(stage, 7 * day);
  stage.deps.payments.outage = null;
  await pass(stage, day);
  expect(tries()).toBe(2);
  expect(monthlyIn(stage)).not.toHaveProperty('tipsBehind');
});

// Holds pay-367.
it('the last tries are in the tip, although what is open is void by then', async () => {
  const { stage, tries } = await declinedTwice();
  await endMonthly(stage.deps, monthlyIn(stage), 'owner');
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', asked: null });
  expect(tries()).toBe(2);
});

// Holds pay-404.
it('a period whose invoice was marked uncollectible is paid when Stripe is paid for it all the same', async () => {
  const { stage, id, sync, tries } = await declinedTwice();
  const { invoices = [] } = stage.deps.subscriptions.subscriptions.get(id) ?? {};
  const [, renewal] = invoices;
  if (renewal === undefined) throw new Error('There is no renewal');
  invoices[1] = { ...renewal, status: 'uncollectible', nextAttemptAt: null };
  await sync();
  expect(tries()).toBe(2);
  stage.billing.retry(id, 'paid');
  await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
  expect(tipIn(stage, cycleTipIdOf('acct_ada', renewal.id))).toMatchObject({ state: 'paid' });
  expect(monthlyIn(stage)).toMatchObject({ state: 'active', paidCycles: 2 });
});
