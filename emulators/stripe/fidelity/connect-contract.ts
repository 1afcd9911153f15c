import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { idOf, refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';
import { API_VERSION } from '../reference/method-types';

/** A new connected account, as Busker requests it. Stripe asks the owner whether they are a person, a company or a club. */
const wanted = (name: string): Stripe.V2.Core.AccountCreateParams => ({
  contact_email: 'grace@example.com',
  display_name: name,
  dashboard: 'full',
  identity: { country: 'us' },
  configuration: {
    merchant: {
      capabilities: { card_payments: { requested: true }, link_payments: { requested: true } },
      statement_descriptor: { descriptor: 'Grace Hopper' },
    },
  },
  defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
  include: ['configuration.merchant', 'defaults', 'identity', 'requirements'],
});

const freshKey = () => `contract-${Date.now()}-${Math.random()}`;

/** Connected accounts in the v2 API. Needs a platform’s key. The created accounts never take money. */
export function testConnect(c: Contract): void {
  const make = (key = freshKey()) =>
    c.stripe.v2.core.accounts.create(wanted('Grace'), { idempotencyKey: key });

  it('makes an account without saying who its owner is, with card payments and Link requested', async () => {
    const made = await make();
    const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.merchant', 'identity'];
    const read = await c.stripe.v2.core.accounts.retrieve(made.id, { include });
    expect(read.identity?.entity_type ?? null).toBeNull();
    expect(read.identity?.country?.toUpperCase()).toBe('US');
    const { capabilities, statement_descriptor: statement } = read.configuration?.merchant ?? {};
    expect(capabilities?.card_payments?.status).toBe('restricted');
    expect(capabilities?.link_payments?.status).not.toBe('active');
    expect(statement?.descriptor?.toUpperCase()).toBe('GRACE HOPPER');
  });

  it('makes one account for a key, and refuses the key with another country', async () => {
    const key = freshKey();
    const made = await make(key);
    expect((await make(key)).id).toBe(made.id);
    const elsewhere = { ...wanted('Grace'), identity: { country: 'de' } };
    const other = await refusal(c.stripe.v2.core.accounts.create(elsewhere, { idempotencyKey: key }));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('makes a link to onboarding that ends within the hour', async () => {
    const { id } = await make();
    const flow = { refresh_url: 'https://example.com/r', return_url: 'https://example.com/b' };
    const link = await c.stripe.v2.core.accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { ...flow, collection_options: { fields: 'eventually_due' } },
      },
    });
    expect(link.url).toMatch(/^https?:/);
    const left = new Date(link.expires_at).getTime() - new Date(link.created).getTime();
    expect(left > 0 && left <= 60 * 60_000).toBe(true);
  });

  it('shows a closed account as closed, and refuses payments on it with account_invalid', async () => {
    const { id } = await make();
    expect((await c.stripe.v2.core.accounts.close(id, {})).closed).toBe(true);
    expect((await c.stripe.v2.core.accounts.retrieve(id)).closed).toBe(true);
    const late = await refusal(c.stripe.paymentIntents.list({ limit: 1 }, { stripeAccount: id }));
    expect(late).toMatchObject({ statusCode: 403, code: 'account_invalid' });
  });

  it('answers account_invalid for an account that never connected, and not found when it is read', async () => {
    const stranger = 'acct_1000000000000000';
    const denied = await refusal(c.stripe.paymentIntents.list({ limit: 1 }, { stripeAccount: stranger }));
    expect(denied).toMatchObject({ statusCode: 403, code: 'account_invalid' });
    const missing = await refusal(c.stripe.v2.core.accounts.retrieve(stranger));
    expect([403, 404]).toContain(missing.statusCode);
  });

  it('answers for the platform’s own account while its key is good', async () => {
    expect((await c.stripe.accounts.retrieveCurrent()).object).toBe('account');
  });

  it('repeats the account in the answer’s header, and names no reason of a limit', async () => {
    const { lastResponse } = await c.create();
    expect(lastResponse.stripeAccount).toBe(c.on.stripeAccount);
    expect(lastResponse.headers['stripe-rate-limited-reason']).toBeUndefined();
  });
}

/** How a payment appears in the books of an account, and on the fan’s bank statement. */
export function testBooks(c: Contract): void {
  const transaction = (id: string) => c.stripe.balanceTransactions.retrieve(id, {}, c.on);
  const chargeOf = async (intent: string) => {
    const read = async () =>
      (await c.stripe.charges.list({ payment_intent: intent }, c.on)).data.find(
        ({ balance_transaction: booked }) => booked !== null,
      );
    return c.eventually(read, (charge) => charge !== undefined);
  };

  it('books a charge with its fee, and ends its statement with the suffix', async () => {
    const { id } = await c.create({
      payment_method: 'pm_card_visa',
      confirm: true,
      use_stripe_sdk: true,
      statement_descriptor_suffix: 'TIP',
    });
    const charge = await chargeOf(id);
    expect(charge?.calculated_statement_descriptor).toMatch(/\* ?TIP$/);
    const booked = await transaction(idOf(charge?.balance_transaction ?? ''));
    expect(booked).toMatchObject({ type: 'charge', reporting_category: 'charge', source: charge?.id });
    expect(booked.fee).toBe(booked.fee_details.reduce((sum, { amount }) => sum + amount, 0));
    expect(booked.net).toBe(booked.amount - booked.fee);
  });

  it('books a refund as its own line that names the refund', async () => {
    const { id } = await c.pay('pm_card_visa');
    const refund = await c.stripe.refunds.create({ payment_intent: id, amount: 500 }, c.on);
    const booked = await transaction(idOf(refund.balance_transaction ?? ''));
    expect(booked).toMatchObject({ reporting_category: 'refund', amount: -500, source: refund.id });
  });

  it('books a failed refund as a second line that returns the money', async () => {
    const { id } = await c.pay('pm_card_refundFail');
    const { id: refund } = await c.stripe.refunds.create({ payment_intent: id, amount: 500 }, c.on);
    const read = () => c.stripe.refunds.retrieve(refund, {}, c.on);
    const failed = await c.eventually(read, ({ status }) => status === 'failed');
    const booked = await transaction(idOf(failed.failure_balance_transaction ?? ''));
    expect(booked).toMatchObject({ reporting_category: 'refund_failure', amount: 500, source: refund });
  });

  it('books a dispute as a line that names the dispute', async () => {
    const { id } = await c.pay('pm_card_createDispute');
    const read = async () => (await c.stripe.disputes.list({ payment_intent: id }, c.on)).data[0];
    const opened = await c.eventually(read, (dispute) => (dispute?.balance_transactions.length ?? 0) > 0);
    const booked = await transaction(opened?.balance_transactions[0]?.id ?? '');
    expect(booked).toMatchObject({ reporting_category: 'dispute', amount: -1500, source: opened?.id });
  });

  /** The lines of a payment in the list of an account, newest first. Each line has its whole source. */
  const linesOf = async (intent: string) => {
    const expand = ['data.source'];
    const { data } = await c.stripe.balanceTransactions.list({ limit: 100, expand }, c.on);
    return data.flatMap(({ source, ...line }) => {
      if (typeof source !== 'object' || source === null || !('payment_intent' in source)) return [];
      return source.payment_intent === intent ? [{ ...line, source }] : [];
    });
  };

  it('lists a charge and its refund with the objects that they are about, the refund first', async () => {
    const made = await c.create({
      payment_method: 'pm_card_visa',
      confirm: true,
      use_stripe_sdk: true,
      metadata: { tip_id: 't1', uid: 'u1' },
    });
    await chargeOf(made.id);
    await c.stripe.refunds.create({ payment_intent: made.id, amount: 500, metadata: { a: 'b' } }, c.on);
    const lines = await c.eventually(
      () => linesOf(made.id),
      (found) => found.length === 2,
    );
    expect(lines).toMatchObject([
      {
        type: 'refund',
        source: { object: 'refund', amount: 500, status: 'succeeded', metadata: { a: 'b' } },
      },
      {
        type: 'charge',
        source: { object: 'charge', amount_refunded: 500, metadata: { tip_id: 't1', uid: 'u1' } },
      },
    ]);
  });

  it('lists a failed refund twice, each time as it is now', async () => {
    const { id } = await c.pay('pm_card_refundFail');
    await c.stripe.refunds.create({ payment_intent: id, amount: 500 }, c.on);
    const refunds = async () => (await linesOf(id)).filter(({ source }) => source.object === 'refund');
    const lines = await c.eventually(refunds, (found) => found.length === 2);
    expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 500],
      ['refund', -500],
    ]);
    for (const { source } of lines) expect(source).toMatchObject({ object: 'refund', status: 'failed' });
  });

  it('lists the money of a dispute with the dispute, and nothing for an inquiry', async () => {
    const { id } = await c.pay('pm_card_createDispute');
    const disputed = async () => (await linesOf(id)).filter(({ source }) => source.object === 'dispute');
    const [line] = await c.eventually(disputed, (found) => found.length > 0);
    expect(line).toMatchObject({
      type: 'adjustment',
      source: { object: 'dispute', amount: 1500, status: 'needs_response' },
    });
    const asked = await c.pay('pm_card_createDisputeInquiry');
    const inquiry = async () => (await c.stripe.disputes.list({ payment_intent: asked.id }, c.on)).data;
    await c.eventually(inquiry, (found) => found.length > 0);
    await chargeOf(asked.id);
    expect((await linesOf(asked.id)).filter(({ source }) => source.object === 'dispute')).toEqual([]);
  });

  it('lists what was booked since a time, by type, in pages', async () => {
    const { id } = await c.pay('pm_card_visa');
    const booked = idOf((await chargeOf(id))?.balance_transaction ?? '');
    const { created } = await transaction(booked);
    const list = async (params: Stripe.BalanceTransactionListParams) =>
      (await c.stripe.balanceTransactions.list(params, c.on)).data.map((line) => line.id);
    expect(await list({ created: { gte: created }, type: 'charge', limit: 100 })).toContain(booked);
    expect(await list({ created: { lt: created }, limit: 100 })).not.toContain(booked);
    const [newest = '', second] = await list({ limit: 2 });
    expect(await list({ limit: 1, starting_after: newest })).toEqual([second]);
  });

  it('names only methods that the account can take', async () => {
    const made = await c.create();
    expect(made.payment_method_types).toContain('card');
    expect(made.payment_method_types.every((type) => ['card', 'link'].includes(type))).toBe(true);
  });
}

/** Hosted pages, events, domains, accounts and errors. */
export function testAccounts(c: Contract): void {
  it('creates a Checkout Session without an intent, and expires it', async () => {
    // By the clock of Stripe: another test moves the sandbox's.
    const { created: now } = await c.create();
    const session = await c.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        allowed_payment_method_types: ['card', 'link'],
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 1500, product_data: { name: 'A tip' } },
          },
        ],
        payment_intent_data: { metadata: { tip_id: 't1' } },
        client_reference_id: 't1',
        success_url: 'https://example.com/t/1?cs={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://example.com/@ada',
        expires_at: now + 31 * 60,
      },
      c.on,
    );
    expect(session).toMatchObject({
      status: 'open',
      payment_intent: null,
      payment_status: 'unpaid',
      amount_total: 1500,
    });
    expect(session.url).toMatch(/^https?:/);
    expect((await c.stripe.checkout.sessions.retrieve(session.id, {}, c.on)).id).toBe(session.id);
    expect((await c.stripe.checkout.sessions.expire(session.id, {}, c.on)).status).toBe('expired');
    expect((await c.stripe.checkout.sessions.list({ limit: 1 }, c.on)).data[0]?.id).toBe(session.id);
  });

  it('creates events for what happened', async () => {
    const { id } = await c.pay('pm_card_visa');
    const named = async () => {
      const { data } = await c.stripe.events.list({ type: 'payment_intent.succeeded', limit: 5 }, c.on);
      return data.find(({ data: { object } }) => 'id' in object && object.id === id)?.id;
    };
    expect(await c.eventually(named, (id) => id !== undefined)).toMatch(/^evt_/);
    expect((await c.stripe.events.retrieve((await named()) ?? '', {}, c.on)).type).toBe(
      'payment_intent.succeeded',
    );
    const { data: all } = await c.stripe.events.list({ limit: 50 }, c.on);
    const own = all.filter(({ data: { object } }) => 'id' in object && object.id === id);
    expect(own.map(({ type }) => type)).toContain('payment_intent.created');
  });

  it('says which ways to pay an account shows', async () => {
    const { data } = await c.stripe.paymentMethodConfigurations.list({}, c.on);
    expect(data.filter(({ is_default }) => is_default).length).toBeGreaterThan(0);
    const { id = '', card } = data.find(({ is_default }) => is_default) ?? {};
    expect(typeof card?.available).toBe('boolean');
    expect(['on', 'off']).toContain(card?.display_preference.value);
    expect((await c.stripe.paymentMethodConfigurations.retrieve(id, {}, c.on)).id).toBe(id);
    // No choice of the account's own, which is what it begins with.
    const params = { card: { display_preference: { preference: 'none' } } } as const;
    const left = await c.stripe.paymentMethodConfigurations.update(id, params, c.on);
    expect(['on', 'off']).toContain(left.card?.display_preference.value);
  });

  it('stores payment method domains', async () => {
    const made = await c.stripe.paymentMethodDomains.create(
      { domain_name: 'busker-contract.example.com' },
      c.on,
    );
    expect((await c.stripe.paymentMethodDomains.retrieve(made.id, {}, c.on)).domain_name).toBe(
      made.domain_name,
    );
    const { data } = await c.stripe.paymentMethodDomains.list({ domain_name: made.domain_name }, c.on);
    expect(data.map(({ id }) => id)).toEqual([made.id]);
    await c.stripe.paymentMethodDomains.validate(made.id, {}, c.on);
    expect((await c.stripe.paymentMethodDomains.update(made.id, { enabled: false }, c.on)).enabled).toBe(
      false,
    );
  });

  it('returns the account', async () => {
    const own = (await c.stripe.accounts.retrieveCurrent({}, c.on)) as Stripe.Account;
    expect(own.charges_enabled).toBe(true);
    expect((await c.stripe.accounts.retrieve(own.id)).id).toBe(own.id);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['a missing currency', { amount: 1500 }, { code: 'parameter_missing', param: 'currency' }],
    [
      'an unknown parameter',
      { amount: 1500, currency: 'usd', colour: 'red' },
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      'a fraction',
      { amount: '15.5', currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'an amount below the minimum',
      { amount: 1, currency: 'usd' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      'payment_method_types',
      { amount: 1500, currency: 'usd', payment_method_types: ['card'] },
      { code: 'payment_method_types_no_longer_supported' },
    ],
  ])('refuses %s and names the parameter', async (_, params, expected) => {
    const refused = await refusal(c.stripe.rawRequest('POST', '/v1/payment_intents', params, c.on));
    expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', ...expected });
  });

  it('answers resource_missing for an unknown id', async () => {
    for (const missing of [
      c.stripe.paymentIntents.retrieve('pi_0000000000000000', {}, c.on),
      c.stripe.refunds.retrieve('re_0000000000000000', {}, c.on),
      c.stripe.checkout.sessions.retrieve('cs_test_0000000000', {}, c.on),
    ])
      expect(await refusal(missing)).toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });
}

/** Nobody answers at this address (RFC 2606), so no event arrives anywhere. */
const url = 'https://busker-contract.example.com/v1/stripe/webhook';

const wantedEndpoint = (scope: 'own' | 'connected'): Stripe.WebhookEndpointCreateParams => ({
  url,
  enabled_events: ['payment_intent.succeeded', 'charge.refunded'],
  api_version: API_VERSION,
  connect: scope === 'connected',
  description: 'Busker',
  metadata: { busker_scope: scope },
});

/** The platform's webhook endpoints, as a deploy makes them. Each test removes what it made. */
export function testEndpoints(c: Contract): void {
  const withEndpoint = async (
    scope: 'own' | 'connected',
    then: (made: Stripe.WebhookEndpoint) => Promise<void>,
  ): Promise<void> => {
    const made = await c.stripe.webhookEndpoints.create(wantedEndpoint(scope));
    try {
      await then(made);
    } finally {
      await c.stripe.webhookEndpoints.del(made.id);
    }
  };

  it.each(['own', 'connected'] as const)(
    'makes a webhook endpoint for events of %s accounts, and shows its signing secret only then',
    async (scope) => {
      await withEndpoint(scope, async (made) => {
        expect(made.secret).toMatch(/^whsec_/);
        const shown = {
          url,
          status: 'enabled',
          api_version: API_VERSION,
          enabled_events: ['payment_intent.succeeded', 'charge.refunded'],
          metadata: { busker_scope: scope },
        };
        const read = await c.stripe.webhookEndpoints.retrieve(made.id);
        expect(read).toMatchObject(shown);
        expect(read.secret).toBeUndefined();
        const { data } = await c.stripe.webhookEndpoints.list({ limit: 100 });
        const listed = data.find(({ id }) => id === made.id);
        expect(listed).toMatchObject(shown);
        expect(listed?.secret).toBeUndefined();
      });
    },
  );

  it('adds events to a webhook endpoint, and keeps its address and scope', async () => {
    await withEndpoint('connected', async ({ id }) => {
      const events = ['payment_intent.succeeded', 'charge.refunded', 'account.updated'] as const;
      const changed = await c.stripe.webhookEndpoints.update(id, { enabled_events: [...events] });
      expect(changed).toMatchObject({ url, metadata: { busker_scope: 'connected' }, status: 'enabled' });
      expect(changed.enabled_events.toSorted()).toEqual(events.toSorted());
      expect(changed.secret).toBeUndefined();
    });
  });

  it('refuses a webhook endpoint without events, without an address, or that was removed', async () => {
    const { enabled_events: _, ...noEvents } = wantedEndpoint('own');
    const bare = await refusal(c.stripe.rawRequest('POST', '/v1/webhook_endpoints', noEvents));
    expect(bare).toMatchObject({ statusCode: 400, param: 'enabled_events' });
    const odd = await refusal(c.stripe.webhookEndpoints.create({ ...wantedEndpoint('own'), url: 'busker' }));
    expect(odd).toMatchObject({ statusCode: 400, param: 'url' });
    const { id } = await c.stripe.webhookEndpoints.create(wantedEndpoint('own'));
    expect(await c.stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true });
    expect(await refusal(c.stripe.webhookEndpoints.retrieve(id))).toMatchObject({ statusCode: 404 });
  });
}
