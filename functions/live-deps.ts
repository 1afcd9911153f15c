import { ways } from '../core/ways/ways';
import { randomBytes } from 'node:crypto';
import type { Config } from './config';
import type { Deps } from './deps';
import { CloudTasksBell } from './firebase/cloud-tasks-bell';
import { CloudTasksOutboxBell } from './firebase/cloud-tasks-outbox-bell';
import { silentOutboxBell, type OutboxBell } from './outbox/outbox-bell';
import { firebaseAdapters } from './firebase/firebase-adapters';
import { challengeOf } from './limits/http-challenge';
import { startCounting } from './events/start-counting';
import { LimitCounter } from './limits/limit-counter';
import { createLog, type LogSink } from './http/log';
import type { Bell } from './jobs/jobs';
import { queueOfJob } from './jobs/job-works';
import { StoredJobs } from './jobs/stored-jobs';
import { silentBell } from './jobs/timer-bell';
import { originsOf } from './http/safe-fetch/origins-of';
import { makeSafePost } from './http/safe-fetch/safe-post';
import { liveSenders } from './outbox/live-senders';
import { makeWatchPush } from './outbox/watch/make-watch-push';
import { smtpTransport } from './outbox/mail/smtp-transport';
import { makeSafeFetch } from './http/safe-fetch/safe-fetch';
import { stripeClient } from './stripe/stripe-client';
import type { Clock } from './store/clock';
import { StripeAccounts } from './stripe/stripe-accounts';
import { StripePayments } from './stripe/stripe-payments';
import { StripePayouts } from './stripe/stripe-payouts';
import { StripeSubscriptions } from './stripe/stripe-subscriptions';
import { StripeRefunds } from './stripe/stripe-refunds';
import { keepingCards } from './profiles/cards/keep-cards';
import { ringingLetters } from './mail/ringing-letters';
import { sparingMarks } from './profiles/walls/wall-marks';
import { RecentCards } from './profiles/cards/recent-cards';
import { StripeWallets } from './stripe/stripe-wallets';

const toStandardOutput: LogSink = (line) => void process.stdout.write(`${line}\n`);

export const liveClock: Clock = { now: () => Date.now() };

/** The real adapters, created from the configuration. `own` replaces the bells of the cloud, and the clock of the machine. */
export function liveDeps(
  config: Config,
  write: LogSink = toStandardOutput,
  own: { readonly bell?: Bell; readonly outboxBell?: OutboxBell; readonly clock?: Clock } = {},
): Deps {
  const clock = own.clock ?? liveClock;
  const log = createLog(write);
  const { enqueue, enqueueRing, ...firebase } = firebaseAdapters(config.firebase);
  const bell =
    own.bell ?? (enqueue === null ? silentBell : new CloudTasksBell(enqueue, queueOfJob, clock, log));
  const outboxBell =
    own.outboxBell ??
    (enqueueRing === null ? silentOutboxBell : new CloudTasksOutboxBell(enqueueRing, clock, log));
  const recentCards = new RecentCards(clock);
  const store = ringingLetters(
    keepingCards(sparingMarks(firebase.store, clock), { recentCards, clock }),
    outboxBell,
  );
  const mailTransport = config.smtp && smtpTransport(config.smtp);
  const stripe = stripeClient(config.stripe);
  const ids = { fresh: () => randomBytes(15).toString('hex') };
  const jobs = new StoredJobs(store, clock, bell);
  const post = makeSafePost({ allowOrigins: originsOf(config.app.webhookAllow) });
  return {
    config: config.app,
    ...firebase,
    ways,
    store,
    recentCards,
    // A signature has the time of its sender's machine, whatever a local sandbox's clock says.
    payments: new StripePayments(stripe, config.stripe.webhookSecrets, liveClock),
    refunds: new StripeRefunds(stripe),
    subscriptions: new StripeSubscriptions(stripe, clock),
    payouts: new StripePayouts(stripe),
    accounts: new StripeAccounts(stripe),
    wallets: new StripeWallets(stripe),
    fetchPage: makeSafeFetch({ allowOrigins: originsOf(config.app.safeFetchAllow) }),
    post,
    senders: liveSenders({
      config: config.app,
      pushKeys: config.pushKeys,
      post,
      mailTransport,
      clock,
      log,
      idTokens: firebase.idTokens,
    }),
    watchPush:
      config.pushKeys.length === 0
        ? null
        : makeWatchPush({ post, clock, keys: config.pushKeys, publicOrigin: config.app.publicOrigin }),
    limits: new LimitCounter(store, clock),
    challenge: challengeOf(config.app.challenge),
    clock,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    bell,
    outboxBell,
    mailTransport,
    jobs,
    ids,
    log,
    counting: startCounting({ store, clock, ids, log, jobs, config: config.app }),
  };
}
