import { expect, it } from 'vitest';
import { fakeInvoice } from '../testing/monthly-fakes';
import { isBilled, isGivenUp } from './monthly-projection';

const declined = { attempted: true, payments: [{ paymentIntentId: 'pi_1', isPaid: false }] };

// Holds pay-367.
it.each([
  ['void', declined, true],
  ['uncollectible', declined, true],
  ['void', { ...declined, attempted: false }, false],
  ['void', { ...declined, payments: [] }, false],
  ['open', declined, false],
  ['paid', { attempted: true, payments: [{ paymentIntentId: 'pi_1', isPaid: true }] }, false],
] as const)('a %s invoice was given up only after its card was tried (%o): %s', (status, given, expected) => {
  const invoice = fakeInvoice({ status, ...given });
  expect(isGivenUp(invoice)).toBe(expected);
  expect(isBilled(invoice) && isGivenUp(invoice)).toBe(false);
});
