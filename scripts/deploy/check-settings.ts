import { distance } from 'fastest-levenshtein';
import { ConfigError, parseConfig } from '../../functions/config';
import { missingOperatorSettings } from '../../functions/legal/operator';
import { settingNotices } from '../../functions/setting-notices';
import { settings } from '../../functions/settings';
import { signInMethods } from '../sign-in-methods';

/** The known name that is most similar to a mistyped one; null if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: distance(given.toUpperCase(), name) }))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= Math.max(2, nearest.name.length / 4) ? nearest.name : null;
}

/** The entries of a `.env` file. */
export type Settings = Readonly<Record<string, string>>;

const webKeys = ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'appId'];

function webConfigFaults(text: string): readonly string[] {
  try {
    const config = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const missing = webKeys.filter((key) => typeof config[key] !== 'string' || config[key] === '');
    return missing.length === 0 ? [] : [`FIREBASE_WEB_CONFIG has no ${missing.join(', ')}.`];
  } catch {
    return ['FIREBASE_WEB_CONFIG must be JSON in one line.'];
  }
}

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
  const methods = signInMethods(given['SIGN_IN_METHODS'] ?? '');
  const named = (sentence: string) => missing.some((other) => other.startsWith(sentence.split(':')[0] ?? ''));
  return [
    ...missing,
    ...unknown,
    ...secrets,
    ...configFaults(given).filter((sentence) => !named(sentence)),
    ...(given['FIREBASE_WEB_CONFIG'] ? webConfigFaults(given['FIREBASE_WEB_CONFIG']) : []),
    ...(methods.ok ? [] : [methods.problem]),
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
