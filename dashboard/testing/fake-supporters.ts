import type { Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';

/** Grace, who has given every month for two months. */
export const fakeSupporter = (given: Partial<Monthly> = {}): Monthly => {
  const monthly = fakeMonthly({
    monthlyId: 'm1',
    state: 'active',
    stripeStatus: 'active',
    startedAt: Date.UTC(2026, 8, 28),
    periodEnd: Date.UTC(2026, 11, 28),
    nextChargeAt: Date.UTC(2026, 11, 28),
    lastPaidAt: Date.UTC(2026, 10, 28),
    paidCycles: 3,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
    contrib: { active: 1, perYear: 537 * 12 },
    ...given,
  });
  const stripe = { ...monthly.stripe, subscriptionId: 'sub_1', customerId: 'cus_1' };
  return { ...monthly, stripe: given.stripe ?? stripe };
};
