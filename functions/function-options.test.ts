import { expect, it } from 'vitest';
import { functionOptions } from './function-options';

// Holds host-011.
it('gives every function the configured region and its memory', () => {
  const { app, count, schedule } = functionOptions({
    BUSKER_REGION: 'europe-west1',
    MIN_INSTANCES: '1',
    MAX_INSTANCES: '9',
  });
  expect(app).toMatchObject({ region: 'europe-west1', memory: '512MiB', minInstances: 1, maxInstances: 9 });
  expect(schedule).toMatchObject({ region: 'europe-west1', memory: '512MiB' });
  expect(count).toMatchObject({
    region: 'europe-west1',
    memory: '256MiB',
    concurrency: 1000,
    minInstances: 0,
    maxInstances: 5,
  });
});

it('gives the queues their limits, and lets only the functions themselves start a task', () => {
  const { looks, sweeps, work } = functionOptions({
    GCLOUD_PROJECT: 'busker-example',
    BUSKER_REGION: 'europe-west1',
  });
  const invoker = 'busker-run@busker-example.iam.gserviceaccount.com';
  expect([looks, sweeps, work]).toMatchObject([{ invoker }, { invoker }, { invoker }]);
  expect(looks).toMatchObject({
    region: 'europe-west1',
    memory: '512MiB',
    rateLimits: { maxDispatchesPerSecond: 5, maxConcurrentDispatches: 5 },
  });
  expect(sweeps).toMatchObject({
    region: 'europe-west1',
    memory: '512MiB',
    concurrency: 1,
    rateLimits: { maxConcurrentDispatches: 3 },
  });
  expect(work).toMatchObject({
    region: 'europe-west1',
    memory: '1GiB',
    timeoutSeconds: 1800,
    concurrency: 1,
    rateLimits: { maxConcurrentDispatches: 4 },
  });
});

it('gives the secrets with which messages are sent to the functions that send them, and to no other', () => {
  const options = functionOptions({ BUSKER_REGION: 'europe-west1' });
  const sending = Object.entries(options).filter(([, { secrets }]) => secrets.includes('SMTP_URL'));
  expect(sending.map(([name]) => name)).toEqual(['app', 'outboxSweep', 'outboxsend', 'outboxslow']);
  expect(options.outboxsend.secrets).toContain('VAPID_PRIVATE_KEYS');
  expect(options.outboxrelay).toMatchObject({
    concurrency: 80,
    timeoutSeconds: 60,
    rateLimits: { maxConcurrentDispatches: 100 },
    retryConfig: { maxAttempts: 5 },
  });
});

it('runs every function as the same dedicated service account', () => {
  const { app, schedule } = functionOptions({ GCLOUD_PROJECT: 'busker-example' });
  const serviceAccount = 'busker-run@busker-example.iam.gserviceaccount.com';
  expect([app, schedule]).toMatchObject([{ serviceAccount }, { serviceAccount }]);
  expect(functionOptions({ GCLOUD_PROJECT: 'x', FUNCTIONS_EMULATOR: 'true' }).app).not.toHaveProperty(
    'serviceAccount',
  );
});

it('gives the mail server only to functions that send messages', () => {
  const { app, count, work } = functionOptions({});
  expect(app.secrets).toEqual(expect.arrayContaining(['BUSKER_SECRET', 'SMTP_URL', 'DKIM_PRIVATE_KEY']));
  for (const { secrets } of [count, work]) expect(secrets).not.toContain('SMTP_URL');
});

it('has the same defaults as Firebase, and at most forty instances', () => {
  const { app, schedule } = functionOptions({ BUSKER_REGION: '', MIN_INSTANCES: 'many' });
  expect(app).toMatchObject({ region: 'us-central1', minInstances: 0, maxInstances: 40 });
  expect(schedule.region).toBe('us-central1');
});
