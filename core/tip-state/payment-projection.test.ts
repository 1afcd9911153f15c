import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { tipDocument } from '../money-documents/tip-document';
import type { FanSum } from '../money/fan-money';
import { failedFanSum } from '../refunds/refund';
import { fakeIntent, fakePayments, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { type PaymentStatus, type Tip, paymentStatuses } from '../tip/tip';
import { FakeStripe, type FakeStripeEvent } from '../testing/fake-stripe';
import { noContribution, addContribution, type TipContribution } from '../money/money';
import { runs } from '../testing/runs';
import {
  goneTip,
  hasLostAccount,
  projectReturned,
  projectTip,
  isOpenPayment,
  mayMove,
  paymentTransitions,
  contributionDelta,
  isNews,
} from './tip-projection';
import { type PaymentSnapshot, type RefundSnapshot, intentStatuses } from './payment-snapshot';

// Holds dash-1303.
it('knows what a refund that failed took and what came back, each with its time, and keeps the day of another one', () => {
  const made = { id: 're_1', amount: 200, status: 'succeeded', createdAt: 5, booked: -180 } as const;
  const failed = { id: 're_2', amount: 100, status: 'failed', createdAt: 9, booked: -1 } as const;
  const early = { id: 're_3', amount: 50, status: 'failed', cameBack: { at: 15, net: 45 } } as const;
  const refunds = [made, { ...failed, cameBack: { at: 20, net: 94 } }, early];
  const booked = { net: -2000, fee: 1500 };
  const disputed = { id: 'dp_1', amount: 546, status: 'lost', dueBy: null, booked } as const;
  const returned = projectReturned(null, { refunds, disputes: [] });
  expect(returned).toEqual({
    refundNet: -181,
    disputeNet: 0,
    disputeFee: 0,
    refundedAt: 5,
    disputedAt: null,
    refundsFailed: [
      { madeAt: 0, took: -45, at: 15, net: 45, amount: 50 },
      { madeAt: 9, took: -95, at: 20, net: 94, amount: 100 },
    ],
    refundFailedAt: 20,
  });
  expect(projectReturned(returned, { refunds: [], disputes: [disputed] })).toMatchObject({
    refundFailedAt: 20,
    refundsFailed: [{ at: 15 }, { at: 20 }],
  });
  expect(projectReturned(returned, { refunds: [made], disputes: [] })).not.toHaveProperty('refundsFailed');
});

describe('gone payment', () => {
  const tipAt = (status: PaymentStatus, given: Partial<Tip> = {}): Tip => {
    const tip = fakeTip(given);
    return { ...tip, payment: { ...tip.payment, status } };
  };

  describe('a tip whose account is gone', () => {
    it.each(['draft', 'awaiting'] as const)(
      'fails, and nothing was charged, while its payment is %s',
      (status) => {
        const gone = goneTip(tipAt(status, { surface: 'elements' }), { succeeded: false }, noon);
        expect(gone).toMatchObject({
          state: 'failed',
          payment: { status: 'failed', lastError: { code: 'account-gone', at: noon } },
          syncedAt: noon,
        });
      },
    );

    it("is unchanged while 3-D Secure or Stripe's own page may still take the money", () => {
      expect(
        goneTip(tipAt('requires_action', { surface: 'elements' }), { succeeded: false }, noon),
      ).toBeNull();
      expect(goneTip(tipAt('awaiting', { surface: 'hosted' }), { succeeded: false }, noon)).toBeNull();
    });

    it('is paid when a signed event says that its payment succeeded', () => {
      const tip = tipAt('requires_action');
      expect(goneTip(tip, { succeeded: true }, noon)).toMatchObject({
        state: 'paid',
        payment: { status: 'succeeded', succeededAt: noon },
        contrib: { count: 1, gross: tip.amount, refunded: 0, disputed: 0 },
      });
      expect(goneTip(tipAt('succeeded'), { succeeded: true }, noon)).toBeNull();
    });
  });

  describe('the account of an unpaid tip', () => {
    const { stripe } = fakeTip();
    const here = fakePayments({ accountId: stripe.accountId, disconnectedAt: null });

    it('is lost when it was disconnected, replaced or never registered', () => {
      expect(hasLostAccount(tipAt('awaiting'), here)).toBe(false);
      expect(hasLostAccount(tipAt('awaiting'), { ...here, disconnectedAt: noon })).toBe(true);
      expect(hasLostAccount(tipAt('draft'), { ...here, accountId: 'acct_another' })).toBe(true);
      expect(hasLostAccount(tipAt('draft'), null)).toBe(true);
    });

    it('is not checked once the payment has progressed', () => {
      expect(hasLostAccount(tipAt('succeeded'), null)).toBe(false);
    });

    it('stays lost when the tip ended for it, but not when it failed for another reason', () => {
      const ended = goneTip(tipAt('draft'), { succeeded: false }, noon) ?? fakeTip();
      expect(hasLostAccount(ended, here)).toBe(true);
      const declined = { code: 'card_declined', declineCode: null, at: noon };
      expect(hasLostAccount({ ...ended, payment: { ...ended.payment, lastError: declined } }, here)).toBe(
        false,
      );
      expect(hasLostAccount({ ...ended, payment: { ...ended.payment, lastError: null } }, here)).toBe(false);
    });
  });
});

describe("a payment that differs from the tip's request", () => {
  test.each<[string, Partial<Parameters<typeof fakeSnapshot>[0]>]>([
    ['amount', { intent: fakeIntent({ amount: 100, amountReceived: 546 }) }],
    ['received', { intent: fakeIntent({ amountReceived: 100 }) }],
    ['currency', { intent: fakeIntent({ currency: 'eur' }) }],
    ['account', { accountId: 'acct_other' }],
    ['livemode', { livemode: true }],
    ['tip_id', { intent: fakeIntent({ tipId: 'tip2' }) }],
    ['owner_uid', { intent: fakeIntent({ uid: null }) }],
    ['intent', { intent: fakeIntent({ id: 'pi_2' }) }],
  ])('%s: is held and not counted', (what, given) => {
    const projected = projectTip(fakeTip(), fakeSnapshot(given));
    expect(projected.moderation).toEqual({ state: 'held', reasons: [`payment-mismatch:${what}`] });
    expect(projected.contrib).toEqual({ count: 0, gross: 0, refunded: 0, disputed: 0 });
    expect(projected.stripe.paymentIntentId).toBe('pi_1');
  });

  it('is released and counted when Stripe and Busker agree again', () => {
    const held = projectTip(fakeTip(), fakeSnapshot({ intent: fakeIntent({ amount: 100 }) }));
    const mended = projectTip(held, fakeSnapshot());
    expect(mended.moderation).toEqual({ state: 'visible', reasons: [] });
    expect(mended.contrib.count).toBe(1);
  });

  it("keeps the other reasons of moderation and the owner's choice", () => {
    const wrong = fakeSnapshot({ intent: fakeIntent({ amount: 100 }) });
    const heldTip = fakeTip({ moderation: { state: 'held', reasons: ['web-address'] } });
    const mended = projectTip(projectTip(heldTip, wrong), fakeSnapshot());
    expect(mended.moderation).toEqual({ state: 'held', reasons: ['web-address'] });
    const hidden = projectTip(fakeTip({ moderation: { state: 'hidden', reasons: [] } }), wrong);
    expect(hidden.moderation).toEqual({ state: 'hidden', reasons: ['payment-mismatch:amount'] });
  });
});

describe('a payment in the fan’s own currency', () => {
  const zloty: FanSum = { amount: 2210, currency: 'pln' };

  const seen = (presented: FanSum | null, given: Partial<PaymentSnapshot> = {}): PaymentSnapshot => {
    const snapshot = fakeSnapshot(given);
    if (snapshot.intent === null) throw new Error('The snapshot has an intent.');
    return { ...snapshot, intent: { ...snapshot.intent, presented } };
  };
  const refund = (
    amount: number,
    status: RefundSnapshot['status'],
    presented: FanSum | null,
  ): RefundSnapshot => ({ id: `re_${amount}`, amount, status, presented });
  const inZloty = (amount: number): FanSum => ({ amount, currency: 'pln' });

  // Holds pay-349.
  it('a tip keeps what the fan paid in the own currency, and is counted and released as in the owner’s', () => {
    const paid = projectTip(fakeTip(), seen(zloty));
    expect(paid).toMatchObject({
      state: 'paid',
      contrib: { gross: fakeTip().amount },
      payment: { presented: zloty },
    });
    expect(paid.moderation).toEqual(fakeTip().moderation);
    expect(tipDocument.decode(tipDocument.encode(paid))).toMatchObject({
      value: { payment: { presented: zloty } },
    });
    expect(projectTip(paid, seen(null)).payment.presented).toEqual(zloty);
    expect(projectTip(fakeTip(), seen(null)).payment).not.toHaveProperty('presented');
  });

  // Holds pay-349.
  it('until it is paid the fan may change the currency on Stripe’s page', () => {
    const waiting = fakeSnapshot().intent;
    if (waiting === null) throw new Error('The snapshot has an intent.');
    const intent = { ...waiting, status: 'requires_action', amountReceived: 0 } as const;
    const begun = projectTip(
      fakeTip(),
      fakeSnapshot({ intent: { ...intent, presented: zloty }, charge: null }),
    );
    expect(begun.payment.presented).toEqual(zloty);
    const changed = projectTip(begun, fakeSnapshot({ intent: { ...intent, presented: null }, charge: null }));
    expect(changed.payment).not.toHaveProperty('presented');
  });

  // Holds pay-349.
  it.each<[name: string, refunds: readonly RefundSnapshot[], reserved: number, sums: object | undefined]>([
    [
      'sums what went back and what is on its way',
      [
        refund(200, 'succeeded', inZloty(810)),
        refund(100, 'pending', inZloty(405)),
        refund(9, 'failed', inZloty(36)),
      ],
      0,
      { refunded: 810, pending: 405 },
    ],
    ['has no sums without a refund', [], 0, undefined],
    ['has none while Stripe does not know one', [refund(200, 'succeeded', inZloty(810))], 100, undefined],
    [
      'has none where one lacks it',
      [refund(200, 'succeeded', inZloty(810)), refund(1, 'succeeded', null)],
      0,
      undefined,
    ],
    [
      'has none in two currencies',
      [refund(200, 'succeeded', inZloty(810)), refund(1, 'succeeded', { amount: 4, currency: 'czk' })],
      0,
      undefined,
    ],
  ])('a refund in the fan’s currency %s', (_name, refunds, reserved, sums) => {
    const paid = projectTip(fakeTip(), seen(zloty, { refunds }), reserved);
    expect(paid.refund.presented).toEqual(sums);
    expect(tipDocument.decode(tipDocument.encode(paid))).toMatchObject({ value: { refund: paid.refund } });
  });

  // Holds pay-411.
  it.each<[name: string, amount: number, presented: FanSum | null, known: FanSum | undefined]>([
    ['is Stripe’s, of a part', 200, inZloty(810), inZloty(810)],
    ['is what the fan paid, of the whole', fakeTip().amount, null, zloty],
    ['is unknown of a part of which Stripe says nothing', 200, null, undefined],
  ])(
    'what a failed refund would have returned in the fan’s currency %s',
    (_name, amount, presented, known) => {
      const refunds = [refund(amount, 'failed', presented)];
      const failed = projectTip(fakeTip(), seen(zloty, { refunds }));
      expect(failedFanSum(failed)).toEqual(known);
      expect(tipDocument.decode(tipDocument.encode(failed))).toMatchObject({
        value: { refund: failed.refund },
      });
      expect(failedFanSum(projectTip(fakeTip(), seen(null, { refunds: [] })))).toBeUndefined();
    },
  );
});

/** Several servers sync one tip at once: each reads Stripe, then writes if nobody else wrote since. */
type Step =
  | { readonly kind: 'stripe'; readonly event: FakeStripeEvent }
  /** A trigger (webhook, poll, schedule) starts a worker, which reads the tip and asks Stripe. Triggers come twice, late or in any order. */
  | { readonly kind: 'asks'; readonly worker: number }
  /** The worker gets to write. */
  | { readonly kind: 'writes'; readonly worker: number };

class Store {
  tip: Tip = fakeTip({ payment: { status: 'draft', attempts: 0, lastError: null, succeededAt: null } });
  totals: TipContribution = noContribution;
  readonly moves: (readonly [PaymentStatus, PaymentStatus])[] = [];

  /** Compare-and-set: refuses when the tip was written since `seen` was read. */
  write(seen: Tip, next: Tip): boolean {
    if (seen.rev !== this.tip.rev) return false;
    if (!isNews(seen, next)) return true;
    this.moves.push([seen.payment.status, next.payment.status]);
    this.totals = addContribution(this.totals, contributionDelta(seen.contrib, next.contrib));
    this.tip = { ...next, rev: seen.rev + 1 };
    return true;
  }
}

function play(steps: readonly Step[]): { stripe: FakeStripe; store: Store } {
  const stripe = new FakeStripe();
  const store = new Store();
  const asking = new Map<number, { readonly seen: Tip; readonly next: Tip }>();
  const ask = (worker: number) =>
    asking.set(worker, { seen: store.tip, next: projectTip(store.tip, stripe.snapshot()) });
  for (const step of steps) {
    if (step.kind === 'stripe') stripe.happens(step.event);
    else if (step.kind === 'asks') ask(step.worker);
    else {
      const answer = asking.get(step.worker);
      asking.delete(step.worker);
      if (answer && !store.write(answer.seen, answer.next)) ask(step.worker);
    }
  }
  return { stripe, store };
}

/** After the last event each running worker writes or asks again, and the sweep asks once more. */
function settle({ stripe, store }: { stripe: FakeStripe; store: Store }): void {
  store.write(store.tip, projectTip(store.tip, stripe.snapshot()));
}

const event = fc.oneof(
  fc.constantFrom<FakeStripeEvent>(
    { kind: 'declined' },
    { kind: 'challenged' },
    { kind: 'challenge-failed' },
    { kind: 'processing' },
    { kind: 'succeeded' },
  ),
  fc
    .constantFrom('abandoned', 'automatic', 'fraudulent')
    .map((reason) => ({ kind: 'canceled' as const, reason })),
  fc.record({
    kind: fc.constant('refunded' as const),
    amount: fc.constantFrom(1, 200, 346, 546),
    status: fc.constantFrom('pending' as const, 'succeeded' as const),
  }),
  fc.record({
    kind: fc.constant('refund-settled' as const),
    status: fc.constantFrom('succeeded' as const, 'failed' as const, 'canceled' as const),
  }),
  fc.record({
    kind: fc.constant('disputed' as const),
    status: fc.constantFrom('warning_needs_response' as const, 'needs_response' as const),
  }),
  fc.record({
    kind: fc.constant('dispute-moved' as const),
    status: fc.constantFrom(
      'warning_closed' as const,
      'under_review' as const,
      'won' as const,
      'lost' as const,
    ),
  }),
);

const worker = fc.integer({ min: 0, max: 3 });
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    event.map((happened) => ({ kind: 'stripe', event: happened })),
    worker.map((id) => ({ kind: 'asks', worker: id })),
    worker.map((id) => ({ kind: 'writes', worker: id })),
  ),
  { maxLength: 40, size: 'max' },
);

const settledTruth = (stripe: FakeStripe) => projectTip(new Store().tip, stripe.snapshot());

describe('whatever the order, number and delay of events', () => {
  // Holds pay-065.
  it("the totals end as Stripe's final state alone would give", () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const played = play(happened);
        settle(played);
        expect(played.store.totals).toEqual(settledTruth(played.stripe).contrib);
        expect(played.store.tip.contrib).toEqual(played.store.totals);
      }),
      { numRuns: runs(500) },
    );
  });

  // Holds pay-065.
  it("the tip ends in the state that Stripe's final state alone would give", () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const played = play(happened);
        settle(played);
        const truth = settledTruth(played.stripe);
        const { store } = played;
        expect(store.tip.state).toBe(truth.state);
        expect(store.tip.payment.status).toBe(truth.payment.status);
        expect(store.tip.refund).toEqual(truth.refund);
        expect(store.tip.dispute).toEqual(truth.dispute);
        expect(store.tip.moderation.state).toBe('visible');
      }),
      { numRuns: runs(500) },
    );
  });

  // Holds pay-103.
  it('a payment makes only listed transitions', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const unlisted = play(happened).store.moves.filter(([from, to]) => !mayMove(from, to));
        expect(unlisted).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('a second balance transaction adds nothing', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        const played = play(happened);
        settle(played);
        const { rev } = played.store.tip;
        settle(played);
        expect(played.store.tip.rev).toBe(rev);
      }),
    );
  });
});

it('refunds never exceed the charge', () => {
  fc.assert(
    fc.property(steps, (happened) => {
      const { store } = play(happened);
      expect(store.totals.refunded).toBeLessThanOrEqual(store.totals.gross);
      expect(store.totals.count).toBeLessThanOrEqual(1);
    }),
  );
});

// Holds pay-103.
it('from any status and for any answer, a payment makes a listed transition or none', () => {
  const intents = intentStatuses.flatMap((status) =>
    [null, 'abandoned', 'fraudulent'].map((cancellationReason) => ({ status, cancellationReason })),
  );
  for (const status of paymentStatuses) {
    const succeededAt = status === 'succeeded' ? noon : null;
    const tip = fakeTip({ payment: { status, attempts: 0, lastError: null, succeededAt } });
    for (const intent of intents) {
      const answer = fakeSnapshot({ intent: fakeIntent(intent), charge: null });
      const next = projectTip(tip, answer).payment.status;
      const listed = intent.status === 'succeeded' ? ['succeeded'] : [status, ...paymentTransitions[status]];
      expect(listed, `${status}, and ${intent.status}`).toContain(next);
    }
  }
});

// Holds pay-103.
it('a closed payment changes only when Stripe reports success', () => {
  const closed = paymentStatuses.filter((status) => !isOpenPayment(status));
  expect(closed.flatMap((status) => paymentTransitions[status].filter((to) => to !== 'succeeded'))).toEqual(
    [],
  );
  expect(paymentStatuses.filter((from) => paymentTransitions[from].includes('draft'))).toEqual([]);
  const deaf = paymentStatuses.filter((status) => !mayMove(status, 'succeeded'));
  expect(deaf, 'Stripe’s success wins from everywhere').toEqual([]);
});
