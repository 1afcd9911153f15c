import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});

/** Each test changes an account of its own. */
let accounts = 0;
let account = '';
let on = { stripeAccount: '' };
beforeEach(async () => {
  account = `acct_ways_${(accounts += 1)}`;
  on = { stripeAccount: account };
  await sandbox.control('accounts/seed', { id: account, country: 'NL', currency: 'eur' });
});
afterAll(() => sandbox.close());

const theOne = async () => {
  const { data } = await sandbox.stripe.paymentMethodConfigurations.list({}, on);
  const [only, ...others] = data;
  if (only === undefined || others.length > 0) throw new Error('An account has one configuration.');
  return only;
};

it('shows what an account begins with: common ways, loans and debits on; others off', async () => {
  const found = await theOne();
  expect(found).toMatchObject({ is_default: true, parent: expect.any(String), active: true });
  const shown = { available: true, display_preference: { preference: 'none', value: 'on' } };
  for (const setting of [found.card, found.apple_pay, found.ideal, found.klarna])
    expect(setting).toMatchObject(shown);
  expect(found.twint).toMatchObject({ available: false, display_preference: { value: 'off' } });
  expect(found).not.toHaveProperty('wero');
});

it('offers a way only while it is on, and takes a choice back', async () => {
  const { id } = await theOne();
  const offered = async () => {
    const intent = await sandbox.stripe.paymentIntents.create(
      { amount: 500, currency: 'eur', allowed_payment_method_types: ['card', 'ideal', 'eps'] },
      on,
    );
    return intent.payment_method_types;
  };
  const choose = (preference: 'off' | 'none') =>
    sandbox.stripe.paymentMethodConfigurations.update(
      id,
      { ideal: { display_preference: { preference } } },
      on,
    );
  expect((await choose('off')).ideal).toMatchObject({
    available: false,
    display_preference: { preference: 'off', value: 'off' },
  });
  expect(await offered()).toEqual(['card', 'eps']);
  expect((await choose('none')).ideal).toMatchObject({ available: true });
  expect(await offered()).toEqual(['card', 'ideal', 'eps']);
});

it('names each capability in both versions of the account, and says when one changes', async () => {
  await sandbox.control('accounts/way', { account, type: 'twint', status: 'inactive' });
  await sandbox.control('accounts/way', { account, type: 'mb_way', status: 'pending' });
  const v1 = await sandbox.stripe.accounts.retrieve(account);
  expect(v1.capabilities).toMatchObject({
    ideal_payments: 'active',
    twint_payments: 'inactive',
    mb_way_payments: 'pending',
  });
  const v2 = await sandbox.stripe.v2.core.accounts.retrieve(account, { include: ['configuration.merchant'] });
  const { capabilities } = v2.configuration?.merchant ?? {};
  expect(capabilities?.ideal_payments?.status).toBe('active');
  expect(capabilities?.twint_payments).toMatchObject({
    status: 'restricted',
    status_details: [{ resolution: 'contact_stripe' }],
  });
  expect(capabilities).not.toHaveProperty('mb_way_payments');
  const { data } = await sandbox.stripe.events.list({ type: 'capability.updated', limit: 2 }, on);
  expect(data.map((event) => event.data.object)).toMatchObject([
    { id: 'mb_way_payments', status: 'pending' },
    { id: 'twint_payments', status: 'inactive' },
  ]);
});

it("refuses another account's configuration", async () => {
  expect(
    await refusal(sandbox.stripe.paymentMethodConfigurations.retrieve('pmc_other', {}, on)),
  ).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

it('has no way on while the account cannot take cards', async () => {
  await sandbox.control('accounts/capability', { account, cardPayments: 'restricted' });
  const { card, link, ideal } = await theOne();
  expect([card?.available, link?.available, ideal?.available]).toEqual([false, false, false]);
});
