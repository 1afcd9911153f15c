import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { fromFirebaseTools } from '@busker/host/firebase/testing/from-firebase-tools';

const sdk = fileURLToPath(new URL('../node_modules/.bin/firebase-functions', import.meta.url));

/** The SDK takes its port from the environment, so it must be known beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// Holds host-012.
test('firebase-tools discovers the built functions without any secret', async () => {
  const { detectFromPort } = await fromFirebaseTools('lib/deploy/functions/runtimes/discovery/index.js');
  const port = await freePort();
  const child = spawn(process.execPath, [sdk], {
    cwd: fileURLToPath(new URL('../dist/functions', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      GCLOUD_PROJECT: 'demo-busker',
      FUNCTIONS_CONTROL_API: 'true',
    },
    stdio: 'ignore',
  });
  try {
    const { endpoints, requiredAPIs } = await detectFromPort(port, 'demo-busker', 'nodejs24', 0, 60_000);
    expect(requiredAPIs.map(({ api }) => api).toSorted()).toEqual([
      'cloudscheduler.googleapis.com',
      'cloudtasks.googleapis.com',
    ]);
    const { app, count, tick, looks, sweeps, work, ...outbox } = endpoints;
    const { outboxrelay, outboxsend, outboxslow, outboxsweep, ...others } = outbox;
    expect(others).toEqual({});
    for (const open of [app, count])
      expect(open).toMatchObject({ platform: 'gcfv2', httpsTrigger: { invoker: ['public'] } });
    expect(tick?.scheduleTrigger?.schedule).toBe('every 5 minutes');
    expect(looks?.taskQueueTrigger?.rateLimits).toMatchObject({
      maxDispatchesPerSecond: 5,
      maxConcurrentDispatches: 5,
    });
    expect(sweeps?.taskQueueTrigger?.rateLimits).toMatchObject({ maxConcurrentDispatches: 3 });
    expect(work).toMatchObject({ availableMemoryMb: 1024, timeoutSeconds: 1800 });
    expect(work?.taskQueueTrigger?.rateLimits).toMatchObject({ maxConcurrentDispatches: 4 });
    expect(outboxsweep?.scheduleTrigger?.schedule).toBe('every 1 minutes');
    expect(outboxsend?.taskQueueTrigger?.rateLimits).toMatchObject({ maxConcurrentDispatches: 60 });
    expect(outboxslow?.taskQueueTrigger?.rateLimits).toMatchObject({ maxConcurrentDispatches: 20 });
    const usual = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET', 'CHALLENGE_SECRET_KEY'];
    const withSenders = [...usual, 'SMTP_URL', 'DKIM_PRIVATE_KEY', 'VAPID_PRIVATE_KEYS'];
    const sending = new Set([app, outboxsend, outboxslow, outboxsweep]);
    for (const endpoint of [count, tick, looks, sweeps, work, outboxrelay, ...sending]) {
      const secrets = endpoint?.secretEnvironmentVariables?.map(({ key }) => key);
      expect(secrets).toEqual(sending.has(endpoint) ? withSenders : usual);
    }
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** Loads the built functions as a revision of Cloud Run does, and returns how that ended. */
async function loadAsRevision(settings: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, ['index.js'], {
    cwd: fileURLToPath(new URL('../dist/functions', import.meta.url)),
    env: { PATH: process.env['PATH'], GCLOUD_PROJECT: 'demo-busker', K_SERVICE: 'app', ...settings },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'exit')) as [unknown];
  return { code, said };
}

// Holds host-003.
test('a revision without PAYMENTS_MODE, or with the sandbox, does not start and says why', async () => {
  const complete = {
    PAYMENTS_MODE: 'connect',
    PUBLIC_ORIGIN: 'https://busker.example',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_key',
    STRIPE_WEBHOOK_SECRETS: 'whsec_secret',
    BUSKER_SECRET: 'a secret of at least thirty-two bytes',
  };
  expect(await loadAsRevision(complete)).toEqual({ code: 0, said: '' });
  for (const mode of ['', 'sandbox']) {
    const { code, said } = await loadAsRevision({ ...complete, PAYMENTS_MODE: mode });
    expect(code).not.toBe(0);
    expect(said).toContain('PAYMENTS_MODE');
  }
});
