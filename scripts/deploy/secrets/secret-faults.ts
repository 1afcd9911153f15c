import { switchedOff } from '../../../functions/env-reader';

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
        : [`${name} must be off, or keys of 43 characters. Make one: npx tsx scripts/vapid-key.ts`];
  }
}
