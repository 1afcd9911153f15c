import { fork } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_CARDS } from '../reference/test-cards';
import {
  ACCOUNT_SECRET,
  ADA,
  CONNECT_SECRET,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  openSandbox,
} from '../testing/open-sandbox';
import { openStore } from './sandbox';

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
