import { distance } from 'fastest-levenshtein';
import { fail, ok, type Result } from '@busker/core/base/result';
import { ConfigError, parseConfig } from '@busker/functions/config';
import { releasesBucketOf, runtimeAccountOf } from '@busker/functions/function-options';
import { missingOperatorSettings } from '@busker/functions/legal/operator';
import { hostedWebConfig, placeholderFaults } from '@busker/functions/server/server-settings';
import { settingNotices } from '@busker/functions/setting-notices';
import { settings } from '@busker/functions/settings';

/** The known name that is most similar to a mistyped one; null if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: distance(given.toUpperCase(), name) }))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= Math.max(2, nearest.name.length / 4) ? nearest.name : null;
}

/** The entries of a `.env` file. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Secrets are in Secret Manager, which this check does not read. These are placeholders, so that the functions' own start-up code can check the other
 * settings.
 */
function withSecrets(given: Settings): Settings {
  const kind = (given['STRIPE_PUBLISHABLE_KEY'] ?? '').includes('_live_') ? 'live' : 'test';
  const unread = { STRIPE_SECRET_KEY: `sk_${kind}_unread`, STRIPE_WEBHOOK_SECRETS: 'whsec_unread' };
  // Without it, mail is off or the step `secrets` says what is missing.
  const mail = (given['MAIL_FROM'] ?? '') === '' ? {} : { SMTP_URL: 'smtps://unread.example' };
  return {
    ...given,
    ...unread,
    ...mail,
    CHALLENGE_SECRET_KEY: 'unread',
    BUSKER_SECRET: 'unread'.repeat(6),
    K_SERVICE: 'app',
    GCLOUD_PROJECT: 'unread',
  };
}

function configFaults(given: Settings): readonly string[] {
  try {
    parseConfig(withSecrets(given));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

/** Every setting that would make a deploy fail, one sentence each. With an empty list it can start. */
export function settingsFaults(given: Settings): readonly string[] {
  const names = settings.map(({ name }) => name);
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearestName(name, names);
      return `${name} is not a setting of Busker.${near === null ? '' : ` Did you mean ${near}?`}`;
    });
  const secrets = settings
    .filter(({ name, usedBy }) => usedBy === 'secret' && name in given)
    .map(({ name }) => `Remove ${name} from .env: it is a secret. Secret Manager keeps it.`);
  const missing = settings
    .filter(
      ({ name, usedBy, required }) => required && usedBy !== 'secret' && (given[name] ?? '').trim() === '',
    )
    .map(({ name, meaning }) => `Set ${name}: ${meaning.replaceAll('`', '')}.`);
  const web = hostedWebConfig(given);
  const named = (sentence: string) => missing.some((other) => other.startsWith(sentence.split(':')[0] ?? ''));
  return [
    ...missing,
    ...unknown,
    ...secrets,
    ...placeholderFaults(given),
    ...[...configFaults(given), ...(web.ok ? [] : web.problem)].filter((sentence) => !named(sentence)),
  ];
}

/** Warnings about settings that are missing but not required, or of an earlier release, one sentence each. */
export function settingsWarnings(given: Settings): readonly string[] {
  const missing = missingOperatorSettings((name) => (given[name] ?? '').trim());
  const notices = settingNotices(given);
  if (missing.length === 0) return notices;
  return [
    ...notices,
    `The legal pages name nobody: ${missing.join(', ')} are not set. Live keys are refused without them.`,
  ];
}

/** The settings that hold an address which people open. */
const openedAddresses = ['PUBLIC_ORIGIN', 'TERMS_URL', 'PRIVACY_URL', 'SECURITY_CONTACT'];

/** The addresses that nobody can open, by the name of the setting. `knows`: whether the DNS has an address for a host. */
export async function addressFaults(
  given: Settings,
  knows: (host: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const named = openedAddresses.filter(
    (name) => URL.canParse(given[name] ?? '') && given[name]?.startsWith('http'),
  );
  const faults = named.map(async (name) => {
    const { hostname } = new URL(given[name] ?? '');
    return (await knows(hostname))
      ? []
      : [`${name}: nobody finds ${hostname}. Correct it, or point the name at your site first.`];
  });
  return (await Promise.all(faults)).flat();
}

/** What keeps these settings from taking real money. */
export function liveFaults(given: Settings): readonly string[] {
  const isTest = !(given['STRIPE_PUBLISHABLE_KEY'] ?? '').includes('_live_');
  const missing = missingOperatorSettings((name) => (given[name] ?? '').trim());
  return [
    ...(isTest ? ['STRIPE_PUBLISHABLE_KEY is no live key: with a test key no real money moves.'] : []),
    ...(isTest && missing.length > 0 ? [`The legal pages name nobody. Set ${missing.join(', ')}.`] : []),
  ];
}

/** The settings of one installation, for the checks and steps of a deploy. */
export interface Installation {
  readonly projectId: string;
  /** `https://busker.example` */
  readonly origin: string;
  readonly mode: 'single' | 'connect';
  /** Are the keys live keys? */
  readonly livemode: boolean;
  readonly region: string;
  readonly database: { readonly id: string; readonly location: string };
  readonly bucket: string;
  /** The bucket of every embed version, of the files of every dashboard, and of the release records. The functions only read it. */
  readonly releasesBucket: string;
  /** The service account that the functions run as. */
  readonly runtimeAccount: string;
  /** The methods by their names in `SIGN_IN_METHODS`, without email and password. */
  readonly signInMethods: readonly string[];
  /** The configuration of the dashboard, `/busker-config.json`. */
  readonly webConfig: object;
  readonly minInstances: number;
  readonly maxInstances: number;
  /** The mail addresses for alerts; null = nobody is notified. */
  readonly mailTo: OpsTarget['mailTo'];
  /** The address that mails to owners come from; null = it is not set. */
  readonly mailFrom: string | null;
  /** The site of Firebase Hosting for the domains of owners (`OWNER_DOMAINS=hosting:SITE`); null = there is none. */
  readonly domainSite: string | null;
  /** `CHALLENGE_KIND` names a service. */
  readonly hasChallenge: boolean;
}

const methodNames = { emailLink: 'email-link', phone: 'phone', guest: 'guest', totp: 'totp' } as const;

/** The installation that `.env` describes, or one sentence for each fault in the settings. */
export function installationOf(settings: Settings): Result<Installation, readonly string[]> {
  const faults = settingsFaults(settings);
  const web = hostedWebConfig(settings);
  if (faults.length > 0 || !web.ok) return fail(faults);
  const text = (name: string, otherwise = '') => (settings[name] ?? '').trim() || otherwise;
  const { firebase, methods, database } = web.value;
  const { projectId } = firebase;
  const switches = (['emailLink', 'phone', 'guest', 'totp'] as const).filter((name) => methods[name]);
  return ok({
    projectId,
    origin: new URL(text('PUBLIC_ORIGIN')).origin,
    mode: text('PAYMENTS_MODE') === 'single' ? 'single' : 'connect',
    livemode: text('STRIPE_PUBLISHABLE_KEY').includes('_live_'),
    region: text('BUSKER_REGION'),
    database: { id: database, location: text('FIRESTORE_LOCATION') },
    bucket: text('STORAGE_BUCKET', `${projectId}.firebasestorage.app`),
    releasesBucket: releasesBucketOf(projectId),
    runtimeAccount: runtimeAccountOf(projectId),
    signInMethods: [...switches.map((name) => methodNames[name]), ...methods.providers.map(({ id }) => id)],
    mailFrom: text('MAIL_FROM') || null,
    domainSite: /^hosting:(.+)$/.exec(text('OWNER_DOMAINS'))?.[1] ?? null,
    hasChallenge: !['', 'none'].includes(text('CHALLENGE_KIND')),
    webConfig: web.value,
    minInstances: Number(text('MIN_INSTANCES', '0')),
    maxInstances: Number(text('MAX_INSTANCES', '40')),
    mailTo: { page: text('ALERT_PAGE_EMAIL') || null, ticket: text('ALERT_TICKET_EMAIL') || null },
  });
}

/** The facts about an installation that host/ops/ needs. */
export interface OpsTarget {
  readonly projectId: string;
  /** The public host name, without a scheme: `busker.example`. */
  readonly host: string;
  readonly region: string;
  /** The id of the Firestore database. */
  readonly database: string;
  readonly bucket: string;
  readonly maxInstances: number;
  /** Mail addresses; null = nobody is notified. */
  readonly mailTo: Readonly<Record<AlertLevel, string | null>>;
}

/** `page`: somebody must look now. `ticket`: somebody must look within a working day. */
export type AlertLevel = 'page' | 'ticket';

/** The Cloud Run service of the function `app`. */
export const appService = 'app';

/** The service of the function that counts views. */
export const countService = 'count';

export function opsTarget(installation: Installation): OpsTarget {
  const { projectId, origin, region, database, bucket, maxInstances, mailTo } = installation;
  return {
    projectId,
    host: new URL(origin).host,
    region,
    database: database.id,
    bucket,
    maxInstances,
    mailTo,
  };
}

/**
 * One finding about an installation. `missing` needs a person; `due` is work for the deploy itself; `unknown` says why the check has no
 * result, mostly because the credentials lack a permission.
 */
export type Finding =
  | { readonly state: 'ok'; readonly what: string }
  | { readonly state: 'missing'; readonly what: string; readonly mend: string }
  | { readonly state: 'due'; readonly what: string }
  | { readonly state: 'unknown'; readonly what: string; readonly why: string };

export const fine = (what: string): Finding => ({ state: 'ok', what });
export const missing = (what: string, mend: string): Finding => ({ state: 'missing', what, mend });
export const due = (what: string): Finding => ({ state: 'due', what });
export const unknown = (what: string, why: string): Finding => ({ state: 'unknown', what, why });

/** A part of a deploy. Its check only reads, so it can run at any time and any number of times. */
export interface Step {
  readonly name: string;
  ask(): Promise<readonly Finding[]>;
  /** Does the work that is due. Absent where only a person can do it. The problem is one sentence. */
  readonly act?: () => Promise<Result<null, string>>;
}

/** One line for the terminal. */
export function lineOf(finding: Finding): string {
  switch (finding.state) {
    case 'ok':
      return `ok: ${finding.what}`;
    case 'missing':
      return `missing: ${finding.what}\n  ${finding.mend}`;
    case 'due':
      return `to do: ${finding.what}`;
    case 'unknown':
      return `cannot tell: ${finding.what} (${finding.why})`;
  }
}

/** What `npm run setup` asks. `before`: the answer that .env has already, which Enter keeps. */
export const setUpQuestions = [
  {
    name: 'PUBLIC_ORIGIN',
    text: 'The address that people will use, such as https://tips.your-domain:',
    before: (current: Settings) => current['PUBLIC_ORIGIN'] ?? '',
  },
  {
    name: 'PROJECT',
    text: 'The id of your Firebase project:',
    before: (current: Settings) => projectIn(current['FIREBASE_WEB_CONFIG'] ?? ''),
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    text: 'Stripe’s publishable key, pk_test_… to begin with (the secret key is stored later):',
    before: (current: Settings) => current['STRIPE_PUBLISHABLE_KEY'] ?? '',
  },
] as const;

export type SetUpAnswer = (typeof setUpQuestions)[number]['name'];

function projectIn(webConfig: string): string {
  try {
    const { projectId } = JSON.parse(webConfig) as { readonly projectId?: unknown };
    return typeof projectId === 'string' ? projectId : '';
  } catch {
    return '';
  }
}

const isPublicOrigin = (text: string) =>
  URL.canParse(text) && text.startsWith('https://') && new URL(text).origin === text.replace(/\/$/, '');

/** What is wrong with an answer, in one sentence; null = nothing. A key is never repeated: it may be the secret one. */
export function answerProblem(name: SetUpAnswer, answer: string): string | null {
  if (placeholderFaults({ [name]: answer }).length > 0)
    return `${name} needs your own value, not that of an example.`;
  switch (name) {
    case 'PUBLIC_ORIGIN':
      return isPublicOrigin(answer)
        ? null
        : 'PUBLIC_ORIGIN must be an address such as https://tips.your-domain, without a path.';
    case 'PROJECT':
      return /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(answer)
        ? null
        : 'PROJECT must be the id of a Firebase project: 6 to 30 small letters, digits and hyphens.';
    case 'STRIPE_PUBLISHABLE_KEY':
      if (/^(?:sk|rk)_/.test(answer))
        return 'That is a secret key. Store it later with npm run secrets -- add STRIPE_SECRET_KEY; here the publishable key is asked for, pk_….';
      return /^pk_(?:test|live)_\w+$/.test(answer)
        ? null
        : 'STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_.';
  }
}

/** What Google knows about a new project; `why` where it does not say, or where there is nothing yet. */
export interface FoundSetUp {
  /** The configuration of the web app. */
  readonly webConfig: Result<object, string>;
  /** The location of the database. */
  readonly location: Result<string, string>;
}

/** The region of functions that is in, or beside, a location of a database (firebase.google.com/docs/firestore/locations). */
const regionAt = (location: string): string =>
  ({ eur3: 'europe-west1', nam5: 'us-central1', nam7: 'us-central1' })[location] ?? location;

/** The settings after the answers, and a line for each that says where it comes from. What .env has is kept, unless an answer is another one. */
export function settingsAfterSetUp(
  current: Settings,
  answers: Settings,
  { webConfig, location }: FoundSetUp,
): { readonly settings: Settings; readonly says: readonly string[] } {
  const settings: Record<string, string> = { ...current };
  const says: string[] = [];
  const put = (name: string, value: string, from: string) => {
    const isKept = settings[name] === value;
    settings[name] = value;
    says.push(`${name}: ${isKept ? 'as before' : from}`);
  };
  for (const name of ['PUBLIC_ORIGIN', 'STRIPE_PUBLISHABLE_KEY'] as const)
    put(name, answers[name] ?? '', 'your answer');
  if (webConfig.ok) put('FIREBASE_WEB_CONFIG', JSON.stringify(webConfig.value), 'from your Firebase project');
  else says.push(`FIREBASE_WEB_CONFIG: ${webConfig.problem}`);
  if (location.ok) put('FIRESTORE_LOCATION', location.value, 'where your database is');
  else says.push(`FIRESTORE_LOCATION: ${location.problem}`);
  const place = location.ok ? location.value : (current['FIRESTORE_LOCATION'] ?? '');
  if ((current['BUSKER_REGION'] ?? '') === '' && place !== '')
    put('BUSKER_REGION', regionAt(place), 'the region of your database');
  if ((current['PAYMENTS_MODE'] ?? '') === '')
    put('PAYMENTS_MODE', 'connect', 'for many owners; `single` if you alone take tips');
  return { settings, says };
}

/** A value as Node's `parseEnv` reads it back. */
const quoted = (value: string) => (/^[\w:/.,@+-]*$/.test(value) ? value : `'${value}'`);

/** The text of .env with these settings: lines of others stay as they are, comments included. */
export function withSettings(text: string, settings: Settings): string {
  const open = new Map(Object.entries(settings));
  const lines = text.split('\n').flatMap((line) => {
    const [, name = ''] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    const value = open.get(name);
    if (value === undefined) return [line];
    open.delete(name);
    return [`${name}=${quoted(value)}`];
  });
  while (lines.at(-1) === '') lines.pop();
  return `${[...lines, ...[...open].map(([name, value]) => `${name}=${quoted(value)}`)].join('\n')}\n`;
}
