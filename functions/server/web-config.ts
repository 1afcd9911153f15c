import { fail, ok, type Result } from '../../core/base/result';
import type { Env } from '../env-reader';

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
