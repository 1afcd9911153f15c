import { beforeEach, describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, adaUid, bearerOf, sendEvent, signIn } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn, monthlyReference } from '../testing/monthly-scenario';
import { workOff } from '../testing/work-off';

const hour = 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const renew = async (end: 'declined' | 'asks') => {
  fan.scenario.deps.clock.advance(31 * 24 * hour);
  fan.scenario.billing.renew(fan.subscription, end);
  await sendEvent(fan.scenario, 'invoice.payment_failed', { reference: monthlyReference });
};
const sweep = () => runSweeps(fan.scenario.deps, ['follow-monthlies']);
const invoices = () =>
  fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices.map(({ status }) => status);

/** Stripe has ended the subscription, and failed before it voided the open invoice. */
const halfEnded = async () => {
  await renew('declined');
  fan.scenario.deps.subscriptions.failNext('endNow', away, 'before');
  expect((await fan.stop('now')).status).toBe(503);
  fan.scenario.billing.change(fan.subscription, { status: 'canceled' });
  await sendEvent(fan.scenario, 'customer.subscription.deleted', { reference: monthlyReference });
  expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'fan', asked: { what: 'end' } });
  expect(invoices()).toEqual(['paid', 'open']);
};

describe('a monthly tip of which Stripe has only ended the subscription', () => {
  // Holds pay-324.
  it('has its open invoice voided by the next look', async () => {
    await halfEnded();
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
    expect(invoices()).toEqual(['paid', 'void']);
  });

  // Holds pay-324.
  it('has it voided before the account is deleted', async () => {
    await halfEnded();
    signIn(fan.scenario.deps, adaUid, adaToken);
    await fan.scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    await workOff(fan.scenario.deps);
    expect(invoices()).toEqual(['paid', 'void']);
  });

  it('is asked about no more once the account has disconnected', async () => {
    await halfEnded();
    fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
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
    fan.scenario.deps.clock.advance(31 * 24 * hour);
    fan.scenario.billing.renew(fan.subscription, 'declined');
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active' });
    expect((await fan.stop()).json).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
  });

  // Holds pay-322.
  it('before a charge that does not go through ends it too: nothing more is charged', async () => {
    await fan.stop();
    await renew('declined');
    expect(monthlyIn(fan.scenario)).toMatchObject({ asked: { what: 'stop', reason: 'fan' } });
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
    expect(invoices()).toEqual(['paid', 'void']);
  });
});

describe('a fan who has just paid the overdue bill', () => {
  const paid = () => fan.scenario.billing.retry(fan.subscription, 'paid');
  const kept = { state: 'ending', asked: null, failing: null, paidCycles: 2 };

  // Holds pay-414.
  it('keeps the paid month when they stop before anybody has heard of the payment', async () => {
    await renew('declined');
    paid();
    expect((await fan.stop()).json).toMatchObject({ state: 'ending', endReason: 'fan' });
    expect(monthlyIn(fan.scenario)).toMatchObject(kept);
    expect(invoices()).toEqual(['paid', 'paid']);
  });

  // Holds pay-414.
  it('keeps it, too, when Stripe did not answer the stop, and they paid then', async () => {
    await renew('declined');
    fan.scenario.deps.subscriptions.failNext('endNow', away, 'before');
    expect((await fan.stop()).status).toBe(503);
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'overdue',
      asked: { what: 'stop', reason: 'fan' },
    });
    paid();
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ ...kept, endReason: 'fan' });
  });

  // Holds pay-414.
  it('keeps it when the owner stops it, or all of them, with the period', async () => {
    await renew('declined');
    signIn(fan.scenario.deps, adaUid, adaToken);
    const body = { when: 'period-end', handle: 'ada' };
    expect(
      (await fan.scenario.call('POST', '/v1/me/monthly/stop-all', body, bearerOf(adaToken))).status,
    ).toBe(202);
    paid();
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ ...kept, endReason: 'owner' });
  });

  // Holds pay-414.
  it('keeps it when the charge failed only after they had stopped', async () => {
    await fan.stop();
    await renew('declined');
    paid();
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({ ...kept, endReason: 'fan' });
  });

  it('is told that Stripe does not answer, and their wish is kept', async () => {
    await renew('declined');
    paid();
    fan.scenario.deps.subscriptions.failNext('snapshot', away);
    expect((await fan.stop()).status).toBe(503);
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'overdue',
      asked: { what: 'stop', reason: 'fan' },
    });
  });
});

describe('a monthly tip that Stripe has cancelled with an invoice that can still be paid', () => {
  const cancel = (cancelReason: string) =>
    fan.scenario.billing.change(fan.subscription, {
      status: 'canceled',
      endedAt: fan.scenario.deps.clock.now(),
      cancelReason,
    });
  const cancelled = () =>
    sendEvent(fan.scenario, 'customer.subscription.deleted', { reference: monthlyReference });

  // Holds pay-415.
  it.each([
    ['open', 'payment_failed', 'payment_failed'],
    ['uncollectible', 'payment_failed', 'payment_failed'],
    ['open', 'cancellation_requested', 'stripe'],
    ['open', 'payment_disputed', 'disputed'],
  ] as const)(
    'has it voided (%s, %s), and keeps the reason of the end',
    async (status, reason, endReason) => {
      await renew('declined');
      const known = fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices ?? [];
      const [, renewal] = known;
      if (renewal !== undefined) known[1] = { ...renewal, status };
      cancel(reason);
      await cancelled();
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason, asked: null });
      expect(invoices()).toEqual(['paid', 'void']);
    },
  );

  // Holds pay-415.
  it('notes it first, and repeats it until Stripe answers', async () => {
    await renew('declined');
    cancel('payment_failed');
    fan.scenario.deps.subscriptions.failNext('endNow', away, 'before');
    await cancelled();
    const noted = {
      state: 'ended',
      endReason: 'payment_failed',
      asked: { what: 'end', reason: 'payment_failed' },
    };
    expect(monthlyIn(fan.scenario)).toMatchObject(noted);
    expect(invoices()).toEqual(['paid', 'open']);
    fan.scenario.deps.clock.advance(hour);
    await sweep();
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'ended',
      endReason: 'payment_failed',
      asked: null,
    });
    expect(invoices()).toEqual(['paid', 'void']);
  });

  it('is asked about no more when nothing of it can be paid', async () => {
    cancel('cancellation_requested');
    await cancelled();
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'stripe', asked: null });
    expect(fan.scenario.deps.subscriptions.calls).not.toContain('endNow');
  });
});
