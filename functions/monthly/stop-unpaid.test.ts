import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import type { Monthly } from '@busker/core/monthly/monthly';
import { fakeMonthly } from '@busker/core/testing/fakes';
import { runSweeps } from '../jobs/run-sweep';
import { adasScenario, adaToken, adaUid, bearerOf, sendEvent, signIn } from '../testing/ada';
import {
  monthlyFan,
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyFan,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, workOff } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';
import { endMonthly, syncMonthly } from './sync-monthly';

const hour = 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

describe('what was not paid', () => {
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
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'ended',
      endReason: 'fan',
      asked: { what: 'end' },
    });
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
});

// Patient: four weeks pass hour by hour.
const day = 24 * hour;

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

describe('the last tries of a renewal', () => {
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
});

const elsewhere = { since: 5, lookAt: 9 };
const withdrawn = { what: 'end', reason: 'withdrawn', at: 1 } as const;

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

describe('what earlier ends left open', () => {
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
    expect(await runSweeps(scenario.deps, ['heal-monthlies'])).toMatchObject([
      { checked: 253, changed: 251 },
    ]);
    for (const id of ['old0', 'old249', 'never'])
      expect(monthlyIn(scenario, id)).not.toHaveProperty('elsewhere');
    for (const id of ['running', 'waits']) expect(monthlyIn(scenario, id)).toMatchObject({ elsewhere });
    expect(await runSweeps(scenario.deps, ['heal-monthlies'])).toMatchObject([{ checked: 2, changed: 0 }]);
  });

  // Holds pay-439.
  it('voids the bill that was left open of what Stripe had ended long ago, keeps its reason, and asks about it once', async () => {
    const fan = await leftOpen();
    const { deps } = fan.scenario;
    deps.clock.advance(200 * day);
    expect(bills(fan)).toEqual(['paid', 'open']);
    expect(await heal(fan)).toMatchObject([{ changed: 1, missed: 0 }]);
    expect(bills(fan)).toEqual(['paid', 'void']);
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'ended',
      endReason: 'payment_failed',
      asked: null,
    });
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
    expect(monthlyIn(fan.scenario)).toMatchObject({
      state: 'ended',
      endReason: 'payment_failed',
      asked: null,
    });
    expect(await heal(fan)).toMatchObject([{ missed: 0 }]);
  });
});
