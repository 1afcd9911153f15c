import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runSweeps } from '../jobs/run-sweep';
import { adasScenario, adaUid } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn } from '../testing/monthly-scenario';

const day = 24 * 60 * 60_000;

const elsewhere = { since: 5, lookAt: 9 };
const withdrawn = { what: 'end', reason: 'withdrawn', at: 1 } as const;

// Holds pay-418.
it('takes the mark of a disconnected account from what is over and asked for nothing, and the second time from nothing', async () => {
  const scenario = await adasScenario();
  const put = (monthlyId: string, given: Partial<Monthly>) => {
    const monthly = fakeMonthly({ monthlyId, ownerUid: adaUid, elsewhere, ...given });
    scenario.deps.store.put(paths.monthly(adaUid, monthlyId), monthlyDocument.encode(monthly));
  };
  for (let index = 0; index < 250; index += 1) put(`old${index}`, { state: 'ended' });
  put('never', { state: 'never-began' });
  put('running', { state: 'active' });
  put('waits', { state: 'ended', asked: withdrawn });
  expect(await runSweeps(scenario.deps, ['heal-monthlies'])).toMatchObject([{ checked: 253, changed: 251 }]);
  for (const id of ['old0', 'old249', 'never'])
    expect(monthlyIn(scenario, id)).not.toHaveProperty('elsewhere');
  for (const id of ['running', 'waits']) expect(monthlyIn(scenario, id)).toMatchObject({ elsewhere });
  expect(await runSweeps(scenario.deps, ['heal-monthlies'])).toMatchObject([{ checked: 2, changed: 0 }]);
});

/** A monthly tip as a release before this one left it: Stripe has ended the subscription, and a bill of it is open. */
async function leftOpen(): Promise<MonthlyFan> {
  const fan = await monthlyFan();
  const { deps, billing } = fan.scenario;
  deps.clock.advance(31 * day);
  billing.renew(fan.subscription, 'declined');
  billing.change(fan.subscription, {
    status: 'canceled',
    cancelReason: 'payment_failed',
    endedAt: deps.clock.now(),
  });
  const monthly = monthlyIn(fan.scenario);
  const ended = { state: 'ended', endedAt: deps.clock.now(), endReason: 'payment_failed' } as const;
  deps.store.put(
    paths.monthly(adaUid, monthly.monthlyId),
    monthlyDocument.encode({
      ...monthly,
      ...ended,
      stripeStatus: 'canceled',
      contrib: { active: 0, perYear: 0 },
    }),
  );
  return fan;
}

const bills = ({ scenario, subscription }: MonthlyFan) =>
  scenario.deps.subscriptions.subscriptions.get(subscription)?.invoices.map(({ status }) => status);
const heal = ({ scenario }: MonthlyFan) => runSweeps(scenario.deps, ['heal-monthlies']);

// Holds pay-439.
it('voids the bill that was left open of what Stripe had ended long ago, keeps its reason, and asks about it once', async () => {
  const fan = await leftOpen();
  const { deps } = fan.scenario;
  deps.clock.advance(200 * day);
  expect(bills(fan)).toEqual(['paid', 'open']);
  expect(await heal(fan)).toMatchObject([{ changed: 1, missed: 0 }]);
  expect(bills(fan)).toEqual(['paid', 'void']);
  expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'payment_failed', asked: null });
  const before = deps.subscriptions.calls.length;
  const stored = JSON.stringify(monthlyIn(fan.scenario));
  expect(await heal(fan)).toMatchObject([{ checked: 0, changed: 0 }]);
  deps.clock.advance(day);
  expect(await heal(fan)).toMatchObject([{ checked: 0, changed: 0 }]);
  expect([deps.subscriptions.calls.length, JSON.stringify(monthlyIn(fan.scenario))]).toEqual([
    before,
    stored,
  ]);
});

// Holds pay-439.
it('notes the bill while Stripe does not answer, and the next looks void it', async () => {
  const fan = await leftOpen();
  const { deps } = fan.scenario;
  deps.clock.advance(200 * day);
  deps.subscriptions.outage = { kind: 'unavailable', error: new Error('away') };
  expect(await heal(fan)).toMatchObject([{ changed: 0, missed: 1 }]);
  expect(monthlyIn(fan.scenario).asked).toMatchObject({ what: 'end', reason: 'payment_failed' });
  deps.subscriptions.outage = null;
  deps.clock.advance(day);
  await runSweeps(deps, ['follow-monthlies']);
  expect(bills(fan)).toEqual(['paid', 'void']);
  expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'payment_failed', asked: null });
  expect(await heal(fan)).toMatchObject([{ missed: 0 }]);
});
