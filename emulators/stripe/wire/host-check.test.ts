import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startStripeSandbox } from '../start-stripe-sandbox';
import { openSandbox, PUBLISHABLE_KEY, SECRET_KEY } from '../testing/open-sandbox';

const ask = (port: number, host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const options = { stateFile: null, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, webhooks: [] };

describe('the sandbox server', () => {
  // Holds pay-155.
  it('answers only for loopback host names', async () => {
    const sandbox = await openSandbox();
    for (const path of ['/', '/v1/account', '/__sandbox', '/stripe.js'])
      expect(await ask(sandbox.port, 'rebound.example', path)).toBe(421);
    expect(await ask(sandbox.port, `localhost:${sandbox.port}`, '/')).toBe(200);
    await sandbox.close();
  });

  // Holds pay-155.
  it('refuses live keys and keys of another kind', async () => {
    await expect(startStripeSandbox({ ...options, secretKey: 'sk_live_x' })).rejects.toThrow('live key');
    await expect(startStripeSandbox({ ...options, publishableKey: 'sk_test_x' })).rejects.toThrow('pk_test_');
  });

  it('reports in one sentence that the port is in use', async () => {
    const sandbox = await openSandbox();
    await expect(startStripeSandbox({ ...options, port: sandbox.port })).rejects.toThrow(/is in use/);
    await sandbox.close();
  });

  // Holds pay-156.
  it('gives the same ids for the same seed', async () => {
    const make = async () => {
      const sandbox = await openSandbox({ seed: { ids: 'seven' } });
      const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
      await sandbox.close();
      return id;
    };
    expect(await make()).toBe(await make());
  });
});
