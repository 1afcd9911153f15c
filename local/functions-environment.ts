import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@busker/core/base/result';
import { ConfigError, parseConfig } from '@busker/functions/config';
import { newPushKey } from '@busker/functions/push/push-config';
import { readKeys, type Keys } from './keys';
import { portsFrom } from './ports';
import { isListening, portsRunning } from './running';
import type { LocalServices } from './web-config';

/** Google's SDKs use only emulators for a project whose name starts with `demo-`. */
export const projectId = 'demo-busker';

/** The database that every project has; another one is used after a restore. */
export const defaultDatabase = '(default)';

/** The addresses and keys of the local services that the functions need. */
export interface RunningServices {
  /** The app's own origin, `http://localhost:4100`. */
  readonly origin: string;
  readonly keys: Keys;
  readonly projectId: string;
  /** The id of the Firestore database. */
  readonly database: string;
  /** The URLs of the local services that replace Google's and Stripe's. */
  readonly services: LocalServices;
  /** `host:port` of the local push service. */
  readonly pushHost: string;
  /** `host:port` of the example sites: the only private address that "check this page" may visit. */
  readonly examplesHost: string;
  /** `smtp://127.0.0.1:1025` */
  readonly mailServer: string;
}

type Environment = Record<string, string | undefined>;

/** The settings that may also be set for a local server. All other variables follow from the running services. */
const tunable = [
  'PLATFORM_FEE_BPS',
  'LIMIT_FACTOR',
  'CLIENT_ADDRESS',
  'TRUSTED_PROXY_HOPS',
  'COUNT_WINDOW_SECONDS',
  'ROLL_UP_MINUTES',
  'WEBHOOK_ALLOW',
  'OWNER_DOMAINS',
  'DNS_SERVERS',
];

/** Values that are clearly examples. The addresses use a reserved top-level domain (RFC 2606). */
const exampleOperator = {
  OPERATOR_NAME: 'Example operator of this machine',
  OPERATOR_ADDRESS: '1 Example Street; 12345 Exampletown',
  OPERATOR_EMAIL: 'hello@busker.example',
  SECURITY_CONTACT: 'security@busker.example',
  AUTHORITY_CONTACT: 'authorities@busker.example',
  REPORT_EMAIL: 'reports@busker.example',
  CONTACT_LANGUAGES: 'en, de',
};

/** The environment variables of the functions in production, with the addresses of the local services. */
export function functionsEnvironment(running: RunningServices): Environment {
  const { origin, keys, projectId, database, services, examplesHost, pushHost, mailServer } = running;
  const hostOf = (url: string) => new URL(url).host;
  return {
    ...Object.fromEntries(tunable.map((name) => [name, process.env[name]])),
    ...exampleOperator,
    PAYMENTS_MODE: 'sandbox',
    PUBLIC_ORIGIN: origin,
    GCLOUD_PROJECT: projectId,
    FIRESTORE_DATABASE: database,
    BUSKER_SECRET: keys.buskerSecret,
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishableKey,
    STRIPE_WEBHOOK_SECRETS: Object.values(keys.stripeWebhookSecrets).join(','),
    STRIPE_API_BASE: services.stripe,
    VAPID_PRIVATE_KEYS: keys.vapidPrivateKey,
    FIREBASE_AUTH_EMULATOR_HOST: hostOf(services.auth),
    FIRESTORE_EMULATOR_HOST: hostOf(services.firestore),
    FIREBASE_STORAGE_EMULATOR_HOST: hostOf(services.storage),
    SAFE_FETCH_ALLOW: `${examplesHost},${pushHost}`,
    SMTP_URL: mailServer,
  };
}

/** The settings of a local server with made-up addresses and keys: only what a person may set can be wrong in them. */
const before = (): Environment =>
  functionsEnvironment({
    origin: 'http://localhost:4100',
    keys: {
      buskerSecret: 'unread'.repeat(6),
      stripeSecretKey: 'sk_test_sandbox_unread',
      stripePublishableKey: 'pk_test_sandbox_unread',
      stripeWebhookSecrets: { account: 'whsec_unread', connect: 'whsec_unread' },
      vapidPrivateKey: newPushKey().privateKey,
    },
    projectId,
    database: defaultDatabase,
    services: {
      auth: 'http://127.0.0.1:9099',
      firestore: 'http://127.0.0.1:8080',
      storage: 'http://127.0.0.1:9199',
      stripe: 'http://127.0.0.1:12111',
    },
    examplesHost: '127.0.0.1:4200',
    pushHost: '127.0.0.1:8095',
    mailServer: 'smtp://127.0.0.1:1025',
  });

/** What is wrong with a person's own settings, in one line; null = nothing. Call it before anything is built or started. */
export function settingsProblem(): string | null {
  try {
    parseConfig(before());
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return `Busker cannot start: ${error.faults.join(' ')}`;
    throw error;
  }
}

/** The Admin SDK reads these three from the process environment. */
export function pointSdkAt(env: Readonly<Environment>): void {
  for (const name of Object.keys(env).filter((each) => each.endsWith('_EMULATOR_HOST')))
    process.env[name] = env[name];
  // firebase-admin sets this variable for the first server of this process, and would use it for a second server too.
  delete process.env['STORAGE_EMULATOR_HOST'];
}

/**
 * The same for a server that another process started with this state folder: on the ports in `env`, else on those that it wrote down there, else on the
 * default ones. The problem is one sentence.
 */
export async function environmentOfRunning(
  env: Readonly<Environment>,
  stateDir: string,
): Promise<Result<Environment, string>> {
  const ports = portsFrom(env, await portsRunning(stateDir));
  if (!ports.ok) return ports;
  const keysFile = join(stateDir, 'keys.json');
  if (!existsSync(keysFile))
    return fail(`Nothing has been started from ${stateDir} yet. Run npm start first.`);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const { app, auth, firestore, storage, stripe, examples, mail, push } = ports.value;
  if (!(await isListening(firestore)))
    return fail(`Nothing runs from ${stateDir} at the moment. Run npm start first, and keep it running.`);
  return ok(
    functionsEnvironment({
      origin: `http://localhost:${app}`,
      keys: await readKeys(keysFile),
      projectId,
      database: env['FIRESTORE_DATABASE'] || defaultDatabase,
      services: { auth: at(auth), firestore: at(firestore), storage: at(storage), stripe: at(stripe) },
      examplesHost: `127.0.0.1:${examples}`,
      pushHost: `127.0.0.1:${push}`,
      mailServer: `smtp://127.0.0.1:${mail}`,
    }),
  );
}
