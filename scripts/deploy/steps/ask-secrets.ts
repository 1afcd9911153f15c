import type { Secrets } from '../google/secret-manager';
import { secretFaults, secretNames, type SecretName } from '../secrets/secret-faults';
import { fine, missing, unknown, type Finding } from '../step';

const commands: Readonly<Record<SecretName, string>> = {
  STRIPE_SECRET_KEY: 'npm run secrets -- add STRIPE_SECRET_KEY',
  STRIPE_WEBHOOK_SECRETS: 'npm run deploy -- --webhooks',
  BUSKER_SECRET: 'npm run secrets -- add BUSKER_SECRET --generate',
};

async function askSecret(secrets: Secrets, name: SecretName, livemode: boolean): Promise<Finding> {
  const versions = await secrets.versions(name);
  if (versions.state === 'unknown') return unknown(`secret ${name}`, versions.why);
  const [newest] = versions.value ?? [];
  if (newest === undefined) return missing(`secret ${name}`, commands[name]);
  const what = `secret ${name}, version ${newest.number}`;
  if (!newest.enabled)
    return missing(`${what} is disabled`, `Enable it in Secret Manager, or add another: ${commands[name]}`);
  const value = await secrets.read(name, newest.number);
  if (value.state === 'unknown') return unknown(`${what} is there, not read`, value.why);
  const [fault] = secretFaults(name, value.value, livemode);
  return fault === undefined ? fine(what) : missing(`${what}: ${fault}`, commands[name]);
}

/** Checks the newest version of each secret without printing it. A deploy gives this version to the functions. */
export const askSecrets = (secrets: Secrets, livemode: boolean): Promise<readonly Finding[]> =>
  Promise.all(secretNames.map((name) => askSecret(secrets, name, livemode)));
