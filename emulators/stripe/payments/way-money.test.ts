import { afterAll, beforeAll, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { openSandbox, PUBLISHABLE_KEY, type OpenSandbox } from '../testing/open-sandbox';
import { payAtBank } from '../testing/pay-at-bank';
import { MOBILEPAY_FEE, stripeFee } from './charges';

const account = 'acct_euro';
const on = { stripeAccount: account };
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.control('accounts/seed', { id: account, country: 'NL', currency: 'eur' });
  await sandbox.control('accounts/way', { account, type: 'amazon_pay', status: 'active' });
});
afterAll(() => sandbox.close());

async function paidBy(type: string): Promise<Stripe.PaymentIntent> {
  const intent = await sandbox.stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'eur',
      allowed_payment_method_types: ['card', 'ideal', 'amazon_pay', 'mobilepay'],
    },
    on,
  );
  const unpaid = { paymentIntentId: intent.id, clientSecret: intent.client_secret ?? '' };
  await payAtBank({ url: sandbox.url, publishableKey: PUBLISHABLE_KEY, account }, unpaid, type);
  return intent;
}

it('each way has a fee of its own, and most cost what a card costs', async () => {
  const { id } = await paidBy('ideal');
  await sandbox.control('clock/advance', { milliseconds: 60_000 });
  const { data } = await sandbox.stripe.charges.list(
    { payment_intent: id, expand: ['data.balance_transaction'] },
    on,
  );
  expect(data[0]?.balance_transaction).toMatchObject({ amount: 1000, fee: 29, net: 971 });
  expect(stripeFee('NL', 1000, 'amazon_pay')).toEqual(stripeFee('NL', 1000));
  expect(stripeFee('NL', 20, 'bancontact').amount).toBe(20);
});

it('a dispute is opened only where the buyer can dispute', async () => {
  const bank = await paidBy('ideal');
  await expect(sandbox.control('disputes/create', { charge: bank.id })).rejects.toThrow(/ideal/);
  const wallet = await paidBy('amazon_pay');
  expect(await sandbox.control('disputes/create', { charge: wallet.id })).toMatchObject({
    status: 'needs_response',
  });
});

it('MobilePay has a fee of its own, which is booked the next midnight and apart from the payment', async () => {
  await sandbox.control('accounts/way', { account, type: 'mobilepay', status: 'active' });
  const { id } = await paidBy('mobilepay');
  const apart = async () => {
    const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'stripe_fee' }, on);
    return data.map(({ amount, fee, source }) => ({ amount, fee, source }));
  };
  await sandbox.control('clock/advance', { milliseconds: 60_000 });
  const { data } = await sandbox.stripe.charges.list(
    { payment_intent: id, expand: ['data.balance_transaction'] },
    on,
  );
  expect(data[0]?.balance_transaction).toMatchObject({ fee: stripeFee('NL', 1000).amount });
  expect(await apart()).toEqual([]);
  await sandbox.control('clock/advance', { milliseconds: 24 * 3_600_000 });
  expect(await apart()).toEqual([{ amount: -MOBILEPAY_FEE, fee: 0, source: null }]);
});
