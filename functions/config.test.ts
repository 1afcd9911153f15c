import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config';
import { functionOptions } from './function-options';
import { newPushKey } from './push/push-config';
import { earlierMailSender } from './setting-notices';

const sandbox = {
  PAYMENTS_MODE: 'sandbox',
  STRIPE_SECRET_KEY: 'sk_test_sandbox_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox_x',
  STRIPE_WEBHOOK_SECRETS: 'whsec_a, whsec_b',
  BUSKER_SECRET: 'a'.repeat(32),
  STRIPE_API_BASE: 'http://127.0.0.1:12111',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
};
const production = {
  PAYMENTS_MODE: 'connect',
  PUBLIC_ORIGIN: 'https://busker.example',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
  BUSKER_SECRET: 'a'.repeat(32),
  GCLOUD_PROJECT: 'busker-example',
  OPERATOR_NAME: 'Example Ltd',
  OPERATOR_ADDRESS: '1 Example Street',
  OPERATOR_EMAIL: 'hello@busker.example',
  SECURITY_CONTACT: 'security@busker.example',
  AUTHORITY_CONTACT: 'authorities@busker.example',
  REPORT_EMAIL: 'reports@busker.example',
};

const faultsOf = (env: Record<string, string>): string => {
  try {
    parseConfig(env);
    return 'accepted';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

/** Each fault's sentence. */
const told = (env: Record<string, string>) =>
  faultsOf(env)
    .split('\n')
    .filter((line) => line.startsWith('- '));

/** What hosts get wrong, and what the sentence about it says. */
const wrong: readonly (readonly [
  what: string,
  change: Readonly<Record<string, string>>,
  sentence: string,
])[] = [
  ['an emulator', { FIRESTORE_EMULATOR_HOST: 'localhost:8080' }, 'Unset FIRESTORE_EMULATOR_HOST'],
  [
    'the Auth emulator',
    { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' },
    'Unset FIREBASE_AUTH_EMULATOR_HOST',
  ],
  ['the Storage emulator', { FIREBASE_STORAGE_EMULATOR_HOST: 'x:1' }, 'Unset FIREBASE_STORAGE_EMULATOR_HOST'],
  ['a sandbox key', { STRIPE_SECRET_KEY: 'sk_test_sandbox_x' }, 'not of the sandbox'],
  ['a stand-in for Stripe', { STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'Unset STRIPE_API_BASE'],
  ['no secret', { BUSKER_SECRET: '' }, 'Set BUSKER_SECRET'],
  ['a short secret', { BUSKER_SECRET: `${'a'.repeat(40)},short` }, 'fewer than 32 bytes'],
  ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, 'Set STRIPE_WEBHOOK_SECRETS'],
  ['no Stripe key', { STRIPE_SECRET_KEY: '' }, 'Set STRIPE_SECRET_KEY'],
  ['no publishable key', { STRIPE_PUBLISHABLE_KEY: '' }, 'Set STRIPE_PUBLISHABLE_KEY'],
  [
    'keys of two kinds',
    { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
    'not of the same kind',
  ],
  [
    'a secret key for every browser',
    { STRIPE_PUBLISHABLE_KEY: 'sk_live_x' },
    'STRIPE_PUBLISHABLE_KEY must be the publishable key, pk_…: every browser gets it.',
  ],
  [
    'a publishable key as the secret one',
    { STRIPE_SECRET_KEY: 'pk_live_x' },
    'STRIPE_SECRET_KEY must be a secret or restricted key',
  ],
  [
    'the id of a webhook as its secret',
    { STRIPE_WEBHOOK_SECRET: 'we_x' },
    'STRIPE_WEBHOOK_SECRETS has an entry that is no signing secret',
  ],
  ['no address', { PUBLIC_ORIGIN: '' }, 'Set PUBLIC_ORIGIN'],
  ['an address without TLS', { PUBLIC_ORIGIN: 'http://busker.example' }, 'must start with https'],
  ['an address with a path', { PUBLIC_ORIGIN: 'https://busker.example/app' }, 'without a path'],
  ['no project', { GCLOUD_PROJECT: '' }, 'Set GCLOUD_PROJECT'],
  ['no imprint', { OPERATOR_NAME: '' }, 'Set OPERATOR_NAME'],
  ['no mode', { PAYMENTS_MODE: '' }, 'Set PAYMENTS_MODE'],
  ['an unknown place of the address', { CLIENT_ADDRESS: 'proxy' }, 'CLIENT_ADDRESS must be'],
  ['too many proxies', { CLIENT_ADDRESS: 'proxy:11' }, 'CLIENT_ADDRESS must be'],
  ['an unknown mode', { PAYMENTS_MODE: 'live' }, 'PAYMENTS_MODE must be one of'],
  ['a fake challenge', { CHALLENGE_KIND: 'fake' }, 'lets everybody pass'],
  [
    'a challenge without its secret',
    { CHALLENGE_KIND: 'turnstile', CHALLENGE_SITE_KEY: '1x' },
    'Set CHALLENGE_SECRET_KEY',
  ],
  ['a private address for safe-fetch', { SAFE_FETCH_ALLOW: '127.0.0.1:4200' }, 'Unset SAFE_FETCH_ALLOW'],
  [
    'private addresses for the webhooks of strangers',
    { WEBHOOK_ALLOW: '10.0.0.2:8123' },
    'Unset WEBHOOK_ALLOW',
  ],
  [
    'a URL for webhooks',
    { WEBHOOK_ALLOW: 'http://10.0.0.2', PAYMENTS_MODE: 'single' },
    'WEBHOOK_ALLOW must list hosts',
  ],
  ['a fee that is no number', { PLATFORM_FEE_BPS: '5%' }, 'PLATFORM_FEE_BPS must be a whole number'],
];

describe('configuration', () => {
  it('offers push with the first key, and hides the private keys from handlers', () => {
    const [first, second] = [newPushKey(), newPushKey()];
    const env = { ...sandbox, VAPID_PRIVATE_KEYS: `${first.privateKey},${second.privateKey}` };
    const config = parseConfig(env);
    expect(config.pushKeys).toEqual([first, second]);
    expect(config.app.push).toEqual({ publicKey: first.publicKey });
    expect(JSON.stringify(config.app)).not.toContain(first.privateKey);
    expect(parseConfig(sandbox).app.push).toBeNull();
    expect(faultsOf({ ...sandbox, VAPID_PRIVATE_KEYS: 'wrong' })).toContain('VAPID_PRIVATE_KEYS');
  });

  it('reads the sandbox with its defaults', () => {
    const config = parseConfig(sandbox);
    expect(config.app).toMatchObject({
      mode: 'sandbox',
      livemode: false,
      publicOrigin: 'http://localhost:4100',
      stripeJs: 'http://127.0.0.1:12111/stripe.js',
      platformFeeBps: 0,
      challenge: { kind: 'fake' },
    });
    expect(config.stripe.webhookSecrets).toEqual(['whsec_a', 'whsec_b']);
    expect(config.firebase).toMatchObject({ projectId: 'demo-busker', emulated: true });
  });

  it('reads production', () => {
    const config = parseConfig(production);
    expect(config.app).toMatchObject({ mode: 'connect', livemode: true, clientAddress: { kind: 'hosting' } });
    expect(config.stripe.apiBase).toBeNull();
  });

  // Holds pay-025, host-190.
  it.each(wrong)('refuses production with %s, in one sentence', (_, change, sentence) => {
    expect(told({ ...production, ...change })).toEqual([expect.stringContaining(sentence)]);
  });

  it('refuses any two of them with the sentence of each, or of the mode alone, which decides about the others', () => {
    const pairs = wrong.flatMap((one, at) => wrong.slice(at + 1).map((other) => [one, other] as const));
    const apart = pairs.filter(([[, one], [, other]]) => !Object.keys(one).some((name) => name in other));
    const unsaid = apart.filter(([[, one, first], [, other, second]]) => {
      const said = told({ ...production, ...one, ...other });
      const says = (sentence: string) => said.some((line) => line.includes(sentence));
      return said.length > 2 || (!(says(first) && says(second)) && !says('PAYMENTS_MODE'));
    });
    expect(apart.length).toBeGreaterThan(300);
    expect(unsaid.map(([[one], [other]]) => [one, other])).toEqual([]);
  });

  // Holds pay-025.
  it.each([
    ['STRIPE_SECRET_KEY', 'sk_live_x'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_x'],
  ])('refuses a live %s in the sandbox', (name, key) => {
    expect(faultsOf({ ...sandbox, [name]: key })).toContain('refuses a live Stripe key');
  });

  it.each([
    [{}, { kind: 'hosting' }],
    [{ CLIENT_ADDRESS: 'hosting' }, { kind: 'hosting' }],
    [{ CLIENT_ADDRESS: 'load-balancer' }, { kind: 'load-balancer' }],
    [{ CLIENT_ADDRESS: 'socket' }, { kind: 'socket' }],
    [{ CLIENT_ADDRESS: 'proxy:10' }, { kind: 'proxy', hops: 10 }],
    [{ TRUSTED_PROXY_HOPS: '2' }, { kind: 'proxy', hops: 2 }],
    [{ TRUSTED_PROXY_HOPS: '0' }, { kind: 'socket' }],
    [{ TRUSTED_PROXY_HOPS: '2', CLIENT_ADDRESS: 'hosting' }, { kind: 'hosting' }],
  ])('reads from %j that the client address is found by %j', (change, plan) => {
    expect(parseConfig({ ...production, ...change }).app.clientAddress).toEqual(plan);
  });

  // Holds host-088.
  it.each([
    [{}, 'print'],
    [{ SMTP_URL: 'off' }, 'print'],
    [{ MAIL: 'smtp' }, 'print'],
    [{ SMTP_URL: 'smtps://smtp.example.com' }, 'smtp'],
    [{ SMTP_URL: 'smtps://smtp.example.com', MAIL: 'smtp' }, 'smtp'],
    [{ SMTP_URL: 'smtps://smtp.example.com', MAIL: 'print' }, 'print'],
    [{ MAIL: earlierMailSender }, 'elsewhere'],
  ])('reads from %j that the letters have the sender %s', (change, sender) => {
    const given = { ...production, MAIL_FROM: 'tips@busker.example', ...change };
    expect(parseConfig(given).app.mails).toBe(sender);
  });

  // Holds host-003.
  it('refuses the sandbox on Cloud Run, and takes it in the emulator of Firebase', () => {
    const deployed = { ...sandbox, K_SERVICE: 'app' };
    expect(faultsOf(deployed)).toContain('PAYMENTS_MODE=sandbox is for one machine');
    expect(faultsOf({ ...deployed, FUNCTIONS_EMULATOR: 'true' })).toBe('accepted');
  });

  it('lets webhooks reach the network of a single owner, and the example sites of the sandbox', () => {
    const single = { ...production, PAYMENTS_MODE: 'single', WEBHOOK_ALLOW: 'ha.local:8123, 10.0.0.2' };
    expect(parseConfig(single).app.webhookAllow).toEqual(['ha.local:8123', '10.0.0.2']);
    const local = { ...sandbox, WEBHOOK_ALLOW: '127.0.0.1:4300', SAFE_FETCH_ALLOW: '127.0.0.1:4200' };
    expect(parseConfig(local).app.webhookAllow).toEqual(['127.0.0.1:4300', '127.0.0.1:4200']);
    expect(parseConfig(production).app.webhookAllow).toEqual([]);
  });

  it('names every fault at once', () => {
    expect(faultsOf({ PAYMENTS_MODE: 'single' }).split('\n- ').length).toBeGreaterThan(5);
  });

  it('does not include secrets in its faults', () => {
    expect(
      faultsOf({ ...production, BUSKER_SECRET: 'tooshort', STRIPE_SECRET_KEY: 'sk_test_sandbox_q' }),
    ).not.toMatch(/tooshort|sandbox_q/);
  });
});

describe('the options of the functions', () => {
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
});
