import { describe, expect, it } from 'vitest';
import { webhookEvents } from '../../../functions/events/webhook-events';
import { lineOf } from '../step';
import { fakeStripe } from './fake-stripe';
import { askEndpoints, mendEndpoints } from './webhook-endpoints';

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
    expect(await mendEndpoints(stripe.rest, { ...wanted, mode: 'single' })).toEqual({ ok: true, value: [] });
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
