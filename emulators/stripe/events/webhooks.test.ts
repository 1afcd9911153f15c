import { type DeliveryEntity, openStore } from '../state/sandbox';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import {
  ACCOUNT_SECRET,
  ADA,
  CONNECT_SECRET,
  openSandbox,
  type OpenSandbox,
  PUBLISHABLE_KEY,
  SECRET_KEY,
} from '../testing/open-sandbox';
import { postWebhook, wasDelivered } from './webhooks';
import { fork } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_CARDS } from '../reference/test-cards';

describe('webhooks', () => {
  let sandbox: OpenSandbox;
  let stripe: Stripe;
  const onAda = { stripeAccount: ADA };

  beforeEach(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterEach(() => sandbox.close());

  async function payOnce(method = 'pm_card_visa') {
    return stripe.paymentIntents.create(
      { amount: 500, currency: 'usd', payment_method: method, confirm: true, use_stripe_sdk: true },
      onAda,
    );
  }
  const sorted = () => [...sandbox.endpoint.types()].sort();

  describe('webhooks', () => {
    // Holds pay-177.
    it("for a payment go to the connect endpoint, with the account and the object's state at that time", async () => {
      const intent = await payOnce();
      await expect
        .poll(sorted)
        .toEqual([
          'charge.succeeded',
          'charge.updated',
          'payment_intent.created',
          'payment_intent.succeeded',
        ]);
      const created = sandbox.endpoint.received.find(({ event }) => event.type === 'payment_intent.created');
      expect(created?.scope).toBe('connect');
      expect(created?.event).toMatchObject({
        account: ADA,
        livemode: false,
        api_version: '2026-10-28.endive',
        data: { object: { id: intent.id, status: 'requires_confirmation' } },
        request: { id: intent.lastResponse.requestId },
      });
    });

    // Holds pay-177.
    it("for the platform's own payments and fees go to the account endpoint", async () => {
      await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
      await stripe.paymentIntents.create(
        {
          amount: 500,
          currency: 'usd',
          application_fee_amount: 50,
          payment_method: 'pm_card_visa',
          confirm: true,
          use_stripe_sdk: true,
        },
        onAda,
      );
      await expect
        .poll(() =>
          sandbox.endpoint.received.filter(({ scope }) => scope === 'account').map(({ event }) => event.type),
        )
        .toEqual(expect.arrayContaining(['payment_intent.created', 'application_fee.created']));
      for (const { event, scope } of sandbox.endpoint.received)
        expect('account' in event).toBe(scope === 'connect');
    });

    it('verify with the SDK; a changed body or another secret does not', async () => {
      await payOnce();
      await sandbox.webhooksIdle();
      const [{ body, signature } = { body: '', signature: '' }] = sandbox.endpoint.received;
      const check = (text: string, secret: string) => () =>
        Stripe.webhooks.constructEvent(text, signature, secret);
      expect(check(body, CONNECT_SECRET)).not.toThrow();
      expect(check(body.replace('500', '900'), CONNECT_SECRET)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
      expect(check(body, ACCOUNT_SECRET)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    });

    // Holds pay-178.
    it('are retried after a failure, signed with this machine’s time, and given up after the last attempt', async () => {
      sandbox.endpoint.answerWith((event) => (event.type === 'payment_intent.created' ? 500 : 200));
      await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
      const times = () => sandbox.endpoint.received.length;
      // Advancing the clock only shortens the wait: on a slow machine an attempt may start before that.
      await expect.poll(times).toBeGreaterThanOrEqual(1);
      for (const [index, milliseconds] of [1000, 5000, 25_000].entries()) {
        await sandbox.control('clock/advance', { milliseconds });
        await expect.poll(times).toBeGreaterThanOrEqual(index + 2);
      }
      await sandbox.control('clock/advance', { milliseconds: 60_000 });
      await sandbox.webhooksIdle();
      expect(times()).toBe(4);
      // The sandbox's clock is half a minute ahead by now, and a receiver refuses a signature of another time.
      for (const { signature } of sandbox.endpoint.received)
        expect(Number(/^t=(\d+)/.exec(signature)?.[1])).toBeLessThanOrEqual(Date.now() / 1000);
    });

    // Holds pay-178.
    it('do not follow a redirect, and count it as a failure', async () => {
      let tries = 0;
      sandbox.endpoint.answerWith(() => {
        tries += 1;
        return tries === 1 ? 302 : 200;
      });
      await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
      await expect.poll(() => tries).toBeGreaterThanOrEqual(1);
      await sandbox.control('clock/advance', { milliseconds: 1000 });
      await sandbox.webhooksIdle();
      expect(tries).toBe(2);
    });

    // Holds pay-178.
    it('can be dropped, duplicated and reordered', async () => {
      await sandbox.control('webhookFaults', { drop: 1 });
      await payOnce();
      await sandbox.webhooksIdle();
      expect(sandbox.endpoint.received).toEqual([]);
      await sandbox.control('webhookFaults', { drop: 0, duplicate: 1, shuffle: 200 });
      const before = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
      await expect.poll(() => sandbox.endpoint.received.map(({ event }) => event.type)).toHaveLength(2);
      const ids = new Set(sandbox.endpoint.received.map(({ event }) => event.id));
      expect(ids.size).toBe(1);
      expect(sandbox.endpoint.received[0]?.event.data.object).toMatchObject({ id: before.id });
    });
  });
});

describe('webhook queue', () => {
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
    const all = async () =>
      (await sandbox.control('deliveries/list')) as (DeliveryEntity & { type: string })[];
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
});

let folder = '';

describe('the state on disk', () => {
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'busker-stripe-'));
    file = join(folder, 'stripe.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const onAda = { stripeAccount: ADA };
  const setting = (value: number) => ({ id: 'clock-offset', value }) as const;

  // Holds pay-157.
  it('is complete after a restart: objects, keys and pending deliveries', async () => {
    const first = await openSandbox({ stateFile: file });
    first.endpoint.answerWith(() => 500);
    const intent = await first.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { ...onAda, idempotencyKey: 'k1' },
    );
    await expect.poll(() => first.endpoint.received.length).toBeGreaterThanOrEqual(1);
    await first.sandboxOnly();
    const second = await openSandbox({ stateFile: file, webhooks: first.webhooks });
    const again = await second.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { ...onAda, idempotencyKey: 'k1' },
    );
    expect(again.id).toBe(intent.id);
    first.endpoint.answerWith(() => 200);
    await second.control('clock/advance', { milliseconds: 1000 });
    await expect.poll(() => first.endpoint.received.length).toBe(2);
    await second.close();
    await first.endpoint.close();
  });

  // Holds pay-157.
  it('keeps every acknowledged intent when the process is killed', async () => {
    const script = fileURLToPath(new URL('../testing/run-sandbox.ts', import.meta.url));
    const start = () =>
      new Promise<{ port: number; kill: () => Promise<void> }>((resolve) => {
        const child = fork(script, [file], { execArgv: ['--import', 'tsx'] });
        const ended = new Promise<void>((done) => child.once('exit', () => done()));
        child.once('message', (port) =>
          resolve({ port: Number(port), kill: () => (child.kill('SIGKILL'), ended) }),
        );
      });
    const one = await start();
    const config = (port: number) =>
      ({ host: '127.0.0.1', port, protocol: 'http', telemetry: false }) as const;
    const stripe = new Stripe('sk_test_sandbox_unit', { ...config(one.port), maxNetworkRetries: 0 });
    const known: string[] = [];
    const work = (async () => {
      for (;;) known.push((await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda)).id);
    })().catch(() => undefined);
    await expect.poll(() => known.length, { timeout: 60_000 }).toBeGreaterThan(30);
    await one.kill();
    await work;
    const two = await start();
    const after = new Stripe('sk_test_sandbox_unit', config(two.port));
    for (const id of known) expect((await after.paymentIntents.retrieve(id, {}, onAda)).id).toBe(id);
    await two.kill();
  });

  it('drops an incomplete last record and keeps the rest', () => {
    const store = openStore(file);
    store.transact(() => store.put('setting', setting(1)));
    store.transact(() => store.put('setting', setting(2)));
    store.close();
    const whole = readFileSync(file, 'utf8');
    for (const cut of [2, 5, 20]) {
      writeFileSync(file, whole.slice(0, -cut));
      const torn = openStore(file);
      expect(torn.get('setting', 'clock-offset')?.value).toBe(1);
      torn.transact(() => torn.put('setting', setting(3)));
      torn.close();
      const healed = openStore(file);
      expect(healed.get('setting', 'clock-offset')?.value).toBe(3);
      healed.close();
    }
  });

  it('fails to load with a damaged record in the middle, and the error names the line', () => {
    const store = openStore(file);
    store.transact(() => store.put('setting', setting(1)));
    store.close();
    writeFileSync(file, readFileSync(file, 'utf8').replace('clock', 'clack'));
    appendFileSync(file, 'more\nlines\n');
    expect(() => openStore(file)).toThrow(/damaged at line 1/);
  });

  it('contains nothing of a failed request', () => {
    const store = openStore(file);
    store.transact(() => store.put('setting', setting(1)));
    expect(() =>
      store.transact(() => {
        store.put('setting', setting(2));
        store.put('setting', { id: 'id-counter', value: 1 });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.all('setting')).toEqual([setting(1)]);
    store.close();
    expect(openStore(file).all('setting')).toEqual([setting(1)]);
  });

  it('is compacted at the start when the journal is long', () => {
    const store = openStore(file);
    for (let count = 0; count < 2100; count += 1) store.transact(() => store.put('setting', setting(count)));
    store.close();
    const next = openStore(file);
    next.compact();
    next.close();
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
    expect(openStore(file).get('setting', 'clock-offset')?.value).toBe(2099);
  });
});

describe('card numbers and secrets', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'busker-stripe-'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  // Holds pay-145.
  it('are in no state file, no log and no event', async () => {
    const said: string[] = [];
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.map(String).join(' ')));
    const file = join(folder, 'stripe.log');
    const sandbox = await openSandbox({ stateFile: file });
    const statuses: number[] = [];
    for (const { number, brand } of TEST_CARDS) {
      const intent = await sandbox.stripe.paymentIntents.create(
        { amount: 500, currency: 'usd' },
        { stripeAccount: ADA },
      );
      const fields = {
        client_secret: intent.client_secret ?? '',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': brand === 'amex' ? '9731' : '973',
      };
      const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${PUBLISHABLE_KEY}`,
          'stripe-account': ADA,
          'idempotency-key': intent.id,
        },
        body: new URLSearchParams(fields),
      });
      statuses.push(answer.status);
      said.push(await answer.text());
    }
    await sandbox.control('overview');
    await sandbox.webhooksIdle();
    await sandbox.close();
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    const kept =
      readFileSync(file, 'utf8') +
      said.join('\n') +
      sandbox.endpoint.received.map(({ body }) => body).join('\n');
    for (const { number } of TEST_CARDS) expect(kept).not.toContain(number);
    expect(kept).not.toMatch(/"cvc":"?\d/);
    for (const secret of [SECRET_KEY, ACCOUNT_SECRET, CONNECT_SECRET]) expect(kept).not.toContain(secret);
  });
});
