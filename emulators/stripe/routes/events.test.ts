import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

const open = () => stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);

describe('events', () => {
  it('are listed by type, by several types and by wildcard, newest first', async () => {
    const { id } = await open();
    await stripe.paymentIntents.cancel(id, {}, onAda);
    const types = async (params: Stripe.EventListParams) =>
      (await stripe.events.list(params, onAda)).data.map(({ type }) => type);
    expect(await types({})).toEqual(['payment_intent.canceled', 'payment_intent.created']);
    expect(await types({ type: 'payment_intent.created' })).toEqual(['payment_intent.created']);
    expect(await types({ types: ['payment_intent.canceled', 'charge.failed'] })).toEqual([
      'payment_intent.canceled',
    ]);
    expect(await types({ type: 'payment_intent.*' })).toHaveLength(2);
    expect(await types({ type: 'charge.*' })).toEqual([]);
    expect(await types({ type: 'payment_*' })).toHaveLength(2);
    expect(await types({ type: 'payout.*' })).toEqual([]);
    const both = await refusal(stripe.events.list({ type: 'a', types: ['b'] }, onAda));
    expect([both.code, both.param]).toEqual(['parameters_exclusive', 'types']);
    // Without a wildcard the whole type must match.
    expect(await types({ type: 'payment_intent.createx' })).toEqual([]);
  });

  // Holds pay-177.
  it('belong to one account and are kept for thirty days', async () => {
    await open();
    const [event] = (await stripe.events.list({}, onAda)).data;
    const id = event?.id ?? '';
    expect((await stripe.events.retrieve(id, {}, onAda)).id).toBe(id);
    const foreign = await refusal(stripe.events.retrieve(id));
    expect([foreign.statusCode, foreign.code, foreign.param]).toEqual([404, 'resource_missing', 'id']);
    const days = (count: number) =>
      sandbox.control('clock/advance', { milliseconds: count * 24 * 3600 * 1000 });
    await days(29);
    expect((await stripe.events.retrieve(id, {}, onAda)).id).toBe(id);
    expect((await stripe.events.list({}, onAda)).data).toHaveLength(1);
    await days(1);
    expect((await refusal(stripe.events.retrieve(id, {}, onAda))).statusCode).toBe(404);
    expect((await stripe.events.list({}, onAda)).data).toEqual([]);
  });

  it('with a failed delivery are listed, and can be sent again', async () => {
    await sandbox.control('webhookFaults', { drop: 1 });
    await open();
    await sandbox.control('webhookFaults', { drop: 0 });
    await open();
    await sandbox.webhooksIdle();
    const lost = (await stripe.events.list({ delivery_success: false }, onAda)).data;
    expect(lost).toHaveLength(1);
    expect((await stripe.events.list({ delivery_success: true }, onAda)).data).toHaveLength(1);
    await sandbox.control('events/resend', { event: lost[0]?.id });
    expect(sandbox.endpoint.received.map(({ event }) => event.id)).toContain(lost[0]?.id);
    expect((await stripe.events.list({ delivery_success: false }, onAda)).data).toEqual([]);
  });

  // Holds pay-179.
  it('have deliveries that can be held, and sent in another order', async () => {
    await sandbox.control('webhookFaults', { hold: true });
    const { id } = await open();
    await stripe.paymentIntents.cancel(id, {}, onAda);
    const held = (await sandbox.control('deliveries/list', { state: 'held' })) as {
      id: string;
      type: string;
    }[];
    expect(held.map(({ type }) => type)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
    expect(sandbox.endpoint.received).toEqual([]);
    await sandbox.control('deliveries/send', { ids: held.map((one) => one.id).reverse() });
    expect(sandbox.endpoint.types()).toEqual(['payment_intent.canceled', 'payment_intent.created']);
  });

  // Holds pay-179.
  it('have held deliveries that can be released or dropped', async () => {
    await sandbox.control('webhookFaults', { hold: true });
    await open();
    await open();
    const [first] = (await sandbox.control('deliveries/list', {})) as { id: string }[];
    expect(await sandbox.control('deliveries/drop', { ids: [first?.id] })).toEqual({ dropped: 1 });
    expect(await sandbox.control('deliveries/release')).toEqual({ released: 1 });
    await sandbox.webhooksIdle();
    expect(sandbox.endpoint.received).toHaveLength(1);
  });
});

describe('control calls', () => {
  it('refuse another origin, an unknown host and an invalid body', async () => {
    const status = async (headers: Record<string, string>, body: unknown = {}) =>
      (await sandbox.post('/__sandbox/faults/clear', body, headers)).status;
    expect(await status({})).toBe(200);
    expect(await status({ origin: sandbox.url })).toBe(200);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({}, { unknown: 1 })).toBe(400);
    expect((await sandbox.post('/__sandbox/nothing', {})).status).toBe(404);
    expect((await fetch(`${sandbox.url}/__sandbox/reset`)).status).toBe(405);
  });

  it('can reset the state to the seeded accounts', async () => {
    await open();
    await sandbox.control('reset');
    expect((await stripe.paymentIntents.list({}, onAda)).data).toEqual([]);
    expect((await stripe.accounts.retrieve(ADA)).charges_enabled).toBe(true);
  });
});
