import { expect, test } from 'vitest';
import { fakeIntent, fakeSnapshot, fakeTip } from '../testing/fakes';
import type { PaymentStatus } from '../tip/tip';
import { projectTip } from './tip-projection';

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
