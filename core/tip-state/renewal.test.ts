import { describe, expect, it } from 'vitest';
import { supporterOf } from '../wall/wall-document';
import { fakeIntent, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { isRenewal, type TipCycle } from '../tip/tip';
import type { InvoiceOfPayment } from './payment-snapshot';
import { projectTip } from './tip-projection';

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
    expect(projectTip(renewal, fakeSnapshot({ intent: null, charge: null })).payment.status).toBe('unknown');
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
