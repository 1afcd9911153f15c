import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { bookLine } from './book-line';
import { feeApartName, feeApartOf } from './fee-apart';

const cycle = { monthlyId: 'm1', number: 1, invoiceId: null, subscriptionId: null, period: null };
const tip = fakeTip();
const paidBy = (paymentMethodType: string) => fakeTip({ stripe: { ...tip.stripe, paymentMethodType } });

// Holds pay-420.
it('is the one of Stripe Billing for a monthly tip, the one of MobilePay for such a tip, and none for a card', () => {
  expect(feeApartName(feeApartOf(fakeTip({ cycle })))).toBe('Stripe Billing');
  expect(feeApartName(feeApartOf(paidBy('mobilepay')))).toBe('MobilePay');
  expect(feeApartOf(paidBy('card'))).toBeNull();
});

// Holds pay-420.
it('of a monthly tip is named in its line of the books', () => {
  const paid = fakeTip({
    cycle,
    payment: { ...tip.payment, status: 'succeeded', succeededAt: 1 },
    contrib: { ...tip.contrib, count: 1, gross: 500 },
  });
  expect(bookLine(paid)?.feeApart).toBe('stripe_billing');
});
