import type { Hono } from 'hono';
import { newStripeAccount } from '../core/documents/stripe-account-document';
import { createApp } from '../functions/app';
import { parseConfig } from '../functions/config';
import { liveDeps } from '../functions/live-deps';
import { stored } from '../functions/store/stored';
import type { Clock } from '../functions/store/clock';
import { signInTimesOn } from './sign-in-times';
import { startTimers } from '../functions/jobs/start-timers';
import { startOutbox } from '../functions/jobs/start-outbox';
import { outboxAheadMs, type OutboxTask } from '../functions/outbox/outbox-task';
import { TimerQueue } from '../functions/queue/task-queue';
import { TimerBell } from '../functions/jobs/timer-bell';
import type { DemoOwner } from './demo-owners';
import { expireByTimer } from './expire-documents';
import { functionsEnvironment, pointSdkAt, type RunningServices } from './functions-environment';

export interface FunctionsOptions extends RunningServices {
  readonly logLine: (line: string) => void;
  /** The private key (PEM) that signs download links. */
  readonly signingKey: string;
  /** The time of the Stripe sandbox: a renewal a year ahead is not in the server's future. */
  readonly clock: Clock;
}

export interface LocalFunctions {
  readonly app: Hono;
  /** Records that an owner's connected account can take cards. */
  readonly connect: (uid: string, owner: DemoOwner) => Promise<void>;
  /** Starts the schedule and the jobs as timers; returns a function that writes what is counted and stops them. */
  readonly startTimers: () => Promise<() => Promise<void>>;
}

/** The app that Cloud Functions deploys, configured by the same environment variables. */
export function startFunctions(options: FunctionsOptions): LocalFunctions {
  const env = functionsEnvironment(options);
  pointSdkAt(env);
  const config = parseConfig(env);
  const firebase = { ...config.firebase, signingKey: options.signingKey };
  const bell = new TimerBell(options.clock);
  const outboxQueue = new TimerQueue<OutboxTask>(options.clock, outboxAheadMs);
  const live = liveDeps({ ...config, firebase }, options.logLine, {
    bell,
    outboxQueue,
    clock: options.clock,
  });
  const deps = { ...live, idTokens: signInTimesOn(options.clock, live.idTokens) };
  return {
    app: createApp(deps),
    async startTimers() {
      const stop = await startTimers(deps, bell);
      const stopOutbox = startOutbox(deps, outboxQueue);
      const stopExpiring = expireByTimer(deps);
      return async () => {
        await deps.counting.end();
        stopExpiring();
        stopOutbox();
        stop();
      };
    },
    async connect(uid, { account }) {
      const now = deps.clock.now();
      await deps.store.transaction(async (tx) => {
        tx.write(stored.stripeAccount(account.id), newStripeAccount(account.id, uid, now));
        tx.write(stored.payments(uid), {
          v: 1,
          mode: config.app.mode,
          accountId: account.id,
          livemode: false,
          country: account.country,
          currency: account.currency,
          feesCountry: account.country,
          cardPayments: 'active',
          linkPayments: true,
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
