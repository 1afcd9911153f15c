import { describe, expect, it, test } from 'vitest';
import { tipDocument } from '../money-documents/tip-document';
import { fakeCharge, fakeIntent, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { isRenewal, type PaymentStatus, type Tip, type TipCycle } from '../tip/tip';
import { supporterOf } from '../wall/wall-document';
import {
  isOpenPayment,
  tipState,
  contributionDelta,
  isNews,
  projectReturned,
  projectTip,
} from './tip-projection';
import type {
  DisputeSnapshot,
  IntentSnapshot,
  InvoiceOfPayment,
  PaymentSnapshot,
  RefundSnapshot,
} from './payment-snapshot';

describe('tip projection', () => {
  const paid = projectTip(fakeTip(), fakeSnapshot());
  const withStatus = (status: PaymentStatus): Tip =>
    fakeTip({ payment: { status, attempts: 0, lastError: null, succeededAt: null } });
  describe('a payment that succeeded', () => {
    // Holds pay-059.
    it('is paid, counted in full, and has its card and fees', () => {
      expect(paid).toMatchObject({
        state: 'paid',
        payment: { status: 'succeeded', attempts: 0, lastError: null, succeededAt: noon + 30_000 },
        contrib: { count: 1, gross: 546, refunded: 0, disputed: 0 },
        stripe: { chargeId: 'ch_1', balanceTransactionId: 'txn_1', brand: 'visa', last4: '4242' },
        fees: { estimated: 46, stripe: 46, application: 0, net: 500, settlementCurrency: 'usd' },
        fan: { name: 'Grace', country: 'US' },
        syncedAt: noon + 60_000,
      });
    });

    // Holds pay-012.
    it('has the risk level of the card that was tried last', () => {
      const elevated = projectTip(fakeTip(), fakeSnapshot({ charge: fakeCharge({ riskLevel: 'elevated' }) }));
      expect([paid.risk, elevated.risk]).toEqual(['normal', 'elevated']);
      expect(projectTip(elevated, fakeSnapshot({ charge: null })).risk).toBe('elevated');
      expect(tipDocument.decode(tipDocument.encode(elevated))).toMatchObject({ value: { risk: 'elevated' } });
      const { risk: _risk, ...before } = tipDocument.encode(elevated);
      expect(tipDocument.decode(before)).toMatchObject({ value: { risk: null } });
    });

    it("keeps what the fan's card statement shows, when Stripe says it", () => {
      expect(paid.stripe).not.toHaveProperty('statement');
      const told = projectTip(
        fakeTip(),
        fakeSnapshot({ charge: fakeCharge({ statement: 'ADA LIND* TIP' }) }),
      );
      expect(told.stripe.statement).toBe('ADA LIND* TIP');
      expect(projectTip(told, fakeSnapshot()).stripe.statement).toBe('ADA LIND* TIP');
      expect(tipDocument.decode(tipDocument.encode(told))).toMatchObject({
        value: { stripe: { statement: 'ADA LIND* TIP' } },
      });
    });

    // Holds pay-104.
    it('leaves `rev` and `updatedAt` unchanged', () => {
      expect({ rev: paid.rev, updatedAt: paid.updatedAt }).toEqual({ rev: 1, updatedAt: noon });
    });

    // Holds pay-067.
    it('is unchanged by the same answer twice', () => {
      const again = projectTip(paid, fakeSnapshot({ askedAt: noon + 99_000 }));
      expect(isNews(paid, again)).toBe(false);
      expect(contributionDelta(paid.contrib, again.contrib)).toEqual({
        count: 0,
        gross: 0,
        refunded: 0,
        disputed: 0,
      });
    });

    // Holds pay-066.
    it('stays succeeded after an older answer', () => {
      const late = projectTip(
        paid,
        fakeSnapshot({ intent: fakeIntent({ status: 'requires_payment_method' }), charge: null }),
      );
      expect(late.payment).toEqual(paid.payment);
      expect(late.contrib).toEqual(paid.contrib);
      expect(late.stripe.chargeId).toBe('ch_1');
    });

    it('succeeded at the time of the read when there is no charge', () => {
      expect(projectTip(fakeTip(), fakeSnapshot({ charge: null })).payment.succeededAt).toBe(noon + 60_000);
    });

    // Holds pay-060.
    it("is never paid before it was created, although Stripe's times are whole seconds", () => {
      const made = fakeTip({ createdAt: noon + 700 });
      const paidAt = (createdAt: number) =>
        projectTip(made, fakeSnapshot({ charge: fakeCharge({ createdAt }) })).payment.succeededAt;
      expect(paidAt(noon)).toBe(noon + 700);
      expect(paidAt(noon + 1000)).toBe(noon + 1000);
    });

    // Holds pay-059.
    it('keeps its fees while there is no balance transaction', () => {
      const fees = projectTip(paid, fakeSnapshot({ charge: fakeCharge({ balance: null }) })).fees;
      expect(fees).toEqual(paid.fees);
    });
  });

  describe('payment status', () => {
    test.each<[from: PaymentStatus, intent: Partial<IntentSnapshot>, to: PaymentStatus]>([
      ['draft', { status: 'requires_payment_method' }, 'awaiting'],
      ['awaiting', { status: 'requires_confirmation' }, 'awaiting'],
      ['awaiting', { status: 'requires_action' }, 'requires_action'],
      ['requires_action', { status: 'requires_payment_method' }, 'awaiting'],
      ['awaiting', { status: 'processing' }, 'processing'],
      ['awaiting', { status: 'requires_capture' }, 'processing'],
      ['processing', { status: 'requires_payment_method' }, 'awaiting'],
      ['unknown', { status: 'succeeded' }, 'succeeded'],
      ['awaiting', { status: 'canceled', cancellationReason: 'abandoned' }, 'expired'],
      ['awaiting', { status: 'canceled', cancellationReason: 'automatic' }, 'expired'],
      ['awaiting', { status: 'canceled', cancellationReason: 'fraudulent' }, 'canceled'],
      ['expired', { status: 'succeeded' }, 'succeeded'],
      ['canceled', { status: 'succeeded' }, 'succeeded'],
      ['failed', { status: 'succeeded' }, 'succeeded'],
      ['expired', { status: 'requires_payment_method' }, 'expired'],
      ['succeeded', { status: 'canceled' }, 'succeeded'],
    ])('%s, and Stripe says %o: %s', (from, intent, to) => {
      const projected = projectTip(
        withStatus(from),
        fakeSnapshot({ intent: fakeIntent(intent), charge: null }),
      );
      expect(projected.payment.status).toBe(to);
    });

    test.each<['open' | 'complete' | 'expired', PaymentStatus]>([
      ['open', 'awaiting'],
      ['expired', 'expired'],
      ['complete', 'unknown'],
    ])('a Checkout Session that is %s and has no intent: %s', (status, to) => {
      const hosted = fakeSnapshot({ intent: null, charge: null, session: { id: 'cs_1', status } });
      const projected = projectTip(
        fakeTip({ stripe: { ...fakeTip().stripe, paymentIntentId: null } }),
        hosted,
      );
      expect(projected.payment.status).toBe(to);
      expect(projected.stripe).toMatchObject({ checkoutSessionId: 'cs_1', paymentIntentId: null });
      expect(projected.moderation.state).toBe('visible');
    });

    it('is unchanged when Stripe has neither intent nor session', () => {
      const projected = projectTip(withStatus('draft'), fakeSnapshot({ intent: null, charge: null }));
      expect(projected.payment.status).toBe('draft');
    });
  });

  describe('declined attempts', () => {
    const declined = (failedAttempts: number, askedAt = noon + 1) =>
      fakeSnapshot({
        askedAt,
        intent: fakeIntent({
          status: 'requires_payment_method',
          lastError: { code: 'card_declined', declineCode: 'insufficient_funds' },
          failedAttempts,
        }),
        charge: fakeCharge({ status: 'failed', balance: null }),
      });

    it('are counted by Stripe, so a repeated answer adds none', () => {
      const once = projectTip(fakeTip(), declined(1));
      expect(once.payment).toMatchObject({ status: 'awaiting', attempts: 1 });
      expect(projectTip(once, declined(1)).payment.attempts).toBe(1);
      expect(projectTip(once, declined(2)).payment.attempts).toBe(2);
    });

    it('count as one when the check failed before any charge', () => {
      expect(projectTip(fakeTip(), declined(0)).payment.attempts).toBe(1);
    });

    const asked = (method: string, failedAttempts = 0, failedEvent: string | null = null) => {
      const lastError = {
        code: 'payment_intent_authentication_failure',
        declineCode: null,
        unchargedMethod: method,
      };
      const intent = fakeIntent({ status: 'requires_payment_method', lastError, failedAttempts });
      return { ...fakeSnapshot({ intent, charge: null }), failedEvent };
    };
    const after = (...snapshots: readonly PaymentSnapshot[]) =>
      snapshots.reduce((tip, snapshot) => projectTip(tip, snapshot), fakeTip()).payment.attempts;

    it('count each card with a failed 3-D Secure check, although none left a charge', () => {
      expect(after(asked('pm_1'), asked('pm_2'), asked('pm_3'))).toBe(3);
      expect(after(asked('pm_1'), asked('pm_1'))).toBe(1);
      expect(after(asked('pm_1'), declined(1), declined(2))).toBe(3);
    });

    it('count each event of a failed attempt, although the read saw only the latest one', () => {
      const events = ['evt_1', 'evt_2', 'evt_3', 'evt_3'];
      expect(after(...events.map((event) => asked('pm_9', 0, event)))).toBe(3);
      expect(after(asked('pm_1'), asked('pm_1', 0, 'evt_1'), asked('pm_2', 1, 'evt_2'))).toBe(3);
    });

    it('keep the time of the error until the next one', () => {
      const once = projectTip(fakeTip(), declined(1, noon + 1));
      expect(projectTip(once, declined(1, noon + 2)).payment.lastError?.at).toBe(noon + 1);
      expect(projectTip(once, declined(2, noon + 3)).payment.lastError).toEqual({
        code: 'card_declined',
        declineCode: 'insufficient_funds',
        at: noon + 3,
      });
    });

    it('are no error once another card succeeded', () => {
      const succeeded = projectTip(projectTip(fakeTip(), declined(1)), fakeSnapshot());
      expect(succeeded.payment).toMatchObject({ status: 'succeeded', attempts: 1, lastError: null });
    });
  });

  it('adds the intent that a lost answer had created', () => {
    const lost = fakeTip({ stripe: { ...fakeTip().stripe, paymentIntentId: null } });
    expect(projectTip(lost, fakeSnapshot()).stripe.paymentIntentId).toBe('pi_1');
  });

  it('a tip that was stored and read is unchanged', () => {
    const snapshot = fakeSnapshot({
      refunds: [{ id: 're_1', amount: 100, status: 'succeeded' }],
      disputes: [{ id: 'dp_1', amount: 5, status: 'needs_response', dueBy: noon }],
    });
    const declined = fakeSnapshot({
      intent: fakeIntent({
        status: 'requires_action',
        lastError: { code: 'card_declined', declineCode: null },
      }),
      charge: null,
    });
    for (const answer of [snapshot, declined, fakeSnapshot({ accountId: 'acct_other' })]) {
      const stored = tipDocument.decode(tipDocument.encode(projectTip(fakeTip(), answer)));
      const tip = stored.ok ? stored.value : fakeTip();
      expect(isNews(tip, projectTip(tip, answer))).toBe(false);
      expect(isNews(fakeTip(), projectTip(tip, answer))).toBe(true);
    }
  });

  it('has the latest of several warnings, in any order', () => {
    const early = { type: 'unauthorized_use_of_card', actionable: false, createdAt: noon };
    const late = { type: 'made_with_stolen_card', actionable: true, createdAt: noon + 1 };
    for (const warnings of [
      [early, late],
      [late, early],
    ]) {
      const { warning } = projectTip(fakeTip(), fakeSnapshot({ warnings }));
      expect(warning).toEqual({ type: late.type, actionable: true, at: noon + 1 });
    }
  });

  describe('a change of the amount', () => {
    const amountChange = { id: 'c1', tipAmount: 300, coverAmount: 0, answer: 'lost', until: noon } as const;
    const awaiting = { ...withStatus('awaiting'), amountChange };
    const intent = fakeIntent({ status: 'requires_payment_method' });
    const askedAt = (at: number) => projectTip(awaiting, fakeSnapshot({ intent, charge: null, askedAt: at }));

    it('stays open until Stripe can no longer make it', () => {
      expect(askedAt(noon - 1).amountChange).toEqual(amountChange);
      expect(askedAt(noon).amountChange).toBeNull();
    });

    it('is over once the payment is over, and is stored with its time', () => {
      expect(projectTip(awaiting, fakeSnapshot()).amountChange).toBeNull();
      expect(tipDocument.decode(tipDocument.encode(awaiting))).toMatchObject({
        ok: true,
        value: { amountChange },
      });
    });
  });
});

describe('dispute projection', () => {
  const paid = projectTip(fakeTip(), fakeSnapshot());
  const dispute = (status: DisputeSnapshot['status'], amount = 546, id = 'dp_1'): DisputeSnapshot => ({
    id,
    amount,
    status,
    dueBy: status === 'needs_response' ? noon + 1 : null,
  });

  describe('disputes', () => {
    test.each<[DisputeSnapshot['status'], Tip['dispute']['status'], state: Tip['state'], counted: number]>([
      ['warning_needs_response', 'inquiry', 'paid', 0],
      ['warning_under_review', 'inquiry', 'paid', 0],
      ['warning_closed', 'none', 'paid', 0],
      ['needs_response', 'open', 'disputed', 546],
      ['under_review', 'open', 'disputed', 546],
      ['won', 'won', 'paid', 0],
      ['lost', 'lost', 'lost', 546],
      ['prevented', 'prevented', 'paid', 0],
    ])('%s reads as %s', (status, group, state, counted) => {
      const projected = projectTip(paid, fakeSnapshot({ disputes: [dispute(status)] }));
      expect(projected.dispute).toMatchObject({ status: group, disputeId: 'dp_1', amount: 546 });
      expect(projected.state).toBe(state);
      expect(projected.contrib.disputed).toBe(counted);
    });

    it('several add up to the held amount, and the most serious status counts', () => {
      const disputes = [
        dispute('lost', 100, 'dp_1'),
        dispute('needs_response', 50, 'dp_2'),
        dispute('won', 7, 'dp_3'),
      ];
      expect(projectTip(paid, fakeSnapshot({ disputes })).dispute).toEqual({
        status: 'open',
        amount: 150,
        disputeId: 'dp_2',
        dueBy: noon + 1,
      });
    });

    it('are kept when an answer omits them', () => {
      const lost = projectTip(paid, fakeSnapshot({ disputes: [dispute('lost')] }));
      expect(projectTip(lost, fakeSnapshot()).dispute).toEqual(lost.dispute);
    });
  });
});

describe('returned projection', () => {
  const refund = (booked: number | null, createdAt = 1000): RefundSnapshot => ({
    id: `re_${createdAt}`,
    amount: 300,
    status: 'succeeded',
    booked,
    createdAt,
  });
  const dispute = (net: number, fee: number): DisputeSnapshot => ({
    id: 'dp_1',
    amount: 500,
    status: 'needs_response',
    dueBy: null,
    createdAt: 5000,
    booked: { net, fee },
  });

  it('adds up what Stripe booked for refunds and disputes, with the dates of the latest', () => {
    const refunds = [refund(-300, 1000), refund(0, 3000), refund(-200, 2000)];
    expect(projectReturned(null, { refunds, disputes: [dispute(-2000, 1500)] })).toMatchObject({
      refundNet: -500,
      disputeNet: -2000,
      disputeFee: 1500,
      refundedAt: 3000,
      disputedAt: 5000,
    });
  });

  it('counts nothing for a refund that Stripe has not booked yet', () => {
    expect(projectReturned(null, { refunds: [refund(null)], disputes: [] })).toMatchObject({ refundNet: 0 });
  });

  it('keeps the stored part when an answer leaves out a list', () => {
    const before = projectReturned(null, { refunds: [refund(-300)], disputes: [dispute(-2000, 1500)] });
    expect(projectReturned(before, { refunds: [], disputes: [] })).toBe(before);
    expect(projectReturned(before, { refunds: [], disputes: [dispute(-1500, 1500)] })).toMatchObject({
      refundNet: -300,
      disputeNet: -1500,
    });
    expect(projectReturned(before, { refunds: [refund(-500)], disputes: [] })).toMatchObject({
      refundNet: -500,
      disputeNet: -2000,
    });
  });

  // Holds dash-991.
  it('knows what a dispute took and what came back with its days, and adds up to what is held now', () => {
    const taken = { at: 5000, net: -2046, fee: 1500 };
    const back = { at: 9000, net: 546, fee: 0 };
    const of = (status: 'needs_response' | 'won', moves: readonly (typeof taken)[]) => {
      const sum = (field: 'net' | 'fee') => moves.reduce((total, move) => total + move[field], 0);
      const booked = { net: sum('net'), fee: sum('fee'), moves };
      return projectReturned(null, {
        refunds: [],
        disputes: [{ id: 'dp_1', amount: 546, status, dueBy: null, createdAt: 5000, booked }],
      });
    };
    expect(of('needs_response', [taken])).not.toHaveProperty('disputesMoved');
    const won = of('won', [back, taken]);
    expect(won).toMatchObject({
      disputesMoved: [
        { at: 5000, net: -2046, fee: 1500, amount: 546 },
        { at: 9000, net: 546, fee: 0, amount: -546 },
      ],
      disputeMovedAt: 9000,
    });
    expect(projectReturned(won, { refunds: [refund(-1, 9)], disputes: [] })).toMatchObject({
      disputeMovedAt: 9000,
      disputesMoved: [{ at: 5000 }, { at: 9000 }],
    });
    // Won, but not booked yet: nothing is held.
    expect(of('won', [taken])).toMatchObject({ disputesMoved: [{ amount: -546 }, { amount: 546 }] });
  });

  // Holds dash-931.
  it('knows each of several refunds with its day, until Stripe names one alone again', () => {
    const made = (createdAt: number, booked: number, status: 'succeeded' | 'failed' = 'succeeded') => ({
      id: `re_${createdAt}`,
      amount: 200,
      status,
      createdAt,
      booked,
    });
    const several = projectReturned(null, {
      refunds: [made(9, -190), made(5, -180), made(7, 0, 'failed')],
      disputes: [],
    });
    expect(several).toMatchObject({
      refundedAt: 9,
      refundsMade: [
        { at: 5, net: -180, amount: 200 },
        { at: 9, net: -190, amount: 200 },
      ],
    });
    expect(projectReturned(several, { refunds: [], disputes: [dispute(-2000, 1500)] })).toMatchObject({
      refundsMade: [{ at: 5 }, { at: 9 }],
      disputeNet: -2000,
    });
    expect(projectReturned(several, { refunds: [made(5, -180)], disputes: [] })).not.toHaveProperty(
      'refundsMade',
    );
    // One that failed moves no money, and no other refund to its day.
    expect(
      projectReturned(several, { refunds: [made(5, -180), made(9, 0, 'failed')], disputes: [] }),
    ).toMatchObject({ refundNet: -180, refundedAt: 5 });
  });

  it('says nothing about a tip that was never returned', () => {
    expect(projectReturned(null, { refunds: [], disputes: [] })).toBeNull();
  });
});

describe('refund projection', () => {
  const paid = projectTip(fakeTip(), fakeSnapshot());
  const refund = (amount: number, status: RefundSnapshot['status'], id = 're_1'): RefundSnapshot => ({
    id,
    amount,
    status,
  });

  describe('refunds', () => {
    test.each<
      [name: string, refunds: RefundSnapshot[], group: Tip['refund'], state: Tip['state'], counted: number]
    >([
      [
        'a part',
        [refund(200, 'succeeded')],
        { status: 'partial', refunded: 200, pending: 0 },
        'partially_refunded',
        200,
      ],
      [
        'all of it',
        [refund(546, 'succeeded')],
        { status: 'full', refunded: 546, pending: 0 },
        'refunded',
        546,
      ],
      [
        'on its way',
        [refund(546, 'pending')],
        { status: 'pending', refunded: 0, pending: 546 },
        'refunded',
        546,
      ],
      [
        'needing the fan',
        [refund(100, 'requires_action')],
        { status: 'pending', refunded: 0, pending: 100 },
        'partially_refunded',
        100,
      ],
      [
        'failed',
        [{ ...refund(546, 'failed'), failureReason: 'declined' }],
        { status: 'failed', refunded: 0, pending: 0, failure: { amount: 546, reason: 'declined' } },
        'paid',
        0,
      ],
      [
        'one that failed after an earlier one',
        [
          { ...refund(100, 'succeeded'), createdAt: 1 },
          { ...refund(50, 'failed', 're_2'), createdAt: 2 },
        ],
        { status: 'partial', refunded: 100, pending: 0, failure: { amount: 50, reason: null } },
        'partially_refunded',
        100,
      ],
      [
        'one that failed and was made good by a later one',
        [
          { ...refund(50, 'failed'), createdAt: 1 },
          { ...refund(50, 'pending', 're_2'), createdAt: 2 },
        ],
        { status: 'pending', refunded: 0, pending: 50 },
        'partially_refunded',
        50,
      ],
      ['canceled', [refund(546, 'canceled')], { status: 'none', refunded: 0, pending: 0 }, 'paid', 0],
      [
        'in two parts',
        [refund(300, 'succeeded'), refund(246, 'succeeded', 're_2')],
        { status: 'full', refunded: 546, pending: 0 },
        'refunded',
        546,
      ],
    ])('%s', (_name, refunds, group, state, counted) => {
      const projected = projectTip(paid, fakeSnapshot({ refunds }));
      expect(projected.refund).toEqual(group);
      expect(projected.state).toBe(state);
      expect(projected.contrib.refunded).toBe(counted);
    });

    it('raise the totals again when one fails', () => {
      const pending = projectTip(paid, fakeSnapshot({ refunds: [refund(546, 'pending')] }));
      const failed = projectTip(pending, fakeSnapshot({ refunds: [refund(546, 'failed')] }));
      expect(contributionDelta(pending.contrib, failed.contrib)).toEqual({
        count: 0,
        gross: 0,
        refunded: -546,
        disputed: 0,
      });
    });

    it('reserve our own request while Stripe does not have it, without counting it', () => {
      const projected = projectTip(paid, fakeSnapshot(), 200);
      expect(projected.refund).toEqual({ status: 'pending', refunded: 0, pending: 200 });
      expect(projected).toMatchObject({ state: 'paid', contrib: { refunded: 0 } });
    });
  });

  it('show the latest failed refund, in whatever order Stripe lists them', () => {
    const failed = (amount: number, createdAt: number): RefundSnapshot => ({
      ...refund(amount, 'failed', `re_${amount}`),
      createdAt,
    });
    const listed = [failed(100, 1), failed(300, 3), failed(200, 2), refund(50, 'failed')];
    const after = projectTip(fakeTip(), fakeSnapshot({ refunds: listed }));
    expect(after.refund.failure).toEqual({ amount: 300, reason: null });
  });
});

describe('a tip that repeats', () => {
  const unpaid: TipCycle = {
    monthlyId: 'tip1',
    number: 1,
    invoiceId: null,
    subscriptionId: null,
    period: null,
  };
  const invoice: InvoiceOfPayment = {
    id: 'in_1',
    subscriptionId: 'sub_1',
    tipId: 'tip1',
    uid: 'ada-uid',
    from: noon,
    to: noon + 31,
    paidPayments: 1,
  };
  const unnamed = { tipId: null, uid: null };
  const paidSnapshot = fakeSnapshot({ intent: fakeIntent(unnamed), invoice });
  const renewal = fakeTip({
    tipId: 'tip2',
    cycle: { ...unpaid, number: 2, invoiceId: 'in_2', subscriptionId: 'sub_1' },
    payment: { status: 'unknown', attempts: 0, lastError: null, succeededAt: null },
  });
  const answered = (status: ReturnType<typeof fakeIntent>['status']) =>
    projectTip(renewal, fakeSnapshot({ intent: fakeIntent({ ...unnamed, status }), invoice, charge: null }));

  describe('the first payment of a monthly tip', () => {
    it('learns of its invoice, subscription and period once it is paid, and keeps them', () => {
      const paid = projectTip(fakeTip({ cycle: unpaid }), paidSnapshot);
      const cycle = { invoiceId: 'in_1', subscriptionId: 'sub_1', period: { from: noon, to: noon + 31 } };
      expect(paid).toMatchObject({ state: 'paid', contrib: { count: 1 }, cycle });
      expect(projectTip(paid, fakeSnapshot({ invoice: null })).cycle).toEqual(paid.cycle);
      expect(isRenewal(paid)).toBe(false);
      expect(supporterOf(paid)).not.toBeNull();
    });
  });

  describe('a renewal', () => {
    // Holds pay-251.
    it('has failed while it is declined, waits for the bank or was cancelled, and succeeds later', () => {
      for (const status of ['requires_payment_method', 'requires_action', 'canceled'] as const)
        expect(answered(status)).toMatchObject({ state: 'failed', payment: { status: 'failed' } });
      expect(answered('processing').state).toBe('processing');
      const failed = answered('requires_action');
      expect(projectTip(failed, paidSnapshot)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
    });

    it('stays as it is while Stripe names no payment', () => {
      expect(projectTip(renewal, fakeSnapshot({ intent: null, charge: null })).payment.status).toBe(
        'unknown',
      );
    });

    // Holds pay-253.
    it('is no second supporter', () => {
      expect(supporterOf(projectTip(renewal, paidSnapshot))).toBeNull();
    });

    it('is compared with its own subscription and with one payment', () => {
      const reasonsOf = (given: Partial<InvoiceOfPayment>) =>
        projectTip(renewal, { ...paidSnapshot, invoice: { ...invoice, ...given } }).moderation.reasons;
      expect(reasonsOf({})).toEqual([]);
      expect(reasonsOf({ subscriptionId: 'sub_2' })).toEqual(['payment-mismatch:subscription']);
      expect(reasonsOf({ paidPayments: 2 })).toEqual(['payment-mismatch:payments']);
      const alone = projectTip(renewal, fakeSnapshot({ intent: fakeIntent(unnamed) })).moderation.reasons;
      expect(alone).toEqual(['payment-mismatch:tip_id', 'payment-mismatch:owner_uid']);
    });
  });
});

// Holds pay-235.
test.each<['open' | 'complete', PaymentStatus, PaymentStatus]>([
  ['complete', 'processing', 'failed'],
  ['complete', 'awaiting', 'failed'],
  ['complete', 'requires_action', 'failed'],
  ['open', 'requires_action', 'awaiting'],
])('a payment that a bank refused, while its Checkout Session is %s: from %s to %s', (status, from, to) => {
  const refused = fakeSnapshot({
    intent: fakeIntent({ status: 'requires_payment_method' }),
    charge: null,
    session: { id: 'cs_1', status },
  });
  const projected = projectTip(
    fakeTip({ payment: { status: from, attempts: 0, lastError: null, succeededAt: null } }),
    refused,
  );
  expect(projected.payment.status).toBe(to);
  expect(projected.contrib.gross).toBe(0);
});

describe('the way that paid', () => {
  const { method } = fakeCharge();

  // Holds pay-232.
  it('a tip that was paid by another way than a card has no estimated fee, until Stripe has booked it', () => {
    if (method === null) throw new Error('The charge has a method.');
    const fees = (type: string, booked: boolean) => {
      const { balance } = fakeCharge();
      const charge = fakeCharge({ method: { ...method, type }, balance: booked ? balance : null });
      return projectTip(fakeTip(), fakeSnapshot({ charge })).fees;
    };
    const card = fees('card', false).estimated;
    expect(card).toBeGreaterThan(0);
    expect([fees('link', false).estimated, fees('ideal', false).estimated]).toEqual([card, 0]);
    expect(fees('ideal', true)).toMatchObject({ stripe: 46, net: 500 });
  });

  // Holds pay-229.
  it('a tip keeps the wallet of the card that paid, and forgets the one of an earlier try', () => {
    if (method === null) throw new Error('The charge has a method.');
    expect(projectTip(fakeTip(), fakeSnapshot()).stripe).not.toHaveProperty('wallet');
    const charge = fakeCharge({ method: { ...method, wallet: 'apple_pay' } });
    const told = projectTip(fakeTip(), fakeSnapshot({ charge }));
    expect(told.stripe.wallet).toBe('apple_pay');
    expect(tipDocument.decode(tipDocument.encode(told))).toMatchObject({
      value: { stripe: { wallet: 'apple_pay' } },
    });
    expect(projectTip(told, fakeSnapshot({ charge: null })).stripe.wallet).toBe('apple_pay');
    expect(projectTip(told, fakeSnapshot({ charge: fakeCharge() })).stripe).not.toHaveProperty('wallet');
  });
});

describe('values that no adapter lets through', () => {
  // Adapters turn Stripe's open enums into ours, and decoders refuse unknown values. An unknown value that gets further is a bug, and the code throws
  // instead of guessing about money.
  const odd = 'odd' as never;

  test.each<[name: string, run: () => unknown]>([
    ['intent', () => projectTip(fakeTip(), fakeSnapshot({ intent: fakeIntent({ status: odd }) }))],
    [
      'session',
      () => projectTip(fakeTip(), fakeSnapshot({ intent: null, session: { id: 'cs_1', status: odd } })),
    ],
    [
      'refund',
      () => projectTip(fakeTip(), fakeSnapshot({ refunds: [{ id: 're_1', amount: 1, status: odd }] })),
    ],
    [
      'dispute',
      () =>
        projectTip(
          fakeTip(),
          fakeSnapshot({ disputes: [{ id: 'dp_1', amount: 1, status: odd, dueBy: null }] }),
        ),
    ],
    ['open payment', () => isOpenPayment(odd)],
    ['state', () => tipState({ ...fakeTip(), payment: { ...fakeTip().payment, status: odd } }, 0)],
  ])('%s: an unknown status throws', (_name, run) => {
    expect(run).toThrow('Unexpected value: "odd"');
  });
});
