import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeStripe, type FakeStripeEvent } from '../testing/fake-stripe';
import { fakeIntent, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { intentStatuses } from './payment-snapshot';
import {
  isOpenPayment,
  mayMove,
  paymentTransitions,
  contributionDelta,
  projectTip,
  isNews,
} from './tip-projection';
import { paymentStatuses, type PaymentStatus, type Tip } from '../tip/tip';
import { noContribution, addContribution, type TipContribution } from '../money/money';
import { runs } from '../testing/runs';

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
