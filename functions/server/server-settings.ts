import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fail, ok, type Result } from '@busker/core/base/result';
import { hostedOrigins, type AllowedOrigins } from '@busker/core/web/route-headers';
import { ConfigError, emulatorNames, parseConfig, type Config } from '../config';
import { envReader, type Env } from '../env-reader';
import type { LogSink } from '../log';
import { settings } from '../settings';

const providers = ['google.com', 'apple.com', 'twitter.com', 'github.com', 'facebook.com'];
const switches = { 'email-link': 'emailLink', phone: 'phone', guest: 'guest', totp: 'totp' } as const;
const isSwitch = (id: string): id is keyof typeof switches => Object.hasOwn(switches, id);

interface SignInMethods {
  emailLink: boolean;
  phone: boolean;
  guest: boolean;
  /** Authenticator apps as a second step. */
  totp: boolean;
  readonly providers: { readonly id: string; readonly name: string | null }[];
}

/**
 * Reads SIGN_IN_METHODS, a list with commas: `email-link`, `phone`, `guest`, `totp`, `google.com`, …, and a company's own as
 * `saml.acme=Acme` or `oidc.club=The Club`. Each must be switched on in the Firebase project as well.
 */
export function signInMethods(list: string): Result<SignInMethods, string> {
  const methods: SignInMethods = { emailLink: false, phone: false, guest: false, totp: false, providers: [] };
  for (const entry of list.split(',').map((part) => part.trim())) {
    const [id = '', name = null] = entry.split('=').map((part) => part.trim());
    if (id === '') continue;
    if (isSwitch(id)) methods[switches[id]] = true;
    else if (providers.includes(id) || /^(saml|oidc)\.[\w.-]+$/.test(id))
      methods.providers.push({ id, name });
    else {
      const known = [...Object.keys(switches), ...providers].join(', ');
      return fail(`SIGN_IN_METHODS names "${id}"; there are ${known}, and saml.<id>=Name or oidc.<id>=Name.`);
    }
  }
  return ok(methods);
}

const webKeys = ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'appId'] as const;

/** The configuration of a Firebase web app, as Firebase gives it. Every browser has it. */
type FirebaseWebConfig = Readonly<Record<(typeof webKeys)[number], string>>;

/** Reads FIREBASE_WEB_CONFIG. */
function firebaseWebConfig(text: string): Result<FirebaseWebConfig, string> {
  try {
    const config = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const missing = webKeys.filter((key) => typeof config[key] !== 'string' || config[key] === '');
    if (missing.length > 0) return fail(`FIREBASE_WEB_CONFIG has no ${missing.join(', ')}.`);
    return ok(config as FirebaseWebConfig);
  } catch {
    return fail('FIREBASE_WEB_CONFIG must be JSON in one line.');
  }
}

/** The answer to /busker-config.json for a project that Firebase hosts. */
interface HostedWebConfig {
  readonly firebase: FirebaseWebConfig;
  readonly methods: SignInMethods;
  readonly database: string;
  readonly emulators: null;
}

/** Reads it from the settings, or says what is wrong with each, in one sentence. */
export function hostedWebConfig(env: Env): Result<HostedWebConfig, readonly string[]> {
  const text = (name: string) => (env[name] ?? '').trim();
  const methods = signInMethods(text('SIGN_IN_METHODS'));
  const given = text('FIREBASE_WEB_CONFIG');
  const firebase =
    given === ''
      ? fail("Set FIREBASE_WEB_CONFIG: the web app's configuration as JSON in one line.")
      : firebaseWebConfig(given);
  if (!methods.ok || !firebase.ok)
    return fail([methods, firebase].flatMap((each) => (each.ok ? [] : [each.problem])));
  const database = text('FIRESTORE_DATABASE') || '(default)';
  return ok({ firebase: firebase.value, methods: methods.value, database, emulators: null });
}

/** What stands in examples for something that only the host knows. */
const placeholder = /\.\.\.|…|YOUR[_-]|<[\w -]+>|change-?me/i;

/** A value that somebody copied out of an example is named with its setting alone: it may be half of a secret. */
export const placeholderFaults = (given: Env): readonly string[] =>
  Object.entries(given)
    .filter(([, value]) => placeholder.test(value ?? ''))
    .map(([name]) => `${name} still has a placeholder of an example. Set your own value.`);

/** What a dashboard needs to know of emulators, in the place of a project that Firebase hosts. */
interface EmulatedSite {
  readonly config: object;
  readonly origins: AllowedOrigins;
}

export interface ServerOptions {
  readonly env: Env;
  /** The folder of the builds. */
  readonly dist: string;
  readonly version: string;
  readonly write?: LogSink;
  /** For a server in front of emulators; without it, it needs a project that Firebase hosts. */
  readonly emulated?: (env: Env) => EmulatedSite;
}

interface ServerSettings {
  readonly config: Config;
  readonly site: EmulatedSite;
  readonly port: number;
  readonly address: string;
  /** null = no metrics. */
  readonly metricsPort: number | null;
  readonly lookEveryMs: number;
}

const usesEmulators = ({ env, emulated }: ServerOptions): boolean =>
  emulated !== undefined && emulatorNames.some((name) => (env[name] ?? '') !== '');

function siteOf(options: ServerOptions): Result<EmulatedSite, readonly string[]> {
  const { env, emulated } = options;
  if (emulated !== undefined && usesEmulators(options)) return ok(emulated(env));
  const config = hostedWebConfig(env);
  return config.ok ? ok({ config: config.value, origins: hostedOrigins }) : config;
}

/** What a deploy to Functions writes into their settings, from the same sources. */
function withDerived(options: ServerOptions, versions: readonly string[]): Env {
  const { env, version } = options;
  const web = hostedWebConfig(env);
  // What is wrong with FIREBASE_WEB_CONFIG is said once, by its own name.
  const unread = usesEmulators(options) ? undefined : 'unread';
  return {
    WEB_API_KEY: web.ok ? web.value.firebase.apiKey : undefined,
    BUSKER_RELEASE: version,
    CARD_VERSIONS: versions.join(','),
    ...env,
    GCLOUD_PROJECT: env['GCLOUD_PROJECT'] || (web.ok ? web.value.firebase.projectId : unread),
  };
}

/** A container makes a folder where the file of a mount is missing, and its user often may not read what another one owns. */
function isKeyFile(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function faultsOf(read: () => Config): Result<Config, readonly string[]> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.faults);
    throw error;
  }
}

/** The settings of Busker in an environment. `docker run --env-file` keeps the quotes that a shell, Compose and Node take away. */
const ownSettings = (env: Env): Env =>
  Object.fromEntries(
    settings.flatMap(({ name }) => {
      const value = env[name];
      return value === undefined ? [] : [[name, /^(['"])(.*)\1$/s.exec(value.trim())?.[2] ?? value]];
    }),
  );

/** Where a server with these settings answers a program on the same machine. */
export function ownAddress(given: Env): string {
  const { PORT = '', BIND_ADDRESS: bound = '' } = ownSettings(given);
  // An address that stands for all of them is none to connect to.
  const address = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }[bound] ?? bound;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${PORT || 4100}`;
}

/** The settings of a server process, or what is wrong with them: one sentence each, with the setting's name and never with the text of a secret. */
export function serverSettings(
  given: ServerOptions,
  versions: readonly string[] = [],
): Result<ServerSettings, readonly string[]> {
  const own = ownSettings(given.env);
  const options = { ...given, env: { ...given.env, ...own } };
  const { env, dist } = options;
  const read = envReader(env);
  for (const sentence of placeholderFaults(own)) read.fault(sentence);
  const port = read.integer('PORT', 4100, { min: 0, max: 65_535 });
  const metricsPort =
    read.text('METRICS_PORT') === 'off' ? null : read.integer('METRICS_PORT', 9464, { min: 0, max: 65_535 });
  if (port === metricsPort && port !== 0) read.fault('METRICS_PORT must be another port than PORT, or off.');
  const address = read.text('BIND_ADDRESS') || '127.0.0.1';
  if (isIP(address) === 0)
    read.fault('BIND_ADDRESS must be an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them.');
  const credentials = read.text('GOOGLE_APPLICATION_CREDENTIALS');
  if (credentials !== '' && !isKeyFile(credentials))
    read.fault('GOOGLE_APPLICATION_CREDENTIALS names no key file (JSON) that this user can read.');
  const isSandbox = read.text('PAYMENTS_MODE') === 'sandbox';
  if (!isSandbox && read.text('CLIENT_ADDRESS') === '' && read.text('TRUSTED_PROXY_HOPS') === '')
    read.fault(
      'Set CLIENT_ADDRESS: proxy:1 behind one proxy such as Caddy, load-balancer behind Google’s, socket behind nothing.',
    );
  if (!existsSync(join(dist, 'dashboard/index.html')))
    read.fault(`${dist} has no built files. Run npm run build, or use a release.`);
  const lookSeconds = read.integer('JOB_LOOK_SECONDS', 10, { min: 1, max: 60 });
  const config = faultsOf(() => parseConfig(withDerived(options, versions)));
  // What the emulators need is read from right settings.
  const site = config.ok || !usesEmulators(options) ? siteOf(options) : fail([]);
  const faults = [...read.faults, ...(config.ok ? [] : config.problem), ...(site.ok ? [] : site.problem)];
  if (faults.length > 0 || !config.ok || !site.ok) return fail(faults);
  return ok({
    config: config.value,
    site: site.value,
    port,
    address,
    metricsPort,
    lookEveryMs: lookSeconds * 1000,
  });
}
