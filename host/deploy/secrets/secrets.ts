import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { switchedOff } from '@busker/functions/env-reader';
import { mapped, unanswered, type GoogleRest, type Reply } from '../../installation/google';
import { due, fine, missing, unknown, type Finding } from '../../installation/installation';

export interface SecretVersion {
  /** The number of the version, which grows with each one. */
  readonly number: number;
  readonly enabled: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The project's secrets. A value is never printed, and only `destroy` ends a version. */
export interface Secrets {
  /** Newest first, without destroyed versions; null = the secret does not exist. */
  versions(name: string): Promise<Reply<readonly SecretVersion[] | null>>;
  read(name: string, version: number): Promise<Reply<string>>;
  /** Adds a version and returns its number. Creates the secret if it does not exist. */
  add(name: string, value: string): Promise<Result<number, string>>;
  destroy(name: string, version: number): Promise<Result<null, string>>;
}

const versionShape = v.object({ name: v.string(), state: v.string(), createTime: v.string() });
const accessed = v.object({ payload: v.object({ data: v.string() }) });
const numberOf = (name: string) => Number(name.split('/').at(-1));

/** Secret Manager (cloud.google.com/secret-manager/docs/reference/rest). */
export function secretManager(google: GoogleRest, projectId: string): Secrets {
  const all = `https://secretmanager.googleapis.com/v1/projects/${projectId}/secrets`;
  return {
    async versions(name) {
      const secret = await google.read(`${all}/${name}`, v.looseObject({}));
      if (secret.state === 'unknown' || secret.value === null) return mapped(secret, () => null);
      const list = await google.readAll(`${all}/${name}/versions?pageSize=100`, 'versions', versionShape);
      return mapped(list, (versions) =>
        versions
          .filter(({ state }) => state !== 'DESTROYED')
          .map((version) => ({
            number: numberOf(version.name),
            enabled: version.state === 'ENABLED',
            createdAt: Date.parse(version.createTime),
          }))
          .toSorted((a, b) => b.number - a.number),
      );
    },
    async read(name, version) {
      const answer = await google.read(`${all}/${name}/versions/${version}:access`, accessed);
      if (answer.state === 'known' && answer.value === null) return unanswered('there is no such version');
      return mapped(answer, (value) => Buffer.from(value?.payload.data ?? '', 'base64').toString());
    },
    async add(name, value) {
      const secret = await google.read(`${all}/${name}`, v.looseObject({}));
      if (secret.state === 'known' && secret.value === null) {
        const body = { replication: { automatic: {} } };
        const created = await google.write('POST', `${all}?secretId=${name}`, body, v.looseObject({}));
        if (!created.ok) return created;
      }
      const payload = { data: Buffer.from(value).toString('base64') };
      const named = v.object({ name: v.string() });
      const added = await google.write('POST', `${all}/${name}:addVersion`, { payload }, named);
      return added.ok ? ok(numberOf(added.value.name)) : added;
    },
    async destroy(name, version) {
      const url = `${all}/${name}/versions/${version}:destroy`;
      const done = await google.write('POST', url, {}, v.looseObject({}));
      return done.ok ? ok(null) : done;
    },
  };
}

/** Secrets that an installation may do without. Their value is then `off`, because Firebase deploys no function whose secret has no version. */
export const optionalSecretNames = [
  'CHALLENGE_SECRET_KEY',
  'SMTP_URL',
  'DKIM_PRIVATE_KEY',
  'VAPID_PRIVATE_KEYS',
] as const;
type OptionalSecretName = (typeof optionalSecretNames)[number];

/** The secrets that functions get from Secret Manager. */
export const secretNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'BUSKER_SECRET',
  ...optionalSecretNames,
] as const;
export type SecretName = (typeof secretNames)[number];

export const isSecretName = (name: string): name is SecretName =>
  (secretNames as readonly string[]).includes(name);

export const isOptionalSecret = (name: SecretName): name is OptionalSecretName =>
  optionalSecretNames.some((optional) => optional === name);

const entriesOf = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** The faults of a secret's value, in sentences that do not contain the value. */
export function secretFaults(name: SecretName, value: string, livemode: boolean): readonly string[] {
  const entries = entriesOf(value);
  if (entries.length === 0) return [`${name} is empty.`];
  if (isOptionalSecret(name) && value.trim() === switchedOff) return [];
  switch (name) {
    case 'STRIPE_SECRET_KEY': {
      const [key = ''] = entries;
      if (entries.length > 1) return [`${name} must be one key.`];
      if (!/^(?:sk|rk)_(?:test|live)_\w{10,}$/.test(key))
        return [`${name} must be a key of Stripe, such as sk_test_… or rk_live_….`];
      if (key.includes('_live_') === livemode) return [];
      return [
        `${name} is a ${livemode ? 'test' : 'live'} key, but STRIPE_PUBLISHABLE_KEY is a ${livemode ? 'live' : 'test'} one.`,
      ];
    }
    case 'STRIPE_WEBHOOK_SECRETS':
      return entries.every((entry) => /^whsec_\w{16,}$/.test(entry))
        ? []
        : [`${name} has an entry that is no signing secret of Stripe (whsec_…).`];
    case 'BUSKER_SECRET':
      return entries.every((entry) => Buffer.byteLength(entry) >= 32)
        ? []
        : [
            `${name} has an entry of fewer than 32 bytes. Make one: npm run secrets -- add BUSKER_SECRET --generate`,
          ];
    case 'CHALLENGE_SECRET_KEY':
      return /^[\x21-\x7e]{10,}$/.test(value.trim())
        ? []
        : [`${name} must be off, or the secret key of the challenge.`];
    case 'SMTP_URL':
      return /^smtps?:\/\/[^\s/]+$/.test(value.trim())
        ? []
        : [`${name} must be off, or an address such as smtps://user:password@smtp.example.com:465.`];
    case 'DKIM_PRIVATE_KEY':
      return /^-----BEGIN (?:RSA )?PRIVATE KEY-----/.test(value.trim())
        ? []
        : [`${name} must be off, or a private key as PEM.`];
    case 'VAPID_PRIVATE_KEYS':
      return entries.every((entry) => /^[\w-]{43}$/.test(entry))
        ? []
        : [`${name} must be off, or keys of 43 characters. Make one: node host/busker.mjs push-key`];
  }
}

export interface AddSecret {
  readonly name: SecretName;
  readonly value: string;
  /** Put the new entry before the existing ones, which stay valid. */
  readonly front: boolean;
  readonly livemode: boolean;
}

/** 32 random bytes as text, for BUSKER_SECRET. */
export const freshSecret = (): string => randomBytes(32).toString('hex');

/** Checks a secret, adds it as a new version and returns its number. Earlier versions stay, because the running functions still read them. */
export async function addSecret(
  secrets: Secrets,
  { name, value, front, livemode }: AddSecret,
): Promise<Result<number, string>> {
  const entries = [value.trim()];
  if (front) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown') return fail(`${name} cannot be read: ${versions.why}.`);
    const [newest] = versions.value ?? [];
    const before = newest === undefined ? null : await secrets.read(name, newest.number);
    if (before?.state === 'unknown') return fail(`${name} cannot be read: ${before.why}.`);
    // The stored value may be a placeholder that the check refuses. Valid entries are always kept.
    if (before !== null && secretFaults(name, before.value, livemode).length === 0)
      entries.push(before.value.trim());
  }
  const whole = entries.join(',');
  const [fault] = secretFaults(name, whole, livemode);
  if (fault !== undefined) return fail(`${fault} Nothing was added.`);
  const added = await secrets.add(name, whole);
  return added.ok ? ok(added.value) : added;
}

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
