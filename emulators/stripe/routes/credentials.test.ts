import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSION } from '../reference/api-version';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { Refusal } from '../wire/refusal';
import { authenticate, checkVersion } from './credentials';

describe('credentials', () => {
  const keys = { secretKey: 'sk_test_sandbox_one', publishableKey: 'pk_test_sandbox_two' };
  const by = (authorization?: string) =>
    authenticate(authorization === undefined ? {} : { authorization }, keys);
  const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

  function refusalOf(work: () => unknown): Refusal {
    try {
      work();
    } catch (problem) {
      if (problem instanceof Refusal) return problem;
    }
    throw new Error('The key was expected to be refused, but it was accepted.');
  }

  describe('an API key', () => {
    // Holds pay-158.
    it('is accepted as a Bearer token and as the user name of Basic, with the scheme in any case', () => {
      expect(by(`Bearer ${keys.secretKey}`)).toBe('secret');
      expect(by(`bearer ${keys.publishableKey}`)).toBe('publishable');
      expect(by(basic(`${keys.secretKey}:`))).toBe('secret');
      expect(by(basic(`${keys.publishableKey}:anything`).replace('Basic', 'BASIC'))).toBe('publishable');
    });

    // Holds pay-159.
    it.each([
      undefined,
      '',
      'Bearer',
      'Bearer ',
      keys.secretKey,
      `Digest ${keys.secretKey}`,
      basic(''),
      basic(`:${keys.secretKey}`),
      `Bearer ${keys.secretKey}x`,
      `Bearer ${keys.secretKey.slice(0, -1)}`,
      `Bearer ${keys.secretKey.replace('one', 'two')}`,
    ])('is refused when it is %s', (authorization) => {
      const refusal = refusalOf(() => by(authorization));
      expect([refusal.status, refusal.body.type]).toEqual([401, 'invalid_request_error']);
      expect(refusal.rollbackMode).toBe('forget');
      expect(refusal.message).not.toContain(keys.secretKey);
    });
  });

  describe('the API version', () => {
    // Holds pay-158.
    it('may be the pinned one, and absent except for /v2', () => {
      const check =
        (headers: IncomingHttpHeaders, isV2 = false) =>
        () =>
          checkVersion(headers, isV2);
      const absent = refusalOf(check({}, true));
      expect([absent.status, absent.rollbackMode]).toEqual([400, 'forget']);
      expect(absent.message).toContain('needs the header Stripe-Version');
      expect(check({ 'stripe-version': API_VERSION }, true)).not.toThrow();
      expect(check({})).not.toThrow();
      expect(check({ 'stripe-version': API_VERSION })).not.toThrow();
      const other = refusalOf(check({ 'stripe-version': '2026-09-30.dahlia' }));
      expect([other.status, other.rollbackMode]).toEqual([400, 'forget']);
      expect(other.message).toContain(API_VERSION);
    });
  });

  describe('the account of a request', () => {
    let sandbox: OpenSandbox;
    beforeAll(async () => {
      sandbox = await openSandbox();
      await sandbox.control('accounts/seed', { id: 'acct_gone' });
      await sandbox.control('accounts/deauthorize', { account: 'acct_gone' });
    });
    afterAll(() => sandbox.close());

    const asks = async (path: string, account?: string) => {
      const answer = await fetch(`${sandbox.url}${path}`, {
        headers: {
          authorization: 'Bearer sk_test_sandbox_unit',
          ...(account !== undefined && { 'stripe-account': account }),
        },
      });
      const body = (await answer.json()) as {
        readonly id?: string;
        readonly error?: { readonly code?: string };
      };
      return [answer.status, body.error?.code ?? null, answer.headers.get('stripe-account')];
    };

    it('is the platform unless the Stripe-Account header names another, and the answer repeats that header', async () => {
      expect(await asks('/v1/payment_intents')).toEqual([200, null, null]);
      expect(await asks('/v1/payment_intents', '')).toEqual([200, null, null]);
      expect(await asks('/v1/payment_intents', ADA)).toEqual([200, null, ADA]);
    });

    it.each(['acct_nobody', 'acct_gone'])('is refused when it is %s', async (account) => {
      expect(await asks('/v1/payment_intents', account)).toEqual([403, 'account_invalid', null]);
    });

    it.each([
      'payment_intents/pi_1',
      'charges/ch_1',
      'refunds/re_1',
      'disputes/du_1',
      'balance_transactions/txn_1',
      'checkout/sessions/cs_1',
      'payment_method_domains/pmd_1',
      'events/evt_1',
    ])('has no object /v1/%s with an unknown id', async (path) => {
      expect(await asks(`/v1/${path}`, ADA)).toEqual([404, 'resource_missing', ADA]);
    });

    // Holds pay-159.
    it("cannot read another account's objects, by id or in a list", async () => {
      const { stripe } = sandbox;
      const onAda = { stripeAccount: ADA };
      const paid = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
      const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 }, onAda);
      const { id: other } = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
      const dispute = (await sandbox.control('disputes/create', { charge: other })) as {
        readonly id: string;
      };
      const domain = await stripe.paymentMethodDomains.create({ domain_name: 'a.example' }, onAda);
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          success_url: 'https://a.example/',
          line_items: [
            { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } },
          ],
        },
        onAda,
      );
      const [event] = (await stripe.events.list({}, onAda)).data;
      const charge = idOf(paid.latest_charge ?? '');
      const transaction = idOf(refund.balance_transaction ?? '');
      await sandbox.control('accounts/seed', { id: 'acct_other' });
      const paths = [
        `payment_intents/${paid.id}`,
        `charges/${charge}`,
        `refunds/${refund.id}`,
        `disputes/${dispute.id}`,
        `balance_transactions/${transaction}`,
        `checkout/sessions/${session.id}`,
        `payment_method_domains/${domain.id}`,
        `events/${event?.id ?? ''}`,
      ];
      for (const path of paths) {
        expect([path, ...(await asks(`/v1/${path}`, ADA))]).toEqual([path, 200, null, ADA]);
        expect([path, ...(await asks(`/v1/${path}`, 'acct_other'))]).toEqual([
          path,
          404,
          'resource_missing',
          'acct_other',
        ]);
        expect([path, ...(await asks(`/v1/${path}`))]).toEqual([path, 404, 'resource_missing', null]);
      }
      const lists = [
        'payment_intents',
        'charges',
        'refunds',
        'disputes',
        'checkout/sessions',
        'payment_method_domains',
        'events',
        'radar/early_fraud_warnings',
      ];
      for (const list of lists) {
        const answer = await stripe.rawRequest('GET', `/v1/${list}`, {}, { stripeAccount: 'acct_other' });
        expect([list, (answer as unknown as { readonly data: unknown[] }).data]).toEqual([list, []]);
      }
      for (const list of lists.slice(0, -1)) {
        const answer = await stripe.rawRequest('GET', `/v1/${list}`, {}, onAda);
        expect([list, (answer as unknown as { readonly data: unknown[] }).data]).not.toEqual([list, []]);
      }
    });
  });

  describe('the state of the secret key', () => {
    let sandbox: OpenSandbox;
    beforeAll(async () => {
      sandbox = await openSandbox();
    });
    afterAll(() => sandbox.close());

    it('can be expired: every request is refused, with another code on a connected account', async () => {
      await sandbox.control('key', { kind: 'expired' });
      const own = await refusal(sandbox.stripe.accounts.retrieveCurrent());
      expect(own).toMatchObject({ statusCode: 401, code: 'api_key_expired' });
      const connected = await refusal(sandbox.stripe.paymentIntents.list({}, { stripeAccount: ADA }));
      expect(connected).toMatchObject({ statusCode: 401, code: 'platform_api_key_expired' });
      await sandbox.control('key', { kind: 'good' });
      expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account' });
    });

    it('can lack the permission for a route, and the message names the permission', async () => {
      const permission = 'rak_accounts_write';
      await sandbox.control('key', { kind: 'restricted', route: 'POST /v2/core/accounts', permission });
      const refused = await refusal(sandbox.stripe.v2.core.accounts.create({}));
      expect(refused).toMatchObject({ statusCode: 403 });
      expect(refused.message).toContain(permission);
      expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account' });
      await sandbox.control('key', { kind: 'good' });
    });
  });
});
