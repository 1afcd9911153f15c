import { afterEach, beforeEach, expect, it } from 'vitest';
import { billingFee } from '../payments/charges';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { subscribe } from '../testing/subscribe';

const on = { stripeAccount: ADA };
const day = 24 * 60 * 60_000;
let sandbox: OpenSandbox;
beforeEach(async () => {
  const now = Date.parse('2027-01-31T10:00:00Z');
  sandbox = await openSandbox({ now: () => now });
});
afterEach(() => sandbox.close());

const fees = async () => {
  const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'stripe_fee', limit: 100 }, on);
  return data.toReversed();
};
const advanceBy = async (ms: number) => {
  const { now } = (await sandbox.control('clock')) as { now: number };
  await sandbox.control('billing/advance', { to: now + ms });
};

// Holds pay-433.
it('Stripe Billing’s fee of each paid invoice is booked the next midnight, apart from the charge, with no source', async () => {
  await subscribe(sandbox, on, { amount: 500, currency: 'usd' });
  await advanceBy(60_000);
  const { data } = await sandbox.stripe.charges.list({ expand: ['data.balance_transaction'] }, on);
  expect(data[0]?.balance_transaction).toMatchObject({ amount: 500, fee: 45, net: 455 });
  expect(await fees()).toEqual([]);
  await advanceBy(day);
  await sandbox.control('billing/advance', { months: 3 });
  await advanceBy(day);
  const booked = await fees();
  expect(booked.map(({ amount, fee, net, source }) => ({ amount, fee, net, source }))).toEqual(
    Array.from({ length: 4 }, () => ({ amount: -4, fee: 0, net: -4, source: null })),
  );
  expect(booked.map(({ created }) => created % 86_400)).toEqual([0, 0, 0, 0]);
  expect(booked[0]).toMatchObject({
    description: 'Billing - Usage Fee (2027-01-31)',
    reporting_category: 'fee',
  });
});

// Holds pay-433.
it('an invoice that nobody paid has no such fee, nor has a payment that is made once', async () => {
  const subscription = await subscribe(sandbox, on, { amount: 500, currency: 'usd' });
  await sandbox.control('billing/renewals', { subscription, answer: 'decline' });
  await sandbox.stripe.paymentIntents.create(
    {
      amount: 900,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://a.example',
    },
    on,
  );
  await sandbox.control('billing/advance', { months: 1 });
  await advanceBy(day);
  expect(await fees()).toHaveLength(1);
});

it('the fee is 0.7 % to the nearest unit', () => {
  expect([499, 500, 537, 71, 72, 10_000].map(billingFee)).toEqual([3, 4, 4, 0, 1, 70]);
});
