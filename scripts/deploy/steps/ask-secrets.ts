import type { Secrets } from '../google/secret-manager';
import { switchedOff } from '../../../functions/env-reader';
import { ok, type Result } from '../../../core/base/result';
import {
  isOptionalSecret,
  optionalSecretNames,
  secretFaults,
  secretNames,
  type SecretName,
} from '../secrets/secret-faults';
import { due, fine, missing, unknown, type Finding } from '../step';

const commands: Readonly<Record<SecretName, string>> = {
  STRIPE_SECRET_KEY: 'npm run secrets -- add STRIPE_SECRET_KEY',
  STRIPE_WEBHOOK_SECRETS: 'npm run deploy -- --webhooks',
  BUSKER_SECRET: 'npm run secrets -- add BUSKER_SECRET --generate',
  CHALLENGE_SECRET_KEY: 'npm run secrets -- add CHALLENGE_SECRET_KEY',
  SMTP_URL: 'npm run secrets -- add SMTP_URL',
  DKIM_PRIVATE_KEY: 'npm run secrets -- add DKIM_PRIVATE_KEY',
  VAPID_PRIVATE_KEYS: 'npm run secrets -- add VAPID_PRIVATE_KEYS',
};

/** What the check of the secrets needs of an installation. */
interface SecretRules {
  readonly livemode: boolean;
  /** `MAIL_FROM`; null = it is not set. */
  readonly mailFrom: string | null;
  /** `CHALLENGE_KIND` names a service, which needs its key. */
  readonly hasChallenge: boolean;
}

/** The functions do not start with a mail server and without an address to send from. */
const isWithoutSender = (name: SecretName, value: string, { mailFrom }: SecretRules): boolean =>
  name === 'SMTP_URL' && mailFrom === null && value.trim() !== switchedOff;

/** The functions do not start with a challenge and without its key. */
const isKeyless = (name: SecretName, value: string, { hasChallenge }: SecretRules): boolean =>
  name === 'CHALLENGE_SECRET_KEY' && hasChallenge && value.trim() === switchedOff;

async function askSecret(secrets: Secrets, name: SecretName, rules: SecretRules): Promise<Finding> {
  const versions = await secrets.versions(name);
  if (versions.state === 'unknown') return unknown(`secret ${name}`, versions.why);
  const [newest] = versions.value ?? [];
  if (newest === undefined && isKeyless(name, switchedOff, rules))
    return missing(`secret ${name}`, commands[name]);
  if (newest === undefined && isOptionalSecret(name))
    return due(`secret ${name} with the value ${switchedOff}: it is not used yet`);
  if (newest === undefined) return missing(`secret ${name}`, commands[name]);
  const what = `secret ${name}, version ${newest.number}`;
  if (!newest.enabled)
    return missing(`${what} is disabled`, `Enable it in Secret Manager, or add another: ${commands[name]}`);
  const value = await secrets.read(name, newest.number);
  if (value.state === 'unknown') return unknown(`${what} is there, not read`, value.why);
  const [fault] = secretFaults(name, value.value, rules.livemode);
  if (fault === undefined && isWithoutSender(name, value.value, rules))
    return missing(`${what} needs MAIL_FROM`, 'Set MAIL_FROM in .env: the address that mails come from.');
  if (fault === undefined && isKeyless(name, value.value, rules))
    return missing(`${what} is off, and CHALLENGE_KIND needs it`, commands[name]);
  return fault === undefined ? fine(what) : missing(`${what}: ${fault}`, commands[name]);
}

/** Checks the newest version of each secret without printing it. A deploy gives this version to the functions. */
export const askSecrets = (secrets: Secrets, rules: SecretRules): Promise<readonly Finding[]> =>
  Promise.all(secretNames.map((name) => askSecret(secrets, name, rules)));

/** Stores `off` for each optional secret that has no version yet, because Firebase deploys no function whose secret does not exist. */
export async function switchOffSecrets(secrets: Secrets): Promise<Result<null, string>> {
  for (const name of optionalSecretNames) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown' || (versions.value ?? []).length > 0) continue;
    const added = await secrets.add(name, switchedOff);
    if (!added.ok) return added;
  }
  return ok(null);
}
