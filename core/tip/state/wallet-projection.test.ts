import { expect, it } from 'vitest';
import { decodeTip, encodeTip } from '../../documents/tip-document';
import { fakeCharge, fakeSnapshot, fakeTip } from '../../testing/fakes';
import { projectTip } from './tip-projection';

const { method } = fakeCharge();

// Holds pay-229.
it('a tip keeps the wallet of the card that paid, and forgets the one of an earlier try', () => {
  if (method === null) throw new Error('The charge has a method.');
  expect(projectTip(fakeTip(), fakeSnapshot()).stripe).not.toHaveProperty('wallet');
  const charge = fakeCharge({ method: { ...method, wallet: 'apple_pay' } });
  const told = projectTip(fakeTip(), fakeSnapshot({ charge }));
  expect(told.stripe.wallet).toBe('apple_pay');
  expect(decodeTip(encodeTip(told))).toMatchObject({ value: { stripe: { wallet: 'apple_pay' } } });
  expect(projectTip(told, fakeSnapshot({ charge: null })).stripe.wallet).toBe('apple_pay');
  expect(projectTip(told, fakeSnapshot({ charge: fakeCharge() })).stripe).not.toHaveProperty('wallet');
});
