import { describe, expect, it } from 'vitest';
import { webhookEvents } from '../../functions/events/webhook-events';
import { lineOf } from './installation';
import { askEndpoints, askPermissions, mendEndpoints } from './stripe';
import { fakeStripe, type FakeStripeOptions } from './testing/fake-stripe';

describe('ask permissions', () => {
  const linesOf = async (options: FakeStripeOptions, mode: 'connect' | 'single' = 'connect') =>
    (await askPermissions(fakeStripe(options).rest, { mode })).map(lineOf);
  const notOk = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('ok'));

  describe('the check of the permissions of the Stripe key', () => {
    it('finds no fault with a key that has all permissions, in both modes', async () => {
      expect(notOk(await linesOf({ accounts: ['acct_1'] }))).toEqual([]);
      expect(notOk(await linesOf({}, 'single'))).toEqual([]);
    });

    // Holds host-005.
    it('names the missing permission and its column', async () => {
      const forbidden = ['GET /v1/disputes acct_1'];
      const [line = '', ...more] = notOk(await linesOf({ accounts: ['acct_1'], forbidden }));
      expect(line).toContain('missing: Stripe permission Disputes, read, Connect column');
      expect(more).toEqual([]);
      const direct = await linesOf({ forbidden: ['POST /v1/refunds'] }, 'single');
      expect(notOk(direct)[0]).toContain('Charges and Refunds, write, direct column');
    });

    it('checks payments on a connected account in connect mode, and only directly in single mode', async () => {
      const connect = fakeStripe({ accounts: ['acct_1'] });
      await askPermissions(connect.rest, { mode: 'connect' });
      expect(connect.requests).toContain('POST /v1/payment_intents acct_1');
      expect(connect.requests).not.toContain('POST /v1/payment_intents');
      const single = fakeStripe();
      await askPermissions(single.rest, { mode: 'single' });
      expect(single.requests.filter((request) => request.includes('acct_'))).toEqual([]);
    });

    it('reports "unknown" for the Connect column before an account is connected', async () => {
      expect(notOk(await linesOf({}))).toEqual([expect.stringContaining('no account is connected yet')]);
    });

    it('names a key that Stripe refuses, and sends no other request', async () => {
      expect(await linesOf({ badKey: true })).toEqual([
        expect.stringContaining('missing: Stripe accepts the key'),
      ]);
    });
  });
});

describe('webhook endpoints', () => {
  const wanted = { origin: 'https://busker.example', mode: 'connect' } as const;
  const endpoint = (change: object = {}) => ({
    id: 'we_1',
    url: 'https://busker.example/v1/stripe/webhook',
    status: 'enabled',
    enabled_events: [...webhookEvents.payments],
    api_version: null,
    application: null,
    metadata: {},
    ...change,
  });

  describe('the webhook endpoints', () => {
    it('are missing in both scopes, until they are made', async () => {
      const stripe = fakeStripe();
      const before = (await askEndpoints(stripe.rest, wanted)).map(lineOf);
      expect(before[0]).toContain('missing: webhook for your own account');
      expect(before[1]).toContain('missing: webhook for connected accounts');
      const made = await mendEndpoints(stripe.rest, wanted);
      expect(made.ok && made.value).toEqual([
        expect.stringMatching(/^whsec_we_1/),
        expect.stringMatching(/^whsec_we_2/),
      ]);
      expect((await askEndpoints(stripe.rest, wanted)).map(({ state }) => state)).toEqual(['ok', 'ok']);
      expect(stripe.endpoints.map(({ application }) => application)).toEqual([null, 'ca_1']);
    });

    // Holds host-006.
    it('names the scope and the missing events, and adds the events without a new secret', async () => {
      const less = webhookEvents.payments.filter((event) => event !== 'refund.failed');
      const stripe = fakeStripe({ endpoints: [endpoint({ enabled_events: [...less, 'payout.paid'] })] });
      const lines = (await askEndpoints(stripe.rest, { ...wanted, mode: 'single' })).map(lineOf);
      expect(lines).toEqual([expect.stringContaining('webhook for your own account: events refund.failed')]);
      expect(await mendEndpoints(stripe.rest, { ...wanted, mode: 'single' })).toEqual({
        ok: true,
        value: [],
      });
      expect(stripe.endpoints).toHaveLength(1);
      expect(stripe.endpoints[0]?.enabled_events).toEqual(
        expect.arrayContaining(['refund.failed', 'payout.paid']),
      );
    });

    it('ignores endpoints with another address or another version, and endpoints that are disabled', async () => {
      const others = [
        endpoint({ url: 'https://other.example/v1/stripe/webhook' }),
        endpoint({ status: 'disabled' }),
        endpoint({ api_version: '2020-08-27' }),
      ];
      const stripe = fakeStripe({ endpoints: others });
      const [finding] = await askEndpoints(stripe.rest, { ...wanted, mode: 'single' });
      expect(finding && lineOf(finding)).toContain('instead of 2020-08-27');
      const made = await mendEndpoints(stripe.rest, { ...wanted, mode: 'single' });
      expect(made.ok && made.value).toHaveLength(1);
      expect(stripe.endpoints).toHaveLength(4);
    });
  });
});
