import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { API_VERSION } from '../reference/method-types';
import { refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';

/** Nobody answers at this address (RFC 2606), so no event arrives anywhere. */
const url = 'https://busker-contract.example.com/v1/stripe/webhook';

const wanted = (scope: 'own' | 'connected'): Stripe.WebhookEndpointCreateParams => ({
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
    const made = await c.stripe.webhookEndpoints.create(wanted(scope));
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
    const { enabled_events: _, ...noEvents } = wanted('own');
    const bare = await refusal(c.stripe.rawRequest('POST', '/v1/webhook_endpoints', noEvents));
    expect(bare).toMatchObject({ statusCode: 400, param: 'enabled_events' });
    const odd = await refusal(c.stripe.webhookEndpoints.create({ ...wanted('own'), url: 'busker' }));
    expect(odd).toMatchObject({ statusCode: 400, param: 'url' });
    const { id } = await c.stripe.webhookEndpoints.create(wanted('own'));
    expect(await c.stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true });
    expect(await refusal(c.stripe.webhookEndpoints.retrieve(id))).toMatchObject({ statusCode: 404 });
  });
}
