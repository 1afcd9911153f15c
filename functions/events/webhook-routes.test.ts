import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { fakeTip } from '@busker/core/testing/fakes';
import { commitTogether, StoreUnavailable, stored } from '../store/store';
import type { WebhookEvent } from '../stripe/payments';
import {
  adasScenario,
  adaUid,
  paidTip,
  sendEvent,
  sendTip,
  type Scenario,
  type SentTip,
} from '../testing/ada';
import {
  begin,
  monthlyId,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn } from '../testing/stored-state';
import { webhookEvents } from './webhook-events';
import { eventRecord } from './webhook-routes';

describe('webhook routes', () => {
  const about = ({ tipId, paymentIntentId }: SentTip) => ({
    paymentIntentId,
    objectId: paymentIntentId,
    reference: { uid: adaUid, tipId },
  });

  const eventIn = (scenario: Scenario, id: string) => scenario.deps.store.dump()[paths.stripeEvent(id)];

  describe('an early fraud warning', () => {
    // Holds pay-115.
    it('is shown to the owner, moves no money, and ends with the refund', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      expect(tipIn(scenario, tip.tipId).warning).toBeNull();
      scenario.stripe.warn(tip.paymentIntentId);
      const event = { paymentIntentId: tip.paymentIntentId };
      expect((await sendEvent(scenario, 'radar.early_fraud_warning.created', event)).status).toBe(200);
      const at = scenario.deps.clock.now();
      const warning = { type: 'made_with_stolen_card', actionable: true, at };
      expect(tipIn(scenario, tip.tipId)).toMatchObject({
        warning,
        state: 'paid',
        refund: { status: 'none' },
      });
      scenario.stripe.warn(tip.paymentIntentId, false);
      scenario.stripe.refund(tip.paymentIntentId, 500);
      await sendEvent(scenario, 'charge.refunded', event);
      expect(tipIn(scenario, tip.tipId)).toMatchObject({ warning: { actionable: false }, state: 'refunded' });
    });

    it('is not requested before an event announces one', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      scenario.stripe.warn(tip.paymentIntentId);
      await sendEvent(scenario, 'charge.updated', { paymentIntentId: tip.paymentIntentId });
      expect(tipIn(scenario, tip.tipId).warning).toBeNull();
    });
  });

  describe('POST /v1/stripe/webhook', () => {
    // Holds pay-077.
    it('syncs the tip with Stripe, counts it once, and records the event', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      const answer = await sendEvent(scenario, 'payment_intent.succeeded', { id: 'evt_paid', ...about(tip) });
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { received: true } });
      expect(tipIn(scenario, tip.tipId)).toMatchObject({
        state: 'paid',
        stripe: { brand: 'visa', last4: '4242' },
      });
      expect(totalsIn(scenario)).toEqual({ usd: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
      expect(eventIn(scenario, 'evt_paid')).toMatchObject({ attempts: 1, accountId: 'acct_ada' });
      expect(eventIn(scenario, 'evt_paid')?.['doneAt']).toBeInstanceOf(Date);
    });

    // Holds pay-077.
    it('ignores a repeated event, and changes nothing for another one about the same state', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      await sendEvent(scenario, 'payment_intent.succeeded', { id: 'evt_paid', ...about(tip) });
      const asked = scenario.deps.payments.calls.length;
      const rev = tipIn(scenario, tip.tipId).rev;
      await sendEvent(scenario, 'payment_intent.succeeded', { id: 'evt_paid', ...about(tip) });
      expect(scenario.deps.payments.calls.length).toBe(asked);
      await sendEvent(scenario, 'charge.succeeded', { id: 'evt_other', ...about(tip) });
      expect(tipIn(scenario, tip.tipId).rev).toBe(rev);
      expect(totalsIn(scenario)).toEqual({ usd: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
    });

    it('finds the tip of an event whose object does not name it', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      scenario.stripe.refund(tip.paymentIntentId, 200);
      await sendEvent(scenario, 'refund.created', { objectId: 're_1', paymentIntentId: tip.paymentIntentId });
      expect(tipIn(scenario, tip.tipId)).toMatchObject({
        state: 'partially_refunded',
        refund: { refunded: 200 },
      });
      expect(totalsIn(scenario)).toEqual({ usd: { count: 1, gross: 500, refunded: 200, disputed: 0 } });
    });

    // Holds pay-106.
    it('follows failed refunds and won disputes, and the totals rise again', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      const id = tip.paymentIntentId;
      scenario.stripe.pay(id);
      scenario.stripe.refund(id, 500, 'pending');
      await sendEvent(scenario, 'refund.created', { paymentIntentId: id });
      expect(totalsIn(scenario).usd).toMatchObject({ refunded: 500 });
      const payment = scenario.deps.payments.payments.get(id);
      if (payment) payment.refunds = payment.refunds.map((refund) => ({ ...refund, status: 'failed' }));
      await sendEvent(scenario, 'refund.failed', { paymentIntentId: id });
      expect(totalsIn(scenario).usd).toMatchObject({ refunded: 0 });
      scenario.stripe.dispute(id, 'needs_response');
      await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId: id });
      expect({ state: tipIn(scenario, tip.tipId).state, disputed: totalsIn(scenario).usd?.disputed }).toEqual(
        {
          state: 'disputed',
          disputed: 500,
        },
      );
      scenario.stripe.dispute(id, 'won');
      await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId: id });
      expect({ state: tipIn(scenario, tip.tipId).state, disputed: totalsIn(scenario).usd?.disputed }).toEqual(
        {
          state: 'paid',
          disputed: 0,
        },
      );
    });

    it.each([
      ['a wrong signature', { 'stripe-signature': 't=1,v1=00' }],
      ['no signature', {}],
    ])('refuses %s and stores nothing', async (_, headers) => {
      const scenario = await adasScenario();
      const before = scenario.deps.store.dump();
      const answer = await scenario.call('POST', '/v1/stripe/webhook', '{}', headers);
      expect(answer).toMatchObject({ status: 400, json: { code: 'webhook-refused' } });
      expect(scenario.deps.store.dump()).toEqual(before);
    });

    // Holds pay-075.
    it('ignores events of the other mode, of unknown tips and of other types', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      expect(
        (await sendEvent(scenario, 'payment_intent.succeeded', { ...about(tip), livemode: true })).status,
      ).toBe(200);
      expect((await sendEvent(scenario, 'customer.created', about(tip))).status).toBe(200);
      const unknown = { reference: { uid: 'uid-x', tipId: 'tip-x' }, paymentIntentId: 'pi_x' };
      expect((await sendEvent(scenario, 'payment_intent.succeeded', unknown)).status).toBe(200);
      expect((await sendEvent(scenario, 'refund.created', { paymentIntentId: 'pi_x' })).status).toBe(200);
      expect(tipIn(scenario, tip.tipId).state).toBe('pending');
    });

    it('ignores an event with foreign metadata, and logs it once without that metadata', async () => {
      const scenario = await adasScenario();
      const before = scenario.deps.store.dump();
      const answer = await sendEvent(scenario, 'payment_intent.succeeded', {
        id: 'evt_odd',
        reference: 'unreadable',
      });
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { received: true } });
      expect(scenario.deps.store.dump()).toEqual(before);
      const lines = scenario.deps.lines.filter((line) => line.includes('evt_odd'));
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        {
          severity: 'WARNING',
          message: 'webhook ignored',
          eventId: 'evt_odd',
          type: 'payment_intent.succeeded',
          reason: 'metadata',
        },
      ]);
    });

    // Holds pay-076.
    it('does not change a tip for an event of another account', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      await sendEvent(scenario, 'payment_intent.succeeded', { ...about(tip), account: 'acct_eve' });
      expect(tipIn(scenario, tip.tipId).state).toBe('pending');
      expect(scenario.deps.lines.join('\n')).toContain('event-account');
    });

    // Holds pay-078.
    it('answers 503 while Stripe or the store is unavailable, and handles the repeated event', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      const deliver = () =>
        sendEvent(scenario, 'payment_intent.succeeded', { id: 'evt_again', ...about(tip) });
      scenario.deps.payments.failNext('snapshot', { kind: 'unavailable', error: new Error('cut') });
      expect((await deliver()).status).toBe(503);
      expect(eventIn(scenario, 'evt_again')).toMatchObject({ attempts: 1, doneAt: null });
      scenario.deps.store.fault = (step) => {
        if (step === 'commit') throw new StoreUnavailable(new Error('14'));
      };
      expect((await deliver()).status).toBe(503);
      scenario.deps.store.fault = () => undefined;
      expect((await deliver()).status).toBe(200);
      expect(tipIn(scenario, tip.tipId).state).toBe('paid');
      expect(eventIn(scenario, 'evt_again')).toMatchObject({ attempts: 2 });
    });

    // Holds pay-131.
    it("holds a payment that differs from the tip's request, and does not count it", async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      const payment = scenario.deps.payments.payments.get(tip.paymentIntentId);
      if (payment) payment.intent = { ...payment.intent, amount: 5 };
      scenario.stripe.pay(tip.paymentIntentId);
      await sendEvent(scenario, 'payment_intent.succeeded', about(tip));
      expect(tipIn(scenario, tip.tipId).moderation.state).toBe('held');
      expect(totalsIn(scenario)).toEqual({});
      expect(scenario.deps.lines.join('\n')).toContain('payment-mismatch:amount');
    });

    it('counts exactly with many concurrent events, twice each, in any order', async () => {
      const scenario = await adasScenario();
      const tips = await Promise.all(Array.from({ length: 12 }, () => sendTip(scenario)));
      for (const [index, tip] of tips.entries()) {
        scenario.stripe.pay(tip.paymentIntentId);
        if (index % 3 === 0) scenario.stripe.refund(tip.paymentIntentId, 100);
      }
      const events = tips.flatMap((tip) => [
        sendEvent(scenario, 'charge.refunded', about(tip)),
        sendEvent(scenario, 'payment_intent.succeeded', about(tip)),
        sendEvent(scenario, 'payment_intent.succeeded', about(tip)),
      ]);
      const answers = await Promise.all(events);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(totalsIn(scenario)).toEqual({ usd: { count: 12, gross: 6000, refunded: 400, disputed: 0 } });
      const shards = Object.keys(scenario.deps.store.dump()).filter((path) => path.includes('/totals/'));
      expect(shards.length).toBeGreaterThan(3);
    });

    // Holds pay-109.
    it('writes one log entry for each revision of a tip', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.decline(tip.paymentIntentId);
      await sendEvent(scenario, 'payment_intent.payment_failed', about(tip));
      scenario.stripe.pay(tip.paymentIntentId);
      await sendEvent(scenario, 'payment_intent.succeeded', { id: 'evt_last', ...about(tip) });
      const lines = Object.entries(scenario.deps.store.dump())
        .filter(([path]) => path.includes(`${tip.tipId}/log/`))
        .map(([, line]) => line)
        .toSorted((a, b) => Number(a['rev']) - Number(b['rev']));
      expect(lines.map((line) => line['rev'])).toEqual([1, 2, 3, 4]);
      expect(lines[3]).toMatchObject({
        cause: 'webhook',
        eventId: 'evt_last',
        to: { payment: 'succeeded', state: 'paid' },
      });
      expect(lines[3]).toMatchObject({ delta: { count: 1, gross: 500 } });
    });
  });

  // Holds pay-197.
  it('accepts an event of Accounts v2 and changes nothing', async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump()[paths.payments(adaUid)];
    const answer = await sendEvent(scenario, 'v2.core.account.updated', { account: null });
    expect([answer.status, answer.json]).toEqual([200, { received: true }]);
    expect(scenario.deps.store.dump()[paths.payments(adaUid)]).toEqual(before);
    expect([...scenario.deps.accounts.calls, ...scenario.deps.payments.calls]).toEqual([]);
  });
});

describe('event record', () => {
  const event: WebhookEvent = {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    account: 'acct_ada',
    livemode: false,
    objectId: 'pi_1',
    paymentIntentId: 'pi_1',
    reference: null,
  };

  async function delivery({ deps }: Scenario) {
    const [before] = await deps.store.readVersioned([stored.stripeEvent(event.id)]);
    return eventRecord(deps, event, before);
  }

  const recordIn = ({ deps }: Scenario, id = event.id) => deps.store.read(stored.stripeEvent(id));

  it('counts each delivery once, and is done after the first that was handled', async () => {
    const scenario = await adasScenario();
    await (await delivery(scenario)).writeFailed();
    expect(await recordIn(scenario)).toMatchObject({ attempts: 1, doneAt: null });
    await (await delivery(scenario)).writeHandled();
    const now = scenario.deps.clock.now();
    expect(await recordIn(scenario)).toMatchObject({ attempts: 2, doneAt: now, receivedAt: now });
  });

  // Holds pay-077.
  it('does not overwrite a delivery that was recorded since it was read, and counts after it', async () => {
    const scenario = await adasScenario();
    const [one, other] = [await delivery(scenario), await delivery(scenario)];
    await one.writeFailed();
    expect(await commitTogether(scenario.deps.store, [other.handled])).toBe(false);
    await other.writeHandled();
    expect(await recordIn(scenario)).toMatchObject({ attempts: 2, doneAt: scenario.deps.clock.now() });
  });

  it('stays done when another concurrent delivery failed, in either order', async () => {
    for (const last of ['writeHandled', 'writeFailed'] as const) {
      const scenario = await adasScenario();
      const [one, other] = [await delivery(scenario), await delivery(scenario)];
      await (last === 'writeHandled' ? one.writeFailed() : one.writeHandled());
      await other[last]();
      expect((await recordIn(scenario))?.doneAt, last).not.toBeNull();
    }
  });

  // Holds pay-078.
  it("is not done before the tip's follow-up: the next delivery cancels an intent after too many cards", async () => {
    const scenario = await adasScenario();
    const { store, payments } = scenario.deps;
    const tip = await sendTip(scenario);
    const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
    for (let card = 1; card <= 4; card += 1) scenario.stripe.decline(tip.paymentIntentId);
    const deliver = () => sendEvent(scenario, 'payment_intent.payment_failed', { id: 'evt_cut', ...about });
    let commits = 0;
    store.fault = (step) => {
      if (step === 'commit') commits += 1;
      if (step === 'commit' && commits === 2) throw new StoreUnavailable(new Error('14'));
    };
    expect((await deliver()).status).toBe(503);
    expect(tipIn(scenario, tip.tipId).payment.attempts).toBe(4);
    expect(await recordIn(scenario, 'evt_cut')).toMatchObject({ attempts: 1, doneAt: null });
    expect(payments.calls).not.toContain('cancelIntent');
    expect((await deliver()).status).toBe(200);
    expect(payments.calls).toContain('cancelIntent');
    expect(tipIn(scenario, tip.tipId).payment.status).toBe('canceled');
    expect((await recordIn(scenario, 'evt_cut'))?.doneAt).not.toBeNull();
  });
});

describe('events about customers and their cards', () => {
  let scenario: MonthlyScenario;
  let subscription: string;
  beforeEach(async () => {
    scenario = await monthlyScenario();
    subscription = await begin(scenario);
  });

  const customerId = () => monthlyIn(scenario).stripe.customerId ?? '';
  const asked = () => scenario.deps.subscriptions.calls.length;

  // Holds pay-304.
  it('the new date of a card that its network has renewed is shown', async () => {
    const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2033 };
    scenario.billing.change(subscription, { card });
    const { status } = await sendEvent(scenario, 'payment_method.automatically_updated', {
      objectId: 'pm_1',
      customerId: customerId(),
    });
    expect(status).toBe(200);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active', card });
  });

  // Holds pay-304.
  it('the monthly tip of a customer who was deleted at Stripe has ended, by somebody at Stripe', async () => {
    const [endedAt, cancelReason] = [scenario.deps.clock.now(), 'cancellation_requested'];
    scenario.billing.change(subscription, { status: 'canceled', endedAt, cancelReason, card: null });
    await sendEvent(scenario, 'customer.deleted', { objectId: customerId(), customerId: customerId() });
    expect(monthlyIn(scenario)).toMatchObject({
      state: 'ended',
      endReason: 'stripe',
      endedAt,
      card: null,
      contrib: { active: 0 },
    });
  });

  // Holds pay-304.
  it.each([
    ['of another account', () => ({ account: 'acct_grace', customerId: customerId() })],
    ['who pays for something else', () => ({ customerId: 'cus_other' })],
    ['that the event does not name', () => ({})],
  ])('an event about a customer %s asks Stripe nothing', async (_, about) => {
    const before = asked();
    for (const type of ['payment_method.automatically_updated', 'customer.deleted'])
      expect((await sendEvent(scenario, type, about())).status).toBe(200);
    expect(asked()).toBe(before);
  });

  it('other events about customers and cards change nothing', async () => {
    const before = asked();
    for (const type of ['customer.updated', 'payment_method.attached', 'payment_method.updated'])
      await sendEvent(scenario, type, { customerId: customerId() });
    expect(asked()).toBe(before);
  });

  it('the event comes again while Stripe is away', async () => {
    const about = { customerId: customerId() };
    scenario.billing.change(subscription, { status: 'canceled' });
    scenario.deps.subscriptions.failNext('snapshot', { kind: 'unavailable', error: new Error('away') });
    expect((await sendEvent(scenario, 'customer.deleted', about)).status).toBe(503);
    expect(monthlyIn(scenario).state).toBe('active');
    await sendEvent(scenario, 'customer.deleted', about);
    expect(monthlyIn(scenario).state).toBe('ended');
  });

  it('all monthly tips of one customer are followed', async () => {
    const other = { ...monthlyIn(scenario), monthlyId: 'b'.repeat(25) };
    scenario.deps.store.put(paths.monthly(adaUid, other.monthlyId), monthlyDocument.encode(other));
    const first = fakeTip({ tipId: other.monthlyId, ownerUid: adaUid });
    scenario.deps.store.put(paths.tip(adaUid, other.monthlyId), tipDocument.encode(first));
    scenario.deps.clock.advance(1000);
    await sendEvent(scenario, 'customer.deleted', { customerId: customerId() });
    for (const id of [monthlyId, other.monthlyId])
      expect(monthlyIn(scenario, id).syncedAt).toBe(scenario.deps.clock.now());
  });
});

const page = readFileSync('docs/hosts/self-hosting.md', 'utf8');

describe('the events that are asked for', () => {
  // Holds pay-261.
  it('no endpoint asks for the events by which a server that is down would stop the billing of its owners', () => {
    const asked = [...webhookEvents.payments, ...webhookEvents.accounts];
    for (const harmful of ['invoice.created', 'invoice.upcoming']) {
      expect(asked).not.toContain(harmful);
      expect(page).not.toContain(harmful);
    }
    expect(page).toContain('`invoice.paid`');
  });
});

describe('a burst of events', () => {
  const burst = [
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice_payment.paid',
    'invoice.paid',
    'customer.subscription.updated',
  ];
  const snapshots = (calls: readonly string[]) => calls.filter((call) => call === 'snapshot').length;

  // Holds pay-445.
  it('about one monthly tip asks Stripe twice about it, and each is done', async () => {
    const scenario = await monthlyScenario();
    await begin(scenario);
    const { subscriptions, store } = scenario.deps;
    const before = snapshots(subscriptions.calls);
    const answers = await Promise.all(
      burst.map((type) => sendEvent(scenario, type, { reference: monthlyReference })),
    );
    expect(answers.map(({ status }) => status)).toEqual(burst.map(() => 200));
    expect(snapshots(subscriptions.calls) - before).toBe(2);
    const records = Object.entries(store.dump()).filter(([path]) => path.startsWith('stripeEvents/'));
    expect(records).toHaveLength(burst.length + 1);
    for (const [, record] of records) expect(record['doneAt']).toBeInstanceOf(Date);
  });

  // Holds pay-445.
  it('about one tip asks Stripe twice about it, counts it once, and tells of it once', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.stripe.pay(tip.paymentIntentId);
    const { payments } = scenario.deps;
    const before = snapshots(payments.calls);
    const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
    await Promise.all(Array.from({ length: 6 }, () => sendEvent(scenario, 'charge.updated', about)));
    expect(snapshots(payments.calls) - before).toBe(2);
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ state: 'paid' });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
  });

  // Holds pay-445.
  it('has at its end what changed at Stripe after the first of them had asked', async () => {
    const scenario = await monthlyScenario();
    const subscription = await begin(scenario);
    const { subscriptions } = scenario.deps;
    const ask = subscriptions.snapshot.bind(subscriptions);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    vi.spyOn(subscriptions, 'snapshot').mockImplementation(async (wanted) => {
      const snapshot = await ask(wanted);
      asked += 1;
      if (asked === 1) await held;
      return snapshot;
    });
    const send = () => sendEvent(scenario, 'customer.subscription.updated', { reference: monthlyReference });
    const first = send();
    await vi.waitFor(() => expect(asked).toBe(1));
    scenario.billing.change(subscription, { cancelAtPeriodEnd: true });
    const others = [send(), send()];
    await new Promise((resolve) => setTimeout(resolve, 0));
    answer();
    for (const { status } of await Promise.all([first, ...others])) expect(status).toBe(200);
    expect(asked).toBe(2);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'ending' });
  });

  // Holds pay-445.
  it('comes again as a whole when the question that they share gets no answer', async () => {
    const scenario = await monthlyScenario();
    await begin(scenario);
    const { subscriptions } = scenario.deps;
    const real = subscriptions.snapshot.bind(subscriptions);
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    let asked = 0;
    vi.spyOn(subscriptions, 'snapshot').mockImplementation((wanted) => {
      asked += 1;
      return asked === 2 ? Promise.resolve({ ok: false, problem: away }) : real(wanted);
    });
    const send = (id: string) => sendEvent(scenario, 'invoice.paid', { id, reference: monthlyReference });
    const ids = ['evt_one', 'evt_two', 'evt_three'];
    const statuses = (await Promise.all(ids.map(send))).map(({ status }) => status);
    expect(statuses).toEqual([200, 503, 503]);
    expect((await send('evt_two')).status).toBe(200);
    expect(asked).toBe(3);
  });

  it('about two tips waits for neither', async () => {
    const scenario = await adasScenario();
    const [one, other] = [await sendTip(scenario), await sendTip(scenario)];
    for (const { paymentIntentId } of [one, other]) scenario.stripe.pay(paymentIntentId);
    await Promise.all(
      [one, other].map(({ tipId, paymentIntentId }) =>
        sendEvent(scenario, 'payment_intent.succeeded', {
          paymentIntentId,
          reference: { uid: adaUid, tipId },
        }),
      ),
    );
    for (const { tipId } of [one, other]) expect(tipIn(scenario, tipId).state).toBe('paid');
  });
});
