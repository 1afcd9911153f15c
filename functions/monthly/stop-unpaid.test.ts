import { beforeEach, describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, adaUid, bearerOf, sendEvent, signIn } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn, monthlyReference } from '../testing/monthly-stage';
import { workOff } from '../testing/work-off';

const hour = 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const renew = async (end: 'declined' | 'asks') => {
  fan.stage.deps.clock.advance(31 * 24 * hour);
  fan.stage.billing.renew(fan.subscription, end);
  await sendEvent(fan.stage, 'invoice.payment_failed', { reference: monthlyReference });
};
const sweep = () => runSweeps(fan.stage.deps, ['follow-monthlies']);
const invoices = () =>
  fan.stage.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices.map(({ status }) => status);

/** Stripe has ended the subscription, and failed before it voided the open invoice. */
const halfEnded = async () => {
  await renew('declined');
  fan.stage.deps.subscriptions.failNext('endNow', away, 'before');
  expect((await fan.stop()).status).toBe(503);
  fan.stage.billing.change(fan.subscription, { status: 'canceled' });
  await sendEvent(fan.stage, 'customer.subscription.deleted', { reference: monthlyReference });
  expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'fan', asked: { what: 'end' } });
  expect(invoices()).toEqual(['paid', 'open']);
};

describe('a monthly tip of which Stripe has only ended the subscription', () => {
  // Holds pay-324.
  it('has its open invoice voided by the next look', async () => {
    await halfEnded();
    fan.stage.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
    expect(invoices()).toEqual(['paid', 'void']);
  });

  // Holds pay-324.
  it('has it voided before the account is deleted', async () => {
    await halfEnded();
    signIn(fan.stage.deps, adaUid, adaToken);
    await fan.stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(fan.stage.deps);
    expect(invoices()).toEqual(['paid', 'void']);
  });

  it('is asked about no more once the account has disconnected', async () => {
    await halfEnded();
    fan.stage.deps.subscriptions.outage = { kind: 'gone' };
    fan.stage.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
  });
});

describe('stopping a monthly tip', () => {
  // Holds pay-322.
  it.each(['declined', 'asks'] as const)(
    'ends it at once while a period is unpaid (%s), because Stripe would go on trying to charge it',
    async (end) => {
      await renew(end);
      expect((await fan.stop()).json).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
      expect(invoices()).toEqual(['paid', 'void']);
    },
  );

  // Holds pay-322.
  it('ends it at once when it turns out that a period is unpaid', async () => {
    fan.stage.deps.clock.advance(31 * 24 * hour);
    fan.stage.billing.renew(fan.subscription, 'declined');
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
    expect((await fan.stop()).json).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
  });

  // Holds pay-322.
  it('before a charge that does not go through ends it too: nothing more is charged', async () => {
    await fan.stop();
    await renew('declined');
    expect(monthlyIn(fan.stage)).toMatchObject({ asked: { what: 'end', reason: 'fan' } });
    fan.stage.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
    expect(invoices()).toEqual(['paid', 'void']);
  });
});
