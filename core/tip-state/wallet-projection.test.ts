import { expect, it } from 'vitest';
import { decodeTip, encodeTip } from '../money-documents/tip-document';
import { fakeCharge, fakeSnapshot, fakeTip } from '../testing/fakes';
import { projectTip } from './tip-projection';

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
  expect(decodeTip(encodeTip(told))).toMatchObject({ value: { stripe: { wallet: 'apple_pay' } } });
  expect(projectTip(told, fakeSnapshot({ charge: null })).stripe.wallet).toBe('apple_pay');
  expect(projectTip(told, fakeSnapshot({ charge: fakeCharge() })).stripe).not.toHaveProperty('wallet');
});
