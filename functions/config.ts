import type { PaymentsMode } from '@busker/core/payments/payments-state';
import { clientAddressPlan, type ClientAddressPlan } from './http/caller';
import { countingConfig, type CountingConfig } from './view-counts/event-counting';
import type { IdentityApi } from './firebase/firebase-app';
import { judgeFunctionOptions, regionOf } from './function-options';
import { operatorConfig, type Operator } from './legal/operator';
import { envReader, type Env, type EnvReader } from './env-reader';
import { pushKeys, type PushKey } from './push/push-config';
import { challengeConfig, type ChallengeConfig } from './challenge/http-challenge';
import { dnsServers, domainsPlan, type DomainsPlan } from './domains/domain-ports';
import { earlierMailSender } from './setting-notices';
import { mailConfig, type MailConfig, type SmtpConfig } from './mail-transport/mail-transport';

/** The configuration of the Stripe adapter; handlers never get it. */
export interface StripeConfig {
  readonly secretKey: string;
  /** Origin of the emulator (`http://127.0.0.1:12111`), null = Stripe itself. */
  readonly apiBase: string | null;
  readonly webhookSecrets: readonly string[];
}

/** The configuration for handlers. */
export interface AppConfig {
  /** `https://busker.example`, no slash at the end. */
  readonly publicOrigin: string;
  readonly mode: PaymentsMode;
  readonly livemode: boolean;
  readonly publishableKey: string;
  /** The URL of Stripe.js for the card. */
  readonly stripeJs: string;
  /** The host's share of a tip in basis points; 0 = none. */
  readonly platformFeeBps: number;
  /** The first secret signs, all verify. */
  readonly secrets: readonly string[];
  readonly clientAddress: ClientAddressPlan;
  readonly challenge: ChallengeConfig;
  /** The host of this installation; null is an error with live keys. */
  readonly operator: Operator | null;
  /** The sender of the mails in `mail/`. */
  readonly mails: MailSender;
  /** Mails to owners about their tips (outbox/mail/); null = mail is not set up, so it is not offered. */
  readonly mail: MailConfig | null;
  /** Multiplies every limit, for load tests. */
  readonly limitFactor: number;
  /** When views and clicks are written and rolled up. */
  readonly counting: CountingConfig;
  /** The key with which browsers subscribe to push; null = push is not offered. */
  readonly push: { readonly publicKey: string } | null;
  /** A private `host:port` that safe-fetch may reach; sandbox only. */
  readonly safeFetchAllow: readonly string[];
  /** Hosts (`host:port`) that webhooks and chats may reach by http and in private networks; never in connect mode. */
  readonly webhookAllow: readonly string[];
  /** The release that a deploy set, for `/healthz`; null = none. */
  readonly release: string | null;
  /** Every published version of the embed, which a deploy sets. Only these are counted under their own name. */
  readonly cardVersions: readonly string[];
}

export interface Config {
  readonly app: AppConfig;
  readonly stripe: StripeConfig;
  /** The keys that sign push messages, the newest first; handlers never get them. Empty = push is not offered. */
  readonly pushKeys: readonly PushKey[];
  /** The connection to the mail server; null = mail is not set up. */
  readonly smtp: SmtpConfig | null;
  /** Who serves the domains of owners, and the name servers that are asked about them; none = the machine's own. */
  readonly domains: { readonly plan: DomainsPlan; readonly dnsServers: readonly string[] };
  readonly firebase: {
    readonly projectId: string;
    readonly storageBucket: string;
    /** The id of the Firestore database. */
    readonly database: string;
    readonly emulated: boolean;
    readonly identity: IdentityApi;
    /** The region of the queues; null = not in the cloud, so there are none. */
    readonly queueRegion: string | null;
    /** The private key (PEM) with which a server on one machine signs download links; absent = the account's own key signs. */
    readonly signingKey?: string;
  };
}

/** `smtp`: this server. `elsewhere`: another program, which watches the collection `mail`; for one more release. `print`: a person, by hand. */
export type MailSender = 'smtp' | 'elsewhere' | 'print';

const mailSenders = ['smtp', 'print', earlierMailSender] as const;

function mailSender(read: EnvReader, mail: MailConfig | null): MailSender {
  const chosen = read.choice('MAIL', mailSenders, 'smtp');
  if (chosen === earlierMailSender) return 'elsewhere';
  // Without a mail server a person sends the mails.
  return mail === null ? 'print' : chosen;
}

const isHost = (host: string): boolean =>
  URL.canParse(`http://${host}`) && new URL(`http://${host}`).pathname === '/' && !host.includes('@');

/** With owners who are strangers, none may reach the network of the host. */
function judgeWebhookAllow(read: EnvReader, mode: PaymentsMode): readonly string[] {
  const hosts = listed(read, 'WEBHOOK_ALLOW');
  if (mode === 'connect' && hosts.length > 0)
    read.fault(
      'Unset WEBHOOK_ALLOW: with PAYMENTS_MODE=connect the owners could reach your private network by it.',
    );
  else if (hosts.some((host) => !isHost(host)))
    read.fault('WEBHOOK_ALLOW must list hosts such as homeassistant.local:8123, separated by commas.');
  return hosts;
}

const listed = (read: EnvReader, name: string): readonly string[] =>
  read
    .text(name)
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const identityToolkit = 'https://identitytoolkit.googleapis.com';
const modes = ['sandbox', 'single', 'connect'] as const;
export const emulatorNames = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
];

/** True on Cloud Run, where functions run, and false in the emulator of Firebase's tools (cloud.google.com/run/docs/container-contract#env-vars). */
export const isDeployed = (env: Env): boolean =>
  (env['K_SERVICE'] ?? '') !== '' && env['FUNCTIONS_EMULATOR'] !== 'true';

/** Thrown at start, with one line for each fault of the configuration. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Busker cannot start:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the environment once. Outside the sandbox it refuses emulators, sandbox keys and missing secrets. In the sandbox it refuses live keys: a test
 * run can never charge a card, and a real host never trusts an emulator.
 */
export function parseConfig(env: Env): Config {
  const read = envReader(env);
  if (read.text('PAYMENTS_MODE') === '')
    read.fault('Set PAYMENTS_MODE: connect or single to take real money, sandbox on one machine.');
  const mode = read.choice('PAYMENTS_MODE', modes, 'sandbox');
  const sandbox = mode === 'sandbox';
  const isChosen = mode === read.text('PAYMENTS_MODE');
  if (sandbox && isChosen && isDeployed(env))
    read.fault('PAYMENTS_MODE=sandbox is for one machine. Set connect or single.');
  const secretKey = read.required('STRIPE_SECRET_KEY', 'the secret or restricted key of your Stripe account');
  const publishableKey = read.required('STRIPE_PUBLISHABLE_KEY', 'the publishable key that belongs to it');
  const secrets = read.list('BUSKER_SECRET', 'one or more secrets of at least 32 bytes, separated by commas');
  const webhookSecrets = read.list(
    'STRIPE_WEBHOOK_SECRETS',
    'the signing secrets of the webhook endpoints, separated by commas',
    ['STRIPE_WEBHOOK_SECRET'],
  );
  const publicOrigin = read.origin('PUBLIC_ORIGIN', sandbox ? 'http://localhost:4100' : null);
  const apiBase = read.originOrNull('STRIPE_API_BASE');
  judgeFunctionOptions(read);
  if (secrets.some((secret) => Buffer.byteLength(secret) < 32)) {
    read.fault('BUSKER_SECRET has an entry of fewer than 32 bytes. Make one with `openssl rand -hex 32`.');
  }
  if (sandbox) {
    if (isChosen && `${secretKey} ${publishableKey}`.includes('_live_'))
      read.fault('PAYMENTS_MODE=sandbox refuses a live Stripe key. Set a test key.');
  } else {
    for (const name of emulatorNames) {
      if (read.text(name) !== '')
        read.fault(`PAYMENTS_MODE=${mode} is for real money. Unset ${name}, or set PAYMENTS_MODE=sandbox.`);
    }
    if (`${secretKey} ${publishableKey}`.includes('_sandbox_'))
      read.fault(`PAYMENTS_MODE=${mode} needs keys of Stripe, not of the sandbox.`);
    if (apiBase !== null) read.fault('Unset STRIPE_API_BASE: only the sandbox may stand in for Stripe.');
    if (publicOrigin.startsWith('http://')) read.fault('PUBLIC_ORIGIN must start with https://.');
    if (read.text('SAFE_FETCH_ALLOW') !== '') read.fault('Unset SAFE_FETCH_ALLOW: it is for the sandbox.');
  }
  // Every browser gets the publishable key: a secret one in its place would be known to all.
  const [isPublishable, isSecret] = [publishableKey.startsWith('pk_'), /^[sr]k_/.test(secretKey)];
  if (publishableKey !== '' && !isPublishable)
    read.fault('STRIPE_PUBLISHABLE_KEY must be the publishable key, pk_…: every browser gets it.');
  if (secretKey !== '' && !isSecret)
    read.fault('STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, sk_… or rk_….');
  const kindOf = (key: string) => /_(live|sandbox)_/.exec(key)?.[1] ?? 'test';
  const kinds = [secretKey, publishableKey].map(kindOf);
  if (isPublishable && isSecret && !kinds.includes('sandbox') && kinds[0] !== kinds[1])
    read.fault('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same kind (live or test).');
  if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
    read.fault('STRIPE_WEBHOOK_SECRETS has an entry that is no signing secret of Stripe, whsec_….');
  const livemode = secretKey.includes('_live_');
  const database = read.text('FIRESTORE_DATABASE') || '(default)';
  if (database !== '(default)' && !/^[a-z][a-z0-9-]{2,61}[a-z0-9]$/.test(database))
    read.fault('FIRESTORE_DATABASE must be the id of a database, such as restored-2026.');
  const projectId = read.firstOf(['GCLOUD_PROJECT', 'GOOGLE_CLOUD_PROJECT'], sandbox ? 'demo-busker' : null);
  const { mail, smtp } = mailConfig(read, { sandbox, publicOrigin });
  const authHost = read.text('FIREBASE_AUTH_EMULATOR_HOST');
  const safeFetchAllow = listed(read, 'SAFE_FETCH_ALLOW');
  const webhookAllow = judgeWebhookAllow(read, mode);
  const vapid = pushKeys(read);
  const config: Config = {
    app: {
      publicOrigin,
      mode,
      livemode,
      publishableKey,
      stripeJs: apiBase === null ? 'https://js.stripe.com/endive/stripe.js' : `${apiBase}/stripe.js`,
      platformFeeBps: read.integer('PLATFORM_FEE_BPS', 0, { min: 0, max: 5000 }),
      secrets,
      clientAddress: clientAddressPlan(read, sandbox),
      challenge: challengeConfig(read, sandbox),
      operator: operatorConfig(read, livemode),
      mails: mailSender(read, mail),
      mail,
      // On one machine every tip comes from the same address, so the sandbox's limits are higher.
      limitFactor: read.integer('LIMIT_FACTOR', sandbox ? 20 : 1, { min: 1, max: sandbox ? 1_000_000 : 100 }),
      counting: countingConfig(read, sandbox),
      push: vapid[0] === undefined ? null : { publicKey: vapid[0].publicKey },
      safeFetchAllow,
      webhookAllow: [...webhookAllow, ...safeFetchAllow],
      release: read.text('BUSKER_RELEASE') || null,
      cardVersions: read.text('CARD_VERSIONS').split(',').filter(Boolean),
    },
    stripe: { secretKey, apiBase, webhookSecrets },
    pushKeys: vapid,
    smtp,
    domains: { plan: domainsPlan(read, sandbox), dnsServers: dnsServers(read) },
    firebase: {
      projectId,
      storageBucket: read.text('STORAGE_BUCKET') || `${projectId}.firebasestorage.app`,
      database,
      emulated: emulatorNames.some((name) => read.text(name) !== ''),
      identity: {
        webApiKey: read.text('WEB_API_KEY') || (sandbox ? 'local' : null),
        base: authHost === '' ? identityToolkit : `http://${authHost}/identitytoolkit.googleapis.com`,
        referrer: publicOrigin,
      },
      queueRegion: isDeployed(env) ? regionOf(env) : null,
    },
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}
