import { unreachable } from '@busker/core/base/result';
import { methods } from '@busker/core/payments/methods';
import { randomBytes } from 'node:crypto';
import type { Config } from './config';
import type { Deps } from './deps';
import type { JobId } from '@busker/core/jobs/job-document';
import { cloudJobQueue, cloudOutboxQueue } from './firebase/cloud-tasks-queue';
import type { OutboxTask } from './outbox/outbox-task';
import { silentQueue, StoredJobs, type TaskQueue } from './queue/task-queue';
import { proxyDomains, systemDns, type CustomDomains } from './domains/domain-ports';
import { firebaseAdapters, hostedDomains } from './firebase/firebase-adapters';
import { challengeOf } from './challenge/http-challenge';
import { startCounting } from './view-counts/event-routes';
import { LimitCounter } from './limits/limit-counter';
import { createLog, type LogSink } from './log';
import { queueOfJob } from './jobs/recurring-jobs';
import { originsOf, makeSafePost, makeSafeFetch, type SafeFetch } from './safe-fetch/safe-fetch';
import { liveSenders } from './live-senders';
import { makeWatchPush } from './reply-watch/watch-push';
import { smtpTransport } from './mail-transport/smtp-transport';
import { stripeAdapters } from './stripe/stripe-adapters';
import type { Clock } from './clock';
import { keepingCache, RecentProfiles } from './profile-cache/profile-cache';
import { sparingMarks } from './store/store';
import { enqueuedLetters } from './mail/post-mail';

const toStandardOutput: LogSink = (line) => void process.stdout.write(`${line}\n`);

export const liveClock: Clock = { now: () => Date.now() };

/** Replacements for the queues of the cloud and for the clock of the machine. */
interface OwnAdapters {
  /** The queue of jobs. Programs outside of this repository give it by this name. */
  readonly bell?: TaskQueue<JobId>;
  readonly outboxQueue?: TaskQueue<OutboxTask>;
  readonly clock?: Clock;
}

function customDomainsOf({ app, domains, firebase }: Config, fetchPage: SafeFetch): CustomDomains | null {
  switch (domains.plan.kind) {
    case 'off':
      return null;
    case 'proxy':
      return proxyDomains(app, fetchPage);
    case 'hosting':
      return hostedDomains(firebase.projectId, domains.plan.site);
    default:
      return unreachable(domains.plan);
  }
}

/** The real adapters, created from the configuration. */
export function liveDeps(config: Config, write: LogSink = toStandardOutput, own: OwnAdapters = {}): Deps {
  const clock = own.clock ?? liveClock;
  const log = createLog(write);
  const { addTask, ...firebase } = firebaseAdapters(config.firebase);
  const jobQueue =
    own.bell ?? (addTask === null ? silentQueue : cloudJobQueue(addTask, queueOfJob, clock, log));
  const outboxQueue =
    own.outboxQueue ?? (addTask === null ? silentQueue : cloudOutboxQueue(addTask, clock, log));
  const recentProfiles = new RecentProfiles(clock);
  const store = enqueuedLetters(
    keepingCache(sparingMarks(firebase.store, clock), { recentProfiles, clock }),
    outboxQueue,
  );
  const mailTransport = config.smtp && smtpTransport(config.smtp);
  const ids = { fresh: () => randomBytes(15).toString('hex') };
  const jobs = new StoredJobs(store, clock, jobQueue);
  const fetchPage = makeSafeFetch({ allowOrigins: originsOf(config.app.safeFetchAllow) });
  const post = makeSafePost({ allowOrigins: originsOf(config.app.webhookAllow) });
  return {
    config: config.app,
    ...firebase,
    ways: methods,
    store,
    recentProfiles,
    ...stripeAdapters(config.stripe, clock, liveClock),
    fetchPage,
    dns: systemDns(config.domains.dnsServers),
    customDomains: customDomainsOf(config, fetchPage),
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
    jobQueue,
    outboxQueue,
    mailTransport,
    jobs,
    ids,
    log,
    counting: startCounting({ store, clock, ids, log, jobs, config: config.app }),
  };
}
