import { describe, expect, it, test } from 'vitest';
import { fakeCharge, fakeIntent, fakeSnapshot, fakeTip, noon } from '../../testing/fakes';
import type { IntentSnapshot, PaymentSnapshot } from './payment-snapshot';
import type { PaymentStatus, Tip } from '../tip';
import { decodeTip, encodeTip } from '../../documents/tip-document';
import { contributionDelta, projectTip, tellsNews } from './tip-projection';

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
    expect(decodeTip(encodeTip(elevated))).toMatchObject({ value: { risk: 'elevated' } });
    const { risk: _risk, ...before } = encodeTip(elevated);
    expect(decodeTip(before)).toMatchObject({ value: { risk: null } });
  });

  it("keeps what the fan's card statement shows, when Stripe says it", () => {
    expect(paid.stripe).not.toHaveProperty('statement');
    const told = projectTip(fakeTip(), fakeSnapshot({ charge: fakeCharge({ statement: 'ADA LIND* TIP' }) }));
    expect(told.stripe.statement).toBe('ADA LIND* TIP');
    expect(projectTip(told, fakeSnapshot()).stripe.statement).toBe('ADA LIND* TIP');
    expect(decodeTip(encodeTip(told))).toMatchObject({ value: { stripe: { statement: 'ADA LIND* TIP' } } });
  });

  // Holds pay-104.
  it('leaves `rev` and `updatedAt` unchanged', () => {
    expect({ rev: paid.rev, updatedAt: paid.updatedAt }).toEqual({ rev: 1, updatedAt: noon });
  });

  // Holds pay-067.
  it('is unchanged by the same answer twice', () => {
    const again = projectTip(paid, fakeSnapshot({ askedAt: noon + 99_000 }));
    expect(tellsNews(paid, again)).toBe(false);
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
    const projected = projectTip(fakeTip({ stripe: { ...fakeTip().stripe, paymentIntentId: null } }), hosted);
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
    const stored = decodeTip(encodeTip(projectTip(fakeTip(), answer)));
    const tip = stored.ok ? stored.value : fakeTip();
    expect(tellsNews(tip, projectTip(tip, answer))).toBe(false);
    expect(tellsNews(fakeTip(), projectTip(tip, answer))).toBe(true);
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
    expect(decodeTip(encodeTip(awaiting))).toMatchObject({ ok: true, value: { amountChange } });
  });
});
