import { createServer, type IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeServer, listenOnLoopback } from '../../loopback';
import type { DeliveryEntity } from '../state/event-entities';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { postWebhook, wasDelivered } from './webhook-queue';

/** A webhook endpoint that records its requests; `status` is its answer. */
async function openEndpoint(status: () => number = () => 200) {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status(), { location: '/elsewhere' }).end();
    });
  });
  const port = await listenOnLoopback(server, 0, { name: 'an endpoint' });
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => closeServer(server) };
}

describe('a delivery attempt', () => {
  it('sends the payload and the signature as Stripe does', async () => {
    const endpoint = await openEndpoint();
    expect(await postWebhook(endpoint.url, '{"a":"é"}', 't=1,v1=x')).toEqual({ status: 200 });
    expect(endpoint.received).toMatchObject([
      {
        body: '{"a":"é"}',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': 't=1,v1=x',
          'user-agent': expect.stringMatching(/^Stripe\/1\.0/),
        },
      },
    ]);
    await endpoint.close();
  });

  // Holds pay-178.
  it('succeeds only with a 2xx answer', async () => {
    for (const [status, delivered] of [
      [200, true],
      [204, true],
      [299, true],
      [302, false],
      [400, false],
      [500, false],
    ] as const) {
      const endpoint = await openEndpoint(() => status);
      const result = await postWebhook(endpoint.url, '{}', 's');
      expect([result, wasDelivered(result)]).toEqual([{ status }, delivered]);
      expect(endpoint.received).toHaveLength(1);
      await endpoint.close();
    }
    const gone = await openEndpoint();
    await gone.close();
    const nobody = await postWebhook(gone.url, '{}', 's');
    expect([nobody, wasDelivered(nobody)]).toEqual([{ failure: 'TypeError' }, false]);
  });
});

describe('deliveries', () => {
  let sandbox: OpenSandbox;
  let clock: number;
  // The clock stands still, so nothing is sent before the test advances it.
  beforeEach(async () => {
    clock = 1_800_000_000_000;
    sandbox = await openSandbox({ now: () => clock });
  });
  afterEach(() => sandbox.close());

  const open = () =>
    sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { stripeAccount: ADA });
  const all = async () => (await sandbox.control('deliveries/list')) as (DeliveryEntity & { type: string })[];
  const attempts = async () => (await all())[0]?.attempts.length;

  // Holds pay-178.
  it('are retried after 1, 5 and 25 seconds, then given up', async () => {
    sandbox.endpoint.answerWith(() => 503);
    await open();
    for (const [index, wait] of [1000, 5000, 25_000].entries()) {
      await expect.poll(attempts).toBe(index + 1);
      expect((await all())[0]).toMatchObject({ state: 'waiting', dueAt: clock + wait });
      clock += wait;
      await sandbox.control('clock/advance', { milliseconds: 0 });
    }
    await expect.poll(attempts).toBe(4);
    await sandbox.webhooksIdle();
    const [last] = await all();
    expect(last).toMatchObject({ state: 'given-up' });
    expect(last?.attempts.map(({ result }) => result)).toEqual(Array(4).fill({ status: 503 }));
    expect(last?.attempts.map(({ at }) => at - clock)).toEqual([-31_000, -30_000, -25_000, 0]);
  });

  it('without faults arrive once, immediately', async () => {
    await open();
    await sandbox.webhooksIdle();
    expect(await all()).toMatchObject([{ state: 'delivered', dueAt: clock, attempts: [{ at: clock }] }]);
    expect(sandbox.endpoint.received).toHaveLength(1);
  });

  // Holds pay-178.
  it('with shuffling have a random delay each', async () => {
    await sandbox.control('webhookFaults', { shuffle: 1000 });
    for (let count = 0; count < 8; count += 1) await open();
    const delays = (await all()).map(({ dueAt }) => dueAt - clock);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThan(1000);
    expect(new Set(delays).size).toBeGreaterThan(4);
    expect(delays).not.toEqual([...delays].sort((a, b) => a - b));
  });

  // Holds pay-178.
  it('are dropped and duplicated at the given rates', async () => {
    await sandbox.control('webhookFaults', { drop: 0.5, duplicate: 0.5 });
    for (let count = 0; count < 40; count += 1) await open();
    await sandbox.webhooksIdle();
    const made = await all();
    expect(made.length).toBeGreaterThan(45);
    expect(made.length).toBeLessThan(75);
    const lost = made.filter(({ state }) => state === 'dropped');
    expect(lost.length).toBeGreaterThan(made.length / 4);
    expect(lost.length).toBeLessThan((made.length * 3) / 4);
    expect(sandbox.endpoint.received).toHaveLength(made.length - lost.length);
  });

  // Holds pay-178.
  it("to the same URL are signed with the secret of their endpoint's scope", async () => {
    const endpoint = await openEndpoint();
    const both = await openSandbox({
      webhooks: [
        { url: endpoint.url, secret: 'whsec_one', scope: 'connect' },
        { url: endpoint.url, secret: 'whsec_two', scope: 'account' },
      ],
    });
    await both.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { stripeAccount: ADA });
    await both.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await both.webhooksIdle();
    const signedBy = endpoint.received.map(({ headers, body }) => {
      const check = (secret: string) =>
        Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret);
      const { account } = JSON.parse(body) as { readonly account?: string };
      return [account ?? null, check(account === undefined ? 'whsec_two' : 'whsec_one').type];
    });
    expect(signedBy).toHaveLength(2);
    expect(new Set(signedBy.map(([account]) => account))).toEqual(new Set([ADA, null]));
    await both.close();
    await endpoint.close();
  });
});
