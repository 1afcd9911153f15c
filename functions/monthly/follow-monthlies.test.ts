import { describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { atBilling } from '../testing/in-memory-billing';
import { sendEvent, storedTips } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';

// Patient: weeks pass hour by hour.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sweep = async ({ deps }: MonthlyScenario) => {
  const [result] = await runSweeps(deps, ['follow-monthlies']);
  return result;
};

/** Sweeps as the schedule does, at most every quarter of an hour, and counts the questions to Stripe. */
async function pass(scenario: MonthlyScenario, ms: number): Promise<number> {
  const before = scenario.deps.subscriptions.calls.length;
  for (let passed = 0; passed < ms; passed += 15 * minute) {
    scenario.deps.clock.advance(15 * minute);
    await sweep(scenario);
  }
  return scenario.deps.subscriptions.calls.length - before;
}

describe('without any event of Stripe', () => {
  // Holds pay-263.
  it('a first payment is found within minutes', async () => {
    const scenario = await monthlyScenario();
    scenario.billing.subscribe(scenario.sessionId);
    scenario.deps.clock.advance(5 * minute);
    expect(await sweep(scenario)).toMatchObject({ checked: 1, changed: 1, missed: 0 });
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active' });
    expect(storedTips(scenario)).toHaveLength(1);
    expect(tipIn(scenario, monthlyReference.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
    expect(await sweep(scenario)).toMatchObject({ checked: 0 });
  });

  // Holds pay-263.
  it('a renewal is found a little more than two hours after it was due, and quiet ones cost a question a week', async () => {
    const scenario = await monthlyScenario();
    const id = await begin(scenario);
    const { nextChargeAt } = monthlyIn(scenario);
    const wait = (nextChargeAt ?? 0) - scenario.deps.clock.now();
    expect(await pass(scenario, wait)).toBeLessThanOrEqual(4);
    scenario.billing.renew(id);
    await pass(scenario, 2 * hour + 15 * minute);
    expect(storedTips(scenario)).toHaveLength(2);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2 });
  });

  // Holds pay-263, pay-311.
  it('a renewal is found with the right times when the clock of the server is ten minutes behind Stripe’s', async () => {
    const scenario = await monthlyScenario();
    const { subscriptions, payments, clock } = scenario.deps;
    const ahead = atBilling(subscriptions, payments, () => clock.now() + 10 * minute);
    const id = ahead.subscribe(scenario.sessionId);
    await sendEvent(scenario, 'checkout.session.completed', { reference: monthlyReference });
    const due = monthlyIn(scenario).nextChargeAt ?? 0;
    await pass(scenario, due - clock.now() - hour);
    clock.advance(due - 10 * minute - clock.now());
    ahead.renew(id);
    // Here it is not due yet: Stripe is asked two hours after that.
    expect(await pass(scenario, hour)).toBe(0);
    expect(storedTips(scenario)).toHaveLength(1);
    await pass(scenario, 2 * hour + 30 * minute);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2, failing: null });
    const [, invoice] = subscriptions.subscriptions.get(id)?.invoices ?? [];
    const tip = tipIn(scenario, cycleTipIdOf('acct_ada', invoice?.id ?? ''));
    expect(tip).toMatchObject({
      state: 'paid',
      createdAt: invoice?.createdAt,
      cycle: { period: { from: due } },
    });
    expect(tip.payment.succeededAt).toBeGreaterThanOrEqual(tip.createdAt);
    expect(tip.updatedAt).toBeGreaterThanOrEqual(tip.createdAt);
  });

  it('a page that stays open is asked about less and less often', async () => {
    const scenario = await monthlyScenario();
    expect(await pass(scenario, day)).toBeLessThan(20);
  });
});

describe('a monthly tip that is not paid', () => {
  // Holds pay-264.
  it('is ended after 45 days, and what is open is voided, whatever the settings at Stripe say', async () => {
    const scenario = await monthlyScenario();
    const id = await begin(scenario);
    scenario.deps.clock.advance(31 * day);
    scenario.billing.renew(id, 'declined');
    scenario.billing.change(id, { status: 'unpaid' });
    await sendEvent(scenario, 'invoice.payment_failed', { reference: monthlyReference });
    await pass(scenario, 43 * day);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'overdue' });
    await pass(scenario, 3 * day);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
    const at = scenario.deps.subscriptions.subscriptions.get(id);
    expect(at?.facts.status).toBe('canceled');
    expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
  });

  it('whose end Stripe did not answer is ended within the next hours', async () => {
    const scenario = await monthlyScenario();
    const id = await begin(scenario);
    scenario.deps.clock.advance(31 * day);
    scenario.billing.renew(id, 'declined');
    scenario.deps.clock.advance(46 * day);
    scenario.deps.subscriptions.failNext(
      'endNow',
      { kind: 'unavailable', error: new Error('away') },
      'after',
    );
    expect(await sweep(scenario)).toMatchObject({ missed: 1 });
    expect(monthlyIn(scenario)).toMatchObject({
      state: 'overdue',
      asked: { what: 'end', reason: 'overdue' },
    });
    await pass(scenario, 2 * hour);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
  });
});

// Holds pay-323.
it('whose end Stripe refuses is asked for again in an hour, and others go first until then', async () => {
  const scenario = await monthlyScenario();
  const id = await begin(scenario);
  scenario.deps.clock.advance(31 * day);
  scenario.billing.renew(id, 'declined');
  scenario.deps.clock.advance(46 * day);
  const refused = { kind: 'refused', code: 'resource_busy', requestId: null } as const;
  scenario.deps.subscriptions.failNext('endNow', refused, 'before');
  expect(await sweep(scenario)).toMatchObject({ checked: 1, missed: 1 });
  scenario.deps.clock.advance(50 * minute);
  expect(await sweep(scenario)).toMatchObject({ checked: 0 });
  scenario.deps.clock.advance(10 * minute);
  expect(await sweep(scenario)).toMatchObject({ checked: 1, missed: 0 });
  expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue' });
});

// Holds pay-265.
it('of an account that has disconnected, it counts no more, is asked about ever less often, and comes back', async () => {
  const scenario = await monthlyScenario();
  await begin(scenario);
  scenario.deps.subscriptions.outage = { kind: 'gone' };
  scenario.deps.clock.advance(8 * day);
  expect(await sweep(scenario)).toMatchObject({ changed: 1 });
  expect(monthlyIn(scenario)).toMatchObject({ state: 'active', contrib: { active: 0 } });
  expect(await pass(scenario, 14 * day)).toBeLessThanOrEqual(2);
  scenario.deps.subscriptions.outage = null;
  await pass(scenario, 15 * day);
  expect(monthlyIn(scenario)).toMatchObject({ state: 'active', contrib: { active: 1 } });
});
