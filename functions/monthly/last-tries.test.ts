import { expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { begin, monthlyIn, monthlyReference, monthlyStage } from '../testing/monthly-stage';
import { tipIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-ids';
import { endMonthly } from './end-monthly';
import { syncMonthly } from './sync-monthly';

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

// Holds pay-367.
it('the last tries are in the tip, although what is open is void by then', async () => {
  const { stage, tries } = await declinedTwice();
  await endMonthly(stage.deps, monthlyIn(stage), 'owner');
  expect(monthlyIn(stage)).toMatchObject({ state: 'ended', asked: null });
  expect(tries()).toBe(2);
});
