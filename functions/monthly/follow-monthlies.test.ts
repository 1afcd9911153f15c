import { describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { atBilling } from '../testing/in-memory-billing';
import { sendEvent, storedTips } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyStage,
  type MonthlyStage,
} from '../testing/monthly-stage';
import { tipIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';

// Patient: weeks pass hour by hour.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sweep = async ({ deps }: MonthlyStage) => {
  const [result] = await runSweeps(deps, ['follow-monthlies']);
  return result;
};

/** Sweeps as the schedule does, at most every quarter of an hour, and counts the questions to Stripe. */
async function pass(stage: MonthlyStage, ms: number): Promise<number> {
  const before = stage.deps.subscriptions.calls.length;
  for (let passed = 0; passed < ms; passed += 15 * minute) {
    stage.deps.clock.advance(15 * minute);
    await sweep(stage);
  }
  return stage.deps.subscriptions.calls.length - before;
}

describe('without any event of Stripe', () => {
  // Holds pay-263.
  it('a first payment is found within minutes', async () => {
    const stage = await monthlyStage();
    stage.billing.subscribe(stage.sessionId);
    stage.deps.clock.advance(5 * minute);
    expect(await sweep(stage)).toMatchObject({ checked: 1, changed: 1, missed: 0 });
    expect(monthlyIn(stage)).toMatchObject({ state: 'active' });
    expect(storedTips(stage)).toHaveLength(1);
    expect(tipIn(stage, monthlyReference.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
    expect(await sweep(stage)).toMatchObject({ checked: 0 });
  });

  // Holds pay-263.
  it('a renewal is found a little more than two hours after it was due, and quiet ones cost a question a week', async () => {
    const stage = await monthlyStage();
    const id = await begin(stage);
    const { nextChargeAt } = monthlyIn(stage);
    const wait = (nextChargeAt ?? 0) - stage.deps.clock.now();
    expect(await pass(stage, wait)).toBeLessThanOrEqual(4);
    stage.billing.renew(id);
    await pass(stage, 2 * hour + 15 * minute);
    expect(storedTips(stage)).toHaveLength(2);
    expect(monthlyIn(stage)).toMatchObject({ state: 'active', paidCycles: 2 });
  });

  // Holds pay-263, pay-311.
  it('a renewal is found with the right times when the clock of the server is ten minutes behind Stripe’s', async () => {
    const stage = await monthlyStage();
    const { subscriptions, payments, clock } = stage.deps;
    const ahead = atBilling(subscriptions, payments, () => clock.now() + 10 * minute);
    const id = ahead.subscribe(stage.sessionId);
    await sendEvent(stage, 'checkout.session.completed', { reference: monthlyReference });
    const due = monthlyIn(stage).nextChargeAt ?? 0;
    await pass(stage, due - clock.now() - hour);
    clock.advance(due - 10 * minute - clock.now());
    ahead.renew(id);
    // Here it is not due yet: Stripe is asked two hours after that.
    expect(await pass(stage, hour)).toBe(0);
    expect(storedTips(stage)).toHaveLength(1);
    await pass(stage, 2 * hour + 30 * minute);
    expect(monthlyIn(stage)).toMatchObject({ state: 'active', paidCycles: 2, failing: null });
    const [, invoice] = subscriptions.subscriptions.get(id)?.invoices ?? [];
    const tip = tipIn(stage, cycleTipIdOf('acct_ada', invoice?.id ?? ''));
    expect(tip).toMatchObject({
      state: 'paid',
      createdAt: invoice?.createdAt,
      cycle: { period: { from: due } },
    });
    expect(tip.payment.succeededAt).toBeGreaterThanOrEqual(tip.createdAt);
    expect(tip.updatedAt).toBeGreaterThanOrEqual(tip.createdAt);
  });

  it('a page that stays open is asked about less and less often', async () => {
    const stage = await monthlyStage();
    expect(await pass(stage, day)).toBeLessThan(20);
  });
});

describe('a monthly tip that is not paid', () => {
  // Holds pay-264.
  it('is ended after 45 days, and what is open is voided, whatever the settings at Stripe say', async () => {
    const stage = await monthlyStage();
    const id = await begin(stage);
    stage.deps.clock.advance(31 * day);
    stage.billing.renew(id, 'declined');
    stage.billing.change(id, { status: 'unpaid' });
    await sendEvent(stage, 'invoice.payment_failed', { reference: monthlyReference });
    await pass(stage, 43 * day);
    expect(monthlyIn(stage)).toMatchObject({ state: 'overdue' });
    await pass(stage, 3 * day);
    expect(monthlyIn(stage)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
    const at = stage.deps.subscriptions.subscriptions.get(id);
    expect(at?.facts.status).toBe('canceled');
    expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
  });

  it('whose end Stripe did not answer is ended within the next hours', async () => {
    const stage = await monthlyStage();
    const id = await begin(stage);
    stage.deps.clock.advance(31 * day);
    stage.billing.renew(id, 'declined');
    stage.deps.clock.advance(46 * day);
    stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') }, 'after');
    expect(await sweep(stage)).toMatchObject({ missed: 1 });
    expect(monthlyIn(stage)).toMatchObject({ state: 'overdue', asked: { what: 'end', reason: 'overdue' } });
    await pass(stage, 2 * hour);
    expect(monthlyIn(stage)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
  });
});

// Holds pay-323.
it('whose end Stripe refuses is asked for again in an hour, and others go first until then', async () => {
  const stage = await monthlyStage();
  const id = await begin(stage);
  stage.deps.clock.advance(31 * day);
  stage.billing.renew(id, 'declined');
  stage.deps.clock.advance(46 * day);
  const refused = { kind: 'refused', code: 'resource_busy', requestId: null } as const;
  stage.deps.subscriptions.failNext('endNow', refused, 'before');
  expect(await sweep(stage)).toMatchObject({ checked: 1, missed: 1 });
  stage.deps.clock.advance(50 * minute);
  expect(await sweep(stage)).toMatchObject({ checked: 0 });
  stage.deps.clock.advance(10 * minute);
  expect(await sweep(stage)).toMatchObject({ checked: 1, missed: 0 });
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', endReason: 'overdue' });
});

// Holds pay-265.
it('of an account that has disconnected, it counts no more, is asked about ever less often, and comes back', async () => {
  const stage = await monthlyStage();
  await begin(stage);
  stage.deps.subscriptions.outage = { kind: 'gone' };
  stage.deps.clock.advance(8 * day);
  expect(await sweep(stage)).toMatchObject({ changed: 1 });
  expect(monthlyIn(stage)).toMatchObject({ state: 'active', contrib: { active: 0 } });
  expect(await pass(stage, 14 * day)).toBeLessThanOrEqual(2);
  stage.deps.subscriptions.outage = null;
  await pass(stage, 15 * day);
  expect(monthlyIn(stage)).toMatchObject({ state: 'active', contrib: { active: 1 } });
});
