import type { Hono } from 'hono';
import { createApp } from '../functions/app';
import { parseConfig } from '../functions/config';
import { liveDeps } from '../functions/live-deps';
import { stored } from '../functions/stored';
import { startSweepTimers } from '../functions/sweeps/run-sweep';
import type { DemoOwner } from './demo-owners';
import type { Keys } from './keys';
import type { LocalServices } from './web-config';

export interface FunctionsOptions {
  /** The app's own address, `http://localhost:4100`. */
  readonly origin: string;
  readonly keys: Keys;
  readonly projectId: string;
  /** Addresses of the services that stand in for Google's and Stripe's. */
  readonly services: LocalServices;
  /** `host:port` of the example sites: the one private address that "check this page" may visit. */
  readonly examplesHost: string;
  readonly logLine: (line: string) => void;
}

export interface LocalFunctions {
  readonly app: Hono;
  /** Writes down that an owner's connected account takes cards. */
  readonly connect: (uid: string, owner: DemoOwner) => Promise<void>;
  /** Starts the scheduled sweeps as timers; answers how to stop them. */
  readonly startSweeps: () => () => void;
}

/** Settings that a person at this machine may turn; everything else here is decided by what runs on it. */
const tunable = ['PLATFORM_FEE_BPS', 'LIMIT_FACTOR', 'TRUSTED_PROXY_HOPS'];

/** The app that Cloud Functions deploys, configured by the same environment variables as there. */
export function startFunctions(options: FunctionsOptions): LocalFunctions {
  const { origin, keys, projectId, services, examplesHost, logLine } = options;
  const hostOf = (url: string) => new URL(url).host;
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(tunable.map((name) => [name, process.env[name]])),
    PAYMENTS_MODE: 'sandbox',
    PUBLIC_ORIGIN: origin,
    GCLOUD_PROJECT: projectId,
    BUSKER_SECRET: keys.buskerSecret,
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishableKey,
    STRIPE_WEBHOOK_SECRETS: Object.values(keys.stripeWebhookSecrets).join(','),
    STRIPE_API_BASE: services.stripe,
    FIREBASE_AUTH_EMULATOR_HOST: hostOf(services.auth),
    FIRESTORE_EMULATOR_HOST: hostOf(services.firestore),
    FIREBASE_STORAGE_EMULATOR_HOST: hostOf(services.storage),
    SAFE_FETCH_ALLOW: examplesHost,
  };
  // The Admin SDK reads these three from the process itself.
  for (const name of Object.keys(env).filter((each) => each.endsWith('_EMULATOR_HOST')))
    process.env[name] = env[name];

  const config = parseConfig(env);
  const deps = liveDeps(config, logLine);
  return {
    app: createApp(deps),
    startSweeps: () => startSweepTimers(deps),
    async connect(uid, { account }) {
      const now = deps.clock.now();
      await deps.store.transaction(async (tx) => {
        tx.write(stored.stripeAccount(account.id), { v: 1, accountId: account.id, uid, connectedAt: now });
        tx.write(stored.payments(uid), {
          v: 1,
          mode: config.app.mode,
          accountId: account.id,
          livemode: false,
          country: account.country,
          currency: account.currency,
          feesCountry: account.country,
          cardPayments: 'active',
          requirements: [],
          requirementsDueAt: null,
          disconnectedAt: null,
          pausedUntil: null,
          checkedAt: now,
          updatedAt: now,
        });
      });
    },
  };
}
