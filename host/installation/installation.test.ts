import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { webhookEvents } from '@busker/functions/events/webhook-events';
import { fakeGoogle } from '../deploy/testing/fake-google';
import { dotEnvSettings } from '../dot-env';
import { signInMethods } from '@busker/functions/server/server-settings';
import { credentialsFault, findSetUp } from './google';
import {
  addressFaults,
  answerProblem,
  liveFaults,
  lineOf,
  nearestName,
  settingsAfterSetUp,
  settingsFaults,
  settingsWarnings,
  setUpQuestions,
  withSettings,
} from './installation';
import { askEndpoints, askPermissions, mendEndpoints } from './stripe';
import { fakeStripe, type FakeStripeOptions } from './testing/fake-stripe';

describe('check settings', () => {
  const good = {
    PUBLIC_ORIGIN: 'https://busker.example',
    PAYMENTS_MODE: 'connect',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    BUSKER_REGION: 'europe-west1',
    FIRESTORE_LOCATION: 'eur3',
    FIREBASE_WEB_CONFIG:
      '{"apiKey":"x","authDomain":"x.firebaseapp.com","projectId":"x","storageBucket":"x.firebasestorage.app","appId":"1"}',
  };

  const operator = {
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_ADDRESS: '1 Example Street; 12345 Exampletown',
    OPERATOR_EMAIL: 'hello@busker.example',
    SECURITY_CONTACT: 'security@busker.example',
    AUTHORITY_CONTACT: 'authorities@busker.example',
    REPORT_EMAIL: 'reports@busker.example',
  };

  describe('the check of the settings', () => {
    it('accepts complete settings, with test keys and with live ones', () => {
      expect(settingsFaults(good)).toEqual([]);
      expect(
        settingsFaults({
          ...good,
          ...operator,
          STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
          CLIENT_ADDRESS: 'proxy:2',
        }),
      ).toEqual([]);
    });

    // Holds host-018.
    it('refuses live keys without an imprint, and warns with test keys', () => {
      const faults = settingsFaults({ ...good, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' });
      const named = (sentences: readonly string[], name: string) =>
        sentences.filter((sentence) => sentence.includes(name));
      const warnings = settingsWarnings(good);
      for (const name of Object.keys(operator)) {
        expect(named(faults, `Set ${name}: `), name).toHaveLength(1);
        expect(named(warnings, name), name).toHaveLength(1);
      }
      expect(settingsWarnings({ ...good, ...operator })).toEqual([]);
      expect(settingsWarnings({ ...good, ...operator, TRUSTED_PROXY_HOPS: '0' })).toEqual([
        expect.stringContaining('Set CLIENT_ADDRESS=socket instead'),
      ]);
    });

    // Holds host-003.
    // Holds host-180.
    it('names the addresses that nobody finds by their settings, and asks for nothing but names of hosts', async () => {
      const asked: string[] = [];
      const knows = (host: string) => {
        asked.push(host);
        return Promise.resolve(host === 'busker.example');
      };
      const given = { ...good, TERMS_URL: 'https://terms.nowhere/a', SECURITY_CONTACT: 'a@b.example' };
      expect(await addressFaults(given, knows)).toEqual([
        'TERMS_URL: nobody finds terms.nowhere. Correct it, or point the name at your site first.',
      ]);
      expect(asked).toEqual(['busker.example', 'terms.nowhere']);
    });

    // Holds host-180.
    it('says of test keys and of legal pages without a name that no real money can be taken with them', () => {
      expect(liveFaults({ ...good, ...operator, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' })).toEqual([]);
      expect(liveFaults(good)).toEqual([
        'STRIPE_PUBLISHABLE_KEY is no live key: with a test key no real money moves.',
        expect.stringMatching(/^The legal pages name nobody\. Set OPERATOR_NAME, /),
      ]);
    });

    it('names every missing setting once when nothing is set', () => {
      const faults = settingsFaults({});
      for (const name of Object.keys(good))
        expect(
          faults.filter((fault) => fault.startsWith(`Set ${name}:`)),
          name,
        ).toHaveLength(1);
    });

    it.each([
      [{ PAYMENTS_MODE: 'sandbox' }, 'PAYMENTS_MODE=sandbox is for one machine. Set connect or single.'],
      [
        { PLATFORM_FEES_BPS: '100' },
        'PLATFORM_FEES_BPS is not a setting of Busker. Did you mean PLATFORM_FEE_BPS?',
      ],
      [{ SOMETHING_ELSE: '1' }, 'SOMETHING_ELSE is not a setting of Busker.'],
      [{ BUSKER_SECRET: 'x' }, 'Remove BUSKER_SECRET from .env: it is a secret. Secret Manager keeps it.'],
      [{ PUBLIC_ORIGIN: 'http://busker.example' }, 'PUBLIC_ORIGIN must start with https://.'],
      [
        { FIREBASE_WEB_CONFIG: '{"apiKey":"x"}' },
        'FIREBASE_WEB_CONFIG has no authDomain, projectId, storageBucket, appId.',
      ],
      [{ FIREBASE_WEB_CONFIG: 'x' }, 'FIREBASE_WEB_CONFIG must be JSON in one line.'],
      [{ SIGN_IN_METHODS: 'fax' }, 'SIGN_IN_METHODS names "fax"'],
      [{ CLIENT_ADDRESS: 'cdn' }, 'CLIENT_ADDRESS must be hosting'],
      [{ MIN_INSTANCES: 'one' }, 'MIN_INSTANCES must be a whole number from 0 to 1000.'],
      [{ MIN_INSTANCES: '41' }, 'MIN_INSTANCES must not be larger than MAX_INSTANCES.'],
      [{ BUSKER_REGION: 'Europe West' }, 'BUSKER_REGION must be the name of a region'],
    ])('refuses %j', (change, sentence) => {
      const faults = settingsFaults({ ...good, ...change });
      expect(faults).toEqual([expect.stringContaining(sentence)]);
    });
  });

  // Holds host-004.
  it('finds the setting that a typing error meant, and none for another word', () => {
    expect(nearestName('PAYMENT_MODE', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBe('PAYMENTS_MODE');
    expect(nearestName('publicorigin', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBe('PUBLIC_ORIGIN');
    expect(nearestName('EDITOR', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBeNull();
  });
});

describe('the sign-in methods of an installation', () => {
  test('reads the ways in that an installation offers', () => {
    expect(signInMethods('email-link, google.com ,saml.acme=Acme Inc')).toEqual({
      ok: true,
      value: {
        emailLink: true,
        phone: false,
        guest: false,
        totp: false,
        providers: [
          { id: 'google.com', name: null },
          { id: 'saml.acme', name: 'Acme Inc' },
        ],
      },
    });
    expect(signInMethods('totp')).toMatchObject({ value: { totp: true, providers: [] } });
    expect(signInMethods('')).toMatchObject({ ok: true, value: { providers: [] } });
  });

  test('says which name it does not know', () => {
    expect(signInMethods('googel.com')).toMatchObject({ problem: expect.stringContaining('googel.com') });
    expect(signInMethods('constructor').ok).toBe(false);
  });
});

describe('the file of settings', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-dot-env-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads values that a shell would split', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'OPERATOR_ADDRESS=1 Street; Town\nFIREBASE_WEB_CONFIG={"apiKey":"a"}\n');
    expect(await dotEnvSettings(file)).toEqual({
      OPERATOR_ADDRESS: '1 Street; Town',
      FIREBASE_WEB_CONFIG: '{"apiKey":"a"}',
    });
  });

  it('returns no settings when the file does not exist', async () => {
    expect(await dotEnvSettings(join(folder, 'none'))).toEqual({});
  });
});

describe('google rest', () => {
  const named = v.object({ name: v.string() });

  describe("Google's REST APIs", () => {
    it('sends the token and the project, and reads the answer', async () => {
      const google = fakeGoogle({ 'GET https://x.googleapis.com/v1/a': { name: 'a' } });
      expect(await google.rest.read('https://x.googleapis.com/v1/a', named)).toEqual({
        state: 'known',
        value: { name: 'a' },
      });
      const headers = google.requests[0]?.headers;
      expect(headers?.get('authorization')).toBe('Bearer fake-token');
      expect(headers?.get('x-goog-user-project')).toBe('busker-test');
    });

    it('distinguishes a missing resource from one that the caller may not read', async () => {
      const google = fakeGoogle({
        'GET https://x.googleapis.com/v1/secret': {
          status: 403,
          error: { message: 'Permission denied.\nMore.' },
        },
        'GET https://x.googleapis.com/v1/odd': { other: 1 },
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/none', named)).toEqual({
        state: 'known',
        value: null,
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/secret', named)).toEqual({
        state: 'unknown',
        why: 'status 403: Permission denied.',
      });
      expect(await google.rest.read('https://x.googleapis.com/v1/odd', named)).toMatchObject({
        state: 'unknown',
      });
    });

    it('reads every page of a list', async () => {
      const url = 'https://x.googleapis.com/v1/list?pageSize=2';
      const google = fakeGoogle({
        [`GET ${url}`]: { items: [{ name: 'a' }, { name: 'b' }], nextPageToken: 'p/2' },
        [`GET ${url}&pageToken=p%2F2`]: { items: [{ name: 'c' }] },
      });
      expect(await google.rest.readAll(url, 'items', named)).toEqual({
        state: 'known',
        value: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      });
    });

    it('says why there is no answer when there are no credentials', async () => {
      const google = fakeGoogle({}, () =>
        Promise.reject(new Error('Could not load the default credentials.')),
      );
      expect(await google.rest.read('https://x.googleapis.com/v1/a', named)).toEqual({
        state: 'unknown',
        why: 'Could not load the default credentials.',
      });
      expect(google.requests).toEqual([]);
    });

    it('names the command that signs in when the library only gives an address', () => {
      const fault = credentialsFault(new Error('Could not load the default credentials. Browse to …'));
      expect(fault).toContain('gcloud auth application-default login');
      expect(credentialsFault(new Error('invalid_grant\nmore'))).toBe('invalid_grant');
    });
  });
});

describe('ask permissions', () => {
  const linesOf = async (options: FakeStripeOptions, mode: 'connect' | 'single' = 'connect') =>
    (await askPermissions(fakeStripe(options).rest, { mode })).map(lineOf);
  const notOk = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('ok'));

  describe('the check of the permissions of the Stripe key', () => {
    it('finds no fault with a key that has all permissions, in both modes', async () => {
      expect(notOk(await linesOf({ accounts: ['acct_1'] }))).toEqual([]);
      expect(notOk(await linesOf({}, 'single'))).toEqual([]);
    });

    // Holds host-005.
    it('names the missing permission and its column', async () => {
      const forbidden = ['GET /v1/disputes acct_1'];
      const [line = '', ...more] = notOk(await linesOf({ accounts: ['acct_1'], forbidden }));
      expect(line).toContain('missing: Stripe permission Disputes, read, Connect column');
      expect(more).toEqual([]);
      const direct = await linesOf({ forbidden: ['POST /v1/refunds'] }, 'single');
      expect(notOk(direct)[0]).toContain('Charges and Refunds, write, direct column');
    });

    it('checks payments on a connected account in connect mode, and only directly in single mode', async () => {
      const connect = fakeStripe({ accounts: ['acct_1'] });
      await askPermissions(connect.rest, { mode: 'connect' });
      expect(connect.requests).toContain('POST /v1/payment_intents acct_1');
      expect(connect.requests).not.toContain('POST /v1/payment_intents');
      const single = fakeStripe();
      await askPermissions(single.rest, { mode: 'single' });
      expect(single.requests.filter((request) => request.includes('acct_'))).toEqual([]);
    });

    it('reports "unknown" for the Connect column before an account is connected', async () => {
      expect(notOk(await linesOf({}))).toEqual([expect.stringContaining('no account is connected yet')]);
    });

    it('names a key that Stripe refuses, and sends no other request', async () => {
      expect(await linesOf({ badKey: true })).toEqual([
        expect.stringContaining('missing: Stripe accepts the key'),
      ]);
    });
  });
});

describe('webhook endpoints', () => {
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
      expect(await mendEndpoints(stripe.rest, { ...wanted, mode: 'single' })).toEqual({
        ok: true,
        value: [],
      });
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
});

describe('npm run setup', () => {
  const apps = 'https://firebase.googleapis.com/v1beta1/projects/tips-1/webApps';
  const answers = {
    PUBLIC_ORIGIN: 'https://tips.ada.example',
    PROJECT: 'tips-1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  };
  const complete = {
    [`GET ${apps}`]: { apps: [{ appId: '1:2:web:3' }] },
    [`GET ${apps}/1:2:web:3/config`]: {
      apiKey: 'k',
      authDomain: 'tips-1.firebaseapp.com',
      projectId: 'tips-1',
      appId: '1:2:web:3',
    },
    'GET https://firestore.googleapis.com/v1/projects/tips-1/databases/(default)': { locationId: 'eur3' },
  };
  const after = async (google: Readonly<Record<string, object>>, current = {}) =>
    settingsAfterSetUp(current, answers, await findSetUp(fakeGoogle(google).rest, 'tips-1'));

  // Holds host-135.
  it('needs three answers, and finds out everything else that a deploy asks for', async () => {
    expect(setUpQuestions).toHaveLength(3);
    const { settings } = await after(complete);
    expect(settingsFaults(settings)).toEqual([]);
    expect(settings).toMatchObject({ BUSKER_REGION: 'europe-west1', PAYMENTS_MODE: 'connect' });
    expect(JSON.parse(settings['FIREBASE_WEB_CONFIG'] ?? '')).toMatchObject({
      storageBucket: 'tips-1.firebasestorage.app',
    });
  });

  it('says what a project lacks, with the command that makes it, and keeps the answers', async () => {
    const { settings, says } = await after({});
    expect(settings).toMatchObject({ PUBLIC_ORIGIN: 'https://tips.ada.example' });
    expect(says.join('\n')).toContain('npm run firebase -- apps:create WEB Busker --project tips-1');
    expect(says.join('\n')).toContain("npm run firebase -- firestore:databases:create '(default)'");
    expect(settingsFaults(settings)).not.toEqual([]);
  });

  it('changes nothing when it runs again, nor what a host chose, nor lines of .env that it does not know', async () => {
    const first = (await after(complete, { PAYMENTS_MODE: 'single', BUSKER_REGION: 'europe-north1' }))
      .settings;
    const text = withSettings('# mine\nMAIL_FROM=a@b.example # why\nPAYMENTS_MODE=single\n', {
      ...first,
      MAIL_FROM: 'a@b.example',
    });
    expect(text).toMatch(/^# mine\nMAIL_FROM=a@b\.example\nPAYMENTS_MODE=single\n/);
    const file = join(await mkdtemp(join(tmpdir(), 'busker-setup-')), '.env');
    await writeFile(file, text);
    const read = await dotEnvSettings(file);
    expect(read).toEqual({ ...first, MAIL_FROM: 'a@b.example' });
    const again = await after(complete, read);
    expect(withSettings(text, again.settings)).toBe(text);
    expect(again.says.every((line) => line.endsWith('as before'))).toBe(true);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://tips.ada.example', 'https://'],
    ['PUBLIC_ORIGIN', 'https://tips.ada.example/page', 'without a path'],
    ['PUBLIC_ORIGIN', 'https://tips.YOUR-DOMAIN', 'your own value'],
    ['PROJECT', 'Tips 1', 'small letters'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_...', 'your own value'],
    ['STRIPE_PUBLISHABLE_KEY', 'tips', 'pk_test_'],
  ] as const)('refuses %s %s', (name, answer, says) => {
    expect(answerProblem(name, answer)).toContain(says);
  });

  it('never repeats a secret key that is given in place of the publishable one', () => {
    const problem = answerProblem('STRIPE_PUBLISHABLE_KEY', 'sk_live_51abc');
    expect(problem).toContain('secret');
    expect(problem).not.toContain('51abc');
  });

  // Holds host-136.
  it('finds the placeholders of .env.example in the check of a deploy, by name and without the value', async () => {
    const example = await readFile('.env.example', 'utf8');
    expect(example.split('\n').length).toBeLessThanOrEqual(16);
    const faults = settingsFaults(await dotEnvSettings('.env.example'));
    const named = faults.filter((sentence) => sentence.includes('placeholder'));
    expect(named.map((sentence) => sentence.split(' ')[0]).toSorted()).toEqual([
      'FIREBASE_WEB_CONFIG',
      'PUBLIC_ORIGIN',
      'STRIPE_PUBLISHABLE_KEY',
    ]);
    expect(faults.join('\n')).not.toMatch(/Set [A-Z_]+:|is not a setting/);
    expect(named.join('\n')).not.toContain('pk_test');
  });
});

// Holds host-252.
it('npm run setup says when its input ends before the last answer, and writes nothing', async () => {
  const script = fileURLToPath(new URL('../busker.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, 'setup']);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  child.stdin.end('https://tips.example.org\nmy-tips-1\n');
  const [code] = (await once(child, 'close')) as [unknown];
  expect([code, said]).toEqual([1, expect.stringContaining('The input ended before the last answer')]);
});
