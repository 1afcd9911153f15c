import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;

describe('accounts', () => {
  let stripe: Stripe;

  beforeEach(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterEach(() => sandbox.close());

  const create = () =>
    stripe.v2.core.accounts.create({
      contact_email: 'grace@example.com',
      display_name: 'Grace',
      dashboard: 'full',
      identity: { country: 'jp', entity_type: 'individual' },
      configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
      defaults: {
        currency: 'jpy',
        responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' },
      },
      include: ['configuration.merchant', 'defaults', 'requirements'],
    });
  const link = (account: string, type: 'account_onboarding' | 'account_update' = 'account_onboarding') =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type,
        [type]: {
          refresh_url: 'http://localhost:4100/refresh',
          return_url: 'http://localhost:4100/return',
          collection_options: { fields: 'eventually_due' },
        },
      },
    });
  const visit = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
  const choose = (url: string, choice: string, headers: Record<string, string> = {}) =>
    visit(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: `choice=${choice}`,
    });
  const statusOf = async (id: string) => {
    const { configuration } = await stripe.v2.core.accounts.retrieve(id, {
      include: ['configuration.merchant'],
    });
    return configuration?.merchant?.capabilities?.card_payments?.status;
  };

  describe('connected accounts', () => {
    // Holds pay-019.
    it('start as restricted, and return only the included parts', async () => {
      const account = await create();
      expect(account).toMatchObject({
        display_name: 'Grace',
        closed: false,
        dashboard: 'full',
        defaults: { currency: 'jpy' },
      });
      expect(await statusOf(account.id)).toBe('restricted');
      expect(account.requirements?.entries?.length).toBeGreaterThan(0);
      const bare = await stripe.v2.core.accounts.retrieve(account.id);
      expect(bare).not.toHaveProperty('configuration');
      expect(bare).not.toHaveProperty('defaults');
      const v1 = await stripe.accounts.retrieve(account.id);
      expect(v1).toMatchObject({
        country: 'JP',
        default_currency: 'jpy',
        charges_enabled: false,
        type: 'standard',
      });
    });

    it.each([
      [undefined, 'usd'],
      ['US', 'usd'],
      ['GB', 'gbp'],
      ['JP', 'jpy'],
      ['br', 'brl'],
      ['CZ', 'czk'],
      ['DE', 'eur'],
    ])('in %s settle in %s by default, or in the requested currency', async (country, currency) => {
      const identity = country === undefined ? {} : { identity: { country } };
      const home = await stripe.v2.core.accounts.create({ ...identity, include: ['defaults'] });
      expect(home.defaults?.currency).toBe(currency);
      const asked = await stripe.v2.core.accounts.create({
        ...identity,
        defaults: { currency: 'chf' },
        include: ['defaults'],
      });
      expect(asked.defaults?.currency).toBe('chf');
    });

    it("in single mode return the platform's own account", async () => {
      const own = await stripe.rawRequest('GET', '/v1/account');
      expect(own).toMatchObject({
        object: 'account',
        charges_enabled: true,
        country: 'US',
        default_currency: 'usd',
      });
    });

    // Holds pay-162.
    it('refuse an unknown field and an unknown id with v2 errors', async () => {
      const field = await refusal(stripe.rawRequest('POST', '/v2/core/accounts', { colour: 'red' }));
      expect(field).toMatchObject({ statusCode: 400, code: 'invalid_fields' });
      expect((await refusal(stripe.v2.core.accounts.retrieve('acct_nobody'))).statusCode).toBe(404);
      const removed = {
        account: ADA,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { configurations: ['merchant'], refresh_url: 'http://x.test' },
        },
      };
      expect((await refusal(stripe.rawRequest('POST', '/v2/core/account_links', removed))).message).toContain(
        'configurations',
      );
    });

    // Holds pay-171.
    it('can take cards when onboarding is complete, and send a webhook event about it', async () => {
      const account = await create();
      const pay = () =>
        stripe.paymentIntents.create(
          {
            amount: 500,
            currency: 'jpy',
            payment_method: 'pm_card_visa',
            confirm: true,
            use_stripe_sdk: true,
          },
          { stripeAccount: account.id },
        );
      expect((await refusal(pay())).code).toBe('capability_not_active');
      const { url } = await link(account.id);
      const page = await visit(url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Grace');
      const done = await choose(url, 'complete');
      expect([done.status, done.headers.get('location')]).toEqual([303, 'http://localhost:4100/return']);
      expect(await statusOf(account.id)).toBe('active');
      expect((await pay()).status).toBe('succeeded');
      await sandbox.webhooksIdle();
      expect(sandbox.endpoint.types()).toContain('account.updated');
    });

    // Holds pay-171.
    it.each([
      ['review', 'pending'],
      ['more', 'restricted'],
      ['restricted', 'restricted'],
      ['leave', 'restricted'],
    ])('apply the onboarding choice %s', async (choice, status) => {
      const account = await create();
      const { url } = await link(account.id);
      await visit(url);
      await choose(url, choice);
      expect(await statusOf(account.id)).toBe(status);
    });

    // Holds pay-022.
    it('redirect a used, an expired and an unknown onboarding link, and take a choice that is sent twice once', async () => {
      const account = await create();
      const used = await link(account.id);
      await visit(used.url);
      const again = await visit(used.url);
      expect(again.headers.get('location')).toBe('http://localhost:4100/refresh');
      const stranger = await choose(used.url, 'complete', { origin: 'https://evil.example' });
      expect(stranger.status).toBe(403);
      const sent = [await choose(used.url, 'more'), await choose(used.url, 'more')];
      for (const { headers } of sent) expect(headers.get('location')).toBe('http://localhost:4100/return');
      const late = await link(account.id);
      await sandbox.control('clock/advance', { milliseconds: 10 * 60 * 1000 });
      expect((await visit(late.url)).headers.get('location')).toBe('http://localhost:4100/refresh');
      expect((await visit(`${sandbox.url}/connect/setup/unknown`)).status).toBe(404);
    });

    // Holds pay-023.
    it('have no update links when they have their own dashboard', async () => {
      expect((await refusal(link((await create()).id, 'account_update'))).statusCode).toBe(400);
    });

    // Holds pay-171.
    it('can be closed, unless a dispute is open, and stay closed', async () => {
      const account = await create();
      await sandbox.control('accounts/capability', { account: account.id, cardPayments: 'active' });
      const onIt = { stripeAccount: account.id };
      const intent = await stripe.paymentIntents.create(
        { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onIt,
      );
      await sandbox.control('disputes/create', { charge: intent.id });
      await refusal(stripe.v2.core.accounts.close(account.id, {}));
      const { data } = await stripe.disputes.list({}, onIt);
      await stripe.disputes.close(data[0]?.id ?? '', {}, onIt);
      expect((await stripe.v2.core.accounts.close(account.id, {})).closed).toBe(true);
      expect((await refusal(stripe.paymentIntents.list({}, onIt))).code).toBe('account_invalid');
    });

    // Holds pay-171.
    it('send an event when the owner disconnects, and refuse later requests of the platform', async () => {
      await sandbox.control('accounts/deauthorize', { account: ADA });
      await sandbox.webhooksIdle();
      const deauthorized = sandbox.endpoint.received.find(
        ({ event }) => event.type === 'account.application.deauthorized',
      );
      expect(deauthorized?.event.account).toBe(ADA);
      expect((await refusal(stripe.accounts.retrieve(ADA))).code).toBe('account_invalid');
      expect((await refusal(stripe.paymentIntents.list({}, { stripeAccount: ADA }))).statusCode).toBe(403);
    });

    it('in six countries pay no application fee to a platform of another one', async () => {
      await sandbox.control('accounts/seed', { id: 'acct_mx', country: 'MX', currency: 'mxn' });
      const on = { stripeAccount: 'acct_mx' };
      const order = { amount: 10_000, currency: 'mxn' };
      const refused = await refusal(
        stripe.paymentIntents.create({ ...order, application_fee_amount: 500 }, on),
      );
      expect(refused).toMatchObject({
        statusCode: 400,
        message:
          "Stripe doesn't currently support application fees for platforms in US with connected accounts in MX.",
      });
      expect((await stripe.paymentIntents.create(order, on)).status).toBe('requires_payment_method');
    });

    it('can be connected again: requests work, and an event says so', async () => {
      await expect(sandbox.control('accounts/reconnect', { account: ADA })).rejects.toThrow(
        'is not disconnected',
      );
      await sandbox.control('accounts/deauthorize', { account: ADA });
      await sandbox.control('accounts/reconnect', { account: ADA });
      await sandbox.webhooksIdle();
      expect(sandbox.endpoint.types()).toContain('account.updated');
      expect((await stripe.accounts.retrieve(ADA)).id).toBe(ADA);
      expect((await stripe.paymentIntents.list({}, { stripeAccount: ADA })).data).toEqual([]);
    });
  });

  describe('payment method domains', () => {
    it('are listed per account by name and by enabled state', async () => {
      const onAda = { stripeAccount: ADA };
      const [one, other] = [
        await stripe.paymentMethodDomains.create({ domain_name: 'one.example' }, onAda),
        await stripe.paymentMethodDomains.create({ domain_name: 'other.example', enabled: false }, onAda),
      ];
      const platform = await stripe.paymentMethodDomains.create({ domain_name: 'one.example' });
      expect(platform.id).not.toBe(one.id);
      const ids = async (params: Stripe.PaymentMethodDomainListParams) =>
        (await stripe.paymentMethodDomains.list(params, onAda)).data.map(({ id }) => id);
      expect(await ids({})).toEqual([other.id, one.id]);
      expect(await ids({ enabled: true })).toEqual([one.id]);
      expect(await ids({ enabled: false })).toEqual([other.id]);
      expect(await ids({ domain_name: 'ONE.example' })).toEqual([one.id]);
      expect((await stripe.paymentMethodDomains.retrieve(one.id, {}, onAda)).enabled).toBe(true);
      const foreign = await refusal(
        stripe.paymentMethodDomains.update(platform.id, { enabled: false }, onAda),
      );
      expect(foreign.code).toBe('resource_missing');
    });

    // Holds pay-049.
    it('are created once for each account', async () => {
      const onAda = { stripeAccount: ADA };
      const made = await stripe.paymentMethodDomains.create({ domain_name: 'Shop.example.com' }, onAda);
      expect(made).toMatchObject({ domain_name: 'shop.example.com', apple_pay: { status: 'active' } });
      const again = await stripe.paymentMethodDomains.create({ domain_name: 'shop.example.com' }, onAda);
      expect(again.id).toBe(made.id);
      expect((await stripe.paymentMethodDomains.validate(made.id, {}, onAda)).id).toBe(made.id);
      const off = await stripe.paymentMethodDomains.update(made.id, { enabled: false }, onAda);
      expect(off.apple_pay.status).toBe('inactive');
      expect(
        (await stripe.paymentMethodDomains.list({ domain_name: 'shop.example.com' }, onAda)).data,
      ).toHaveLength(1);
      expect((await stripe.paymentMethodDomains.list({})).data).toEqual([]);
      const bad = await refusal(
        stripe.paymentMethodDomains.create({ domain_name: 'https://x.example/y' }, onAda),
      );
      expect(bad.param).toBe('domain_name');
    });
  });
});

describe('the settings of ways to pay', () => {
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
    const v2 = await sandbox.stripe.v2.core.accounts.retrieve(account, {
      include: ['configuration.merchant'],
    });
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
});
