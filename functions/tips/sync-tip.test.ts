import { describe, expect, it } from 'vitest';
import { parseWith } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { tipStatus } from '@busker/core/fan-api/tip-api';
import { runSweep } from '../jobs/run-sweep';
import { comparePayments } from '../reconcile/compare-payments';
import { StoreUnavailable } from '../store/store';
import { disputeSnapshot } from '../stripe/stripe-payments';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  putDraft,
  refusedFields,
  sendEvent,
  sendTip,
  scenarioWithAccount,
  type Scenario,
  type SentTip,
} from '../testing/ada';
import { putRenewal, type Renewal } from '../testing/monthly-scenario';
import {
  tipIn,
  totalsIn,
  workOff,
  aDayLater,
  paymentOf,
  reconcileNow,
  twoDays,
} from '../testing/stored-state';

describe('GET /v1/tips/{tipId}', () => {
  it('syncs the payment, at most every two seconds', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    const look = () => scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    const first = await look();
    expect(parseWith(tipStatus, first.json).ok).toBe(true);
    expect(first.json).toMatchObject({ status: 'pending', amount: 500, currency: 'usd', undoUntil: null });
    expect(first.json['receiptUrl']).toBe(`https://busker.test/t/${tipId}`);
    scenario.stripe.pay(paymentIntentId);
    const undoUntil = scenario.deps.clock.now() + 600_000;
    scenario.deps.clock.advance(1999);
    expect((await look()).json['status']).toBe('pending');
    scenario.deps.clock.advance(1);
    expect((await look()).json).toMatchObject({ status: 'paid', undoUntil });
    const asked = scenario.deps.payments.calls.length;
    scenario.deps.clock.advance(60_000);
    await look();
    expect(scenario.deps.payments.calls.length).toBe(asked);
  });

  it('returns the stored state while Stripe is unavailable', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    scenario.deps.payments.failNext('snapshot', { kind: 'unavailable', error: new Error('cut') });
    const answer = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(answer).toMatchObject({ status: 200, json: { status: 'pending' } });
  });

  // Holds pay-142.
  it('does not contain the decline reason', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.decline(paymentIntentId, 'card_declined', 'stolen_card');
    const answer = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(answer.json['status']).toBe('pending');
    expect(answer.text).not.toMatch(/stolen|declin/);
  });

  // Holds pay-130.
  it("is the same 404 for a wrong token, another tip's token, no token, and no tip", async () => {
    const scenario = await adasScenario();
    const one = await sendTip(scenario);
    const other = await sendTip(scenario);
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      [one.tipId, bearerOf(`${one.tipToken}x`)],
      [one.tipId, bearerOf(other.tipToken)],
      [one.tipId, {}],
      ['a'.repeat(25), bearerOf(one.tipToken)],
    ];
    const answers = await Promise.all(
      asked.map(([tipId, headers]) => scenario.call('GET', `/v1/tips/${tipId}`, undefined, headers)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect({ status: answers[0]?.status, code: answers[0]?.json['code'] }).toEqual({
      status: 404,
      code: 'tip-not-found',
    });
  });

  it('has no undo when the owner switched it off, and after ten minutes', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(3000);
    const look = async () =>
      (await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken))).json['undoUntil'];
    expect(await look()).toBeTypeOf('number');
    putDraft(scenario.deps, adaUid, { ...adaDraft, tips: { ...adaDraft.tips, undo: false }, revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    expect(await look()).toBeNull();
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 3 });
    await scenario.call('POST', '/v1/me/publish', { revision: 3 }, bearerOf(adaToken));
    scenario.deps.clock.advance(10 * 60_000);
    expect(await look()).toBeNull();
  });
});

describe('POST /v1/tips/{tipId}/amount', () => {
  // Holds pay-070.
  it('changes the amount of the same intent after a decline', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.decline(paymentIntentId);
    const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
    const answer = await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ tipId, tipToken, tipAmount: 300, coverAmount: 40, amount: 340 });
    scenario.stripe.pay(paymentIntentId);
    scenario.deps.clock.advance(2000);
    const paid = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    expect(paid.json).toMatchObject({ status: 'paid', amount: 340, tipAmount: 300, coverAmount: 40 });
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-070.
  it('is refused once the tip has succeeded', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    scenario.stripe.pay(paymentIntentId);
    const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
    const call = () => scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect((await call()).json['code']).toBe('tip-not-changeable');
    scenario.deps.clock.advance(2000);
    await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
    const asked = scenario.deps.payments.calls.length;
    expect((await call()).json['code']).toBe('tip-not-changeable');
    expect(scenario.deps.payments.calls.length).toBe(asked);
  });

  it('can be repeated after a lost answer', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    scenario.deps.payments.failNext(
      'changeIntent',
      { kind: 'unavailable', error: new Error('cut') },
      'after',
    );
    const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
    const call = () => scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect((await call()).status).toBe(503);
    expect((await call()).json).toMatchObject({ amount: 300 });
  });

  // Holds pay-088.
  it.each(['answer', 'write'] as const)(
    'is the paid amount when our %s was lost and the request was not repeated',
    async (lost) => {
      const scenario = await adasScenario();
      const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
      const { payments, store } = scenario.deps;
      if (lost === 'answer')
        payments.failNext('changeIntent', { kind: 'unavailable', error: new Error('cut') }, 'after');
      else
        store.fault = (step) => {
          if (step === 'commit' && payments.calls.includes('changeIntent'))
            throw new StoreUnavailable(new Error('14 UNAVAILABLE'));
        };
      const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
      await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
      store.fault = () => undefined;
      expect(tipIn(scenario, tipId).amount).toBe(500);
      scenario.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId };
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
      const parts = { amount: 340, tipAmount: 300, coverAmount: 40 };
      expect(tipIn(scenario, tipId)).toMatchObject({
        ...parts,
        state: 'paid',
        moderation: { state: 'visible' },
      });
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 340 });
    },
  );

  it.each([
    ['tipAmount', { tipAmount: '3' }],
    ['coverCosts', { coverCosts: 1 }],
    ['total', { total: null }],
    ['currency', { currency: 'usd' }],
  ])('refuses an invalid %s, naming the field', async (field, change) => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    const body = { tipAmount: 300, coverCosts: false, total: 300, ...change };
    const answer = await scenario.call('POST', `/v1/tips/${tipId}/amount`, body, bearerOf(tipToken));
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it('checks the total that the fan saw, and the limits', async () => {
    const scenario = await adasScenario();
    const { tipId, tipToken } = await sendTip(scenario);
    const call = (body: object) =>
      scenario.call('POST', `/v1/tips/${tipId}/amount`, body, bearerOf(tipToken));
    const wrong = await call({ tipAmount: 300, coverCosts: true, total: 300 });
    expect({ code: wrong.json['code'], figures: wrong.json['figures'] }).toEqual({
      code: 'total-changed',
      figures: { tipAmount: 300, coverAmount: 40, amount: 340, currency: 'usd' },
    });
    expect((await call({ tipAmount: 1, coverCosts: false, total: 1 })).json['code']).toBe('amount-too-small');
  });
});

const balance = { id: 'txn_1', stripeFee: 37, applicationFee: 0, net: 500, currency: 'usd' };

/** A renewal that Stripe has charged; its events name no tip. */
async function paidRenewal(scenario: Scenario): Promise<Renewal> {
  const renewal = putRenewal(scenario);
  scenario.stripe.pay(renewal.paymentIntentId);
  await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: renewal.paymentIntentId });
  return renewal;
}

const compare = ({ deps }: Scenario) =>
  comparePayments(deps, 'acct_ada', adaUid, { bookedSince: 0, traces: true });

describe('a renewal’s payment, which names no tip', () => {
  // Holds pay-250.
  it('is found by the index when its events arrive: paid, refunded, disputed', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 537 } });
    scenario.stripe.refund(paymentIntentId, 100);
    await sendEvent(scenario, 'refund.created', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'partially_refunded', contrib: { refunded: 100 } });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 537, refunded: 100 });
    scenario.stripe.dispute(paymentIntentId, 'needs_response', 437);
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'disputed', contrib: { disputed: 437 } });
    expect(scenario.deps.payments.calls).not.toContain('tipOf');
  });

  // Holds pay-250.
  it.each([
    [
      'its fees',
      (scenario: Scenario, id: string) => scenario.stripe.book(id, balance),
      { fees: { net: 500 } },
    ],
    ['a refund', (scenario: Scenario, id: string) => scenario.stripe.refund(id, 537), { state: 'refunded' }],
    [
      'a dispute',
      (scenario: Scenario, id: string) => scenario.stripe.dispute(id, 'needs_response'),
      { state: 'disputed' },
    ],
    [
      'an inquiry',
      (scenario: Scenario, id: string) => scenario.stripe.dispute(id, 'warning_needs_response'),
      { dispute: { status: 'inquiry' } },
    ],
    [
      'a warning',
      (scenario: Scenario, id: string) => scenario.stripe.warn(id),
      { warning: { actionable: true } },
    ],
  ])('is found in Stripe’s lists when the event about %s is lost', async (_what, happens, after) => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    scenario.deps.clock.advance(60_000);
    happens(scenario, paymentIntentId);
    scenario.deps.clock.advance(120_000);
    expect(await compare(scenario)).toMatchObject({ changed: 1 });
    expect(tipIn(scenario, tipId)).toMatchObject(after);
    expect(await compare(scenario)).toMatchObject({ changed: 0 });
  });

  it('makes its account one that was tipped lately', async () => {
    const scenario = await adasScenario();
    const { paymentIntentId } = await paidRenewal(scenario);
    scenario.stripe.book(paymentIntentId, balance);
    const paidAt = scenario.deps.payments.payments.get(paymentIntentId)?.charge?.createdAt;
    expect((await compare(scenario)).lastTipAt).toBe(paidAt);
  });
});

describe('a renewal that is declined', () => {
  // Holds pay-251.
  it('has failed, and is paid once Stripe’s next try succeeds', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = putRenewal(scenario);
    scenario.stripe.decline(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'failed', payment: { attempts: 1 } });
    scenario.deps.clock.advance(2 * 24 * 60 * 60_000);
    await workOff(scenario.deps);
    scenario.stripe.ask3ds(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.requires_action', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'failed' });
    expect(scenario.deps.payments.calls).not.toContain('cancelIntent');
    scenario.stripe.pay(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
  });

  // Holds pay-252.
  it('is no fan who tries cards: sixty of them in a minute neither pause the profile nor ask for a challenge', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    for (let count = 0; count < 60; count += 1) {
      const { paymentIntentId } = putRenewal(scenario);
      for (let tried = 0; tried < 5; tried += 1) scenario.stripe.decline(paymentIntentId);
      await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId });
    }
    expect((await scenario.call('POST', '/v1/tips', await goodTip(scenario))).status).toBe(201);
    expect(scenario.deps.payments.calls).not.toContain('cancelIntent');
  });
});

describe('a renewal', () => {
  it.each([
    ['payments', { paidPayments: 2 }],
    ['subscription', { subscriptionId: 'sub_other' }],
    ['tip_id', { tipId: 'other' }],
    ['owner_uid', { uid: null }],
  ])('whose invoice differs in its %s is held and not counted', async (what, given) => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = putRenewal(scenario);
    scenario.stripe.pay(paymentIntentId);
    const payment = scenario.deps.payments.payments.get(paymentIntentId);
    if (payment?.invoice !== undefined) payment.invoice = { ...payment.invoice, ...given };
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
    expect(tipIn(scenario, tipId)).toMatchObject({
      moderation: { state: 'held', reasons: [`payment-mismatch:${what}`] },
      contrib: { count: 0 },
    });
  });

  // Holds pay-253.
  it('is not on the wall again', async () => {
    const scenario = await adasScenario();
    const { tipId } = await paidRenewal(scenario);
    const left = Object.keys(scenario.deps.store.dump());
    expect(left).not.toContain(paths.supporter(adaUid, tipId));
    expect(left.filter((path) => path.includes('/totals/'))).toHaveLength(1);
  });

  it('that was paid follows its refunds in the ledger after the account is gone', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidRenewal(scenario);
    const unpaid = putRenewal(scenario);
    scenario.stripe.decline(unpaid.paymentIntentId);
    await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId: unpaid.paymentIntentId });
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    scenario.stripe.refund(paymentIntentId, 537);
    await sendEvent(scenario, 'refund.created', { paymentIntentId });
    const left = scenario.deps.store.dump();
    expect(left[paths.ledgerEntry(adaUid, tipId)]).toMatchObject({ amount: 537, refunded: 537 });
    expect(left).not.toHaveProperty([paths.stripePayment(unpaid.paymentIntentId)]);
  });
});

const minute = 60_000;
const bank = (type: string) => ({ type, brand: null, last4: null, country: null });

/** The fan went to the bank, and closed the tab there. */
async function atBank(scenario: Scenario): Promise<SentTip> {
  const tip = await sendTip(scenario);
  scenario.stripe.ask3ds(tip.paymentIntentId);
  return tip;
}

/** The bank tells Stripe that the fan has authorised, and Stripe books the payment. */
function authorised(scenario: Scenario, { paymentIntentId }: SentTip, type: string): void {
  scenario.stripe.pay(paymentIntentId);
  const payment = paymentOf(scenario, paymentIntentId);
  const id = `txn_${paymentIntentId}`;
  const balance = { id, stripeFee: 29, applicationFee: 0, net: 471, currency: 'usd' } as const;
  if (payment.charge !== null) payment.charge = { ...payment.charge, method: bank(type), balance };
}

const paidBy = (type: string) => ({
  state: 'paid',
  payment: { status: 'succeeded' },
  stripe: { paymentMethodType: type },
  contrib: { count: 1, gross: 500 },
});

/** The calls of Stripe in nine days after three tips that were paid by these ways. */
async function callsOfSweeps(types: readonly string[]) {
  const scenario = await scenarioWithAccount();
  for (const type of types) {
    const tip = await sendTip(scenario);
    authorised(scenario, tip, type);
    await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
  }
  const { payments, refunds, accounts } = scenario.deps;
  const all = () => [...payments.calls, ...refunds.calls, ...accounts.calls];
  const before = all().length;
  await twoDays(scenario);
  for (let days = 0; days < 7; days += 1) await aDayLater(scenario);
  return all().slice(before);
}

describe('a payment that waits at the bank', () => {
  describe('a fan who closes the tab at the bank after authorising', () => {
    // Holds pay-338.
    it.each(['ideal', 'eps', 'twint'])('has paid by %s as soon as the event comes', async (type) => {
      const scenario = await scenarioWithAccount();
      const tip = await atBank(scenario);
      authorised(scenario, tip, type);
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
      expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy(type));
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    });

    // Holds pay-338.
    it.each(['ideal', 'eps', 'twint'])(
      'has paid by %s after five minutes when the event is lost',
      async (type) => {
        const scenario = await scenarioWithAccount();
        const tip = await atBank(scenario);
        authorised(scenario, tip, type);
        scenario.deps.clock.advance(5 * minute);
        await runSweep(scenario.deps, 'every-5-minutes');
        expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy(type));
        expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
        // The late event changes nothing.
        await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId });
        expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
      },
    );

    // Holds pay-338.
    it('has paid also when the bank authorises half an hour later', async () => {
      const scenario = await scenarioWithAccount();
      const tip = await atBank(scenario);
      for (let minutes = 0; minutes < 30; minutes += 5) {
        scenario.deps.clock.advance(5 * minute);
        await runSweep(scenario.deps, 'every-5-minutes');
      }
      expect(tipIn(scenario, tip.tipId)).toMatchObject({ payment: { status: 'requires_action' } });
      authorised(scenario, tip, 'ideal');
      for (let minutes = 0; minutes < 10; minutes += 5) {
        scenario.deps.clock.advance(5 * minute);
        await runSweep(scenario.deps, 'every-5-minutes');
      }
      expect(tipIn(scenario, tip.tipId)).toMatchObject(paidBy('ideal'));
    });
  });

  // Holds pay-338.
  it('tips by EPS, Bancontact and iDEAL have the sweeps ask Stripe exactly what tips by card do', async () => {
    const byCard = await callsOfSweeps(['card', 'card', 'card']);
    expect(byCard).toContain('listBookings');
    expect(await callsOfSweeps(['eps', 'bancontact', 'ideal'])).toEqual(byCard);
  });

  // Holds pay-231.
  it.each(['payment_method_unactivated', 'payment_method_not_available'])(
    'a tip whose way was switched off meanwhile stays, and is paid another way: %s',
    async (code) => {
      const scenario = await scenarioWithAccount();
      const tip = await sendTip(scenario);
      scenario.stripe.decline(tip.paymentIntentId, code);
      await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId: tip.paymentIntentId });
      scenario.deps.clock.advance(5 * minute);
      await runSweep(scenario.deps, 'every-5-minutes');
      const look = () => scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect((await look()).json).toMatchObject({ status: 'pending' });
      expect(paymentOf(scenario, tip.paymentIntentId).intent.status).toBe('requires_payment_method');
      authorised(scenario, tip, 'card');
      scenario.deps.clock.advance(5 * minute);
      expect((await look()).json).toMatchObject({ tipId: tip.tipId, status: 'paid' });
      expect(scenario.deps.payments.payments.size).toBe(1);
    },
  );
});

const day = 24 * 60 * 60_000;

/** What Stripe shows of the dispute of a tip of 500. It takes the amount and a fee, and gives the amount back once it is won. */
function atStripe(scenario: Scenario, { paymentIntentId }: SentTip, status: string): void {
  const created = Math.floor(scenario.deps.clock.now() / 1000);
  const taken = { created, net: -2000, fee: 1500 };
  const dispute = {
    id: 'dp_1',
    amount: 500,
    status,
    created,
    evidence_details: { due_by: status.includes('needs_response') ? 1_900_000_000 : null },
    balance_transactions: status === 'won' ? [taken, { created, net: 500, fee: 0 }] : [taken],
  } as unknown as Parameters<typeof disputeSnapshot>[0];
  paymentOf(scenario, paymentIntentId).disputes = [disputeSnapshot(dispute)];
}

async function lostDispute(): Promise<{ readonly scenario: Scenario; readonly tip: SentTip }> {
  const scenario = await scenarioWithAccount();
  const [tip] = [await paidTip(scenario), await paidTip(scenario)];
  const { paymentIntentId } = tip;
  atStripe(scenario, tip, 'needs_response');
  await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
  atStripe(scenario, tip, 'lost');
  await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId });
  expect(seen(scenario, tip)).toEqual(lost);
  return { scenario, tip };
}

const seen = (scenario: Scenario, { tipId }: SentTip) => {
  const { state, dispute, contrib } = tipIn(scenario, tipId);
  return { state, dispute: dispute.status, dueBy: dispute.dueBy, contrib, totals: totalsIn(scenario) };
};
const totals = (disputed: number) => ({ usd: { count: 2, gross: 1000, refunded: 0, disputed } });
const contrib = (disputed: number) => ({ count: 1, gross: 500, refunded: 0, disputed });
const lost = {
  state: 'lost',
  dispute: 'lost',
  dueBy: null,
  contrib: expect.objectContaining(contrib(500)) as unknown,
  totals: totals(500),
};
const won = {
  state: 'paid',
  dispute: 'won',
  dueBy: null,
  contrib: expect.objectContaining(contrib(0)) as unknown,
  totals: totals(0),
};

/** By the event, or by the check of the next day when the event is lost. */
const tellings = [
  [
    'the event',
    (scenario: Scenario, { paymentIntentId }: SentTip, type: string) =>
      sendEvent(scenario, type, { paymentIntentId }),
  ],
  [
    'the next look',
    async (scenario: Scenario) => {
      scenario.deps.clock.advance(day);
      await reconcileNow(scenario.deps);
    },
  ],
] as const;

describe('an appeal after a lost dispute', () => {
  // Holds pay-214.
  it.each(tellings)('leaves the tip lost and the totals as they are, by %s', async (_, tell) => {
    const { scenario, tip } = await lostDispute();
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost']) {
      atStripe(scenario, tip, status);
      await tell(scenario, tip, 'charge.dispute.updated');
      expect(seen(scenario, tip)).toEqual(lost);
    }
  });

  // Holds pay-214.
  it.each(tellings)('that is won brings the tip and the totals back to the unit, by %s', async (_, tell) => {
    const { scenario, tip } = await lostDispute();
    atStripe(scenario, tip, 'appeal_under_review');
    await tell(scenario, tip, 'charge.dispute.updated');
    atStripe(scenario, tip, 'won');
    await tell(scenario, tip, 'charge.dispute.closed');
    expect(seen(scenario, tip)).toEqual(won);
    await sendEvent(scenario, 'charge.dispute.funds_reinstated', { paymentIntentId: tip.paymentIntentId });
    scenario.deps.clock.advance(day);
    await reconcileNow(scenario.deps);
    expect(seen(scenario, tip)).toEqual(won);
  });
});
