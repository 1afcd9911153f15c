import { InMemoryMail } from './in-memory-mail';
import { problem, fail, ok, type Result } from '../../core/base/result';
import { methods } from '../../core/payments/methods';
import type { ModerationRole } from '../../core/moderation/standing';
import { InMemorySignIns } from './in-memory-sign-ins';
import type { KnownUser, Users } from '../accounts/users';
import type { AppConfig } from '../config';
import type { Contact, Deps, IdTokens, Owner } from '../deps';
import { startCounting } from '../view-counts/event-routes';
import { InMemoryEarlierFiles } from './in-memory-earlier-files';
import { InMemoryExportFiles } from './in-memory-export-files';
import { createLog } from '../log';
import { StoredJobs } from '../queue/task-queue';
import { challengeOf } from '../challenge/http-challenge';
import { LimitCounter } from '../limits/limit-counter';
import { InMemoryAccounts, InMemoryPayouts, InMemoryWallets } from './in-memory-accounts';
import type { JobId } from '../../core/jobs/job-document';
import type { OutboxTask } from '../outbox/outbox-task';
import { InMemoryQueue } from './in-memory-queue';
import { InMemoryPost } from './in-memory-post';
import { InMemoryWatchPush } from './in-memory-watch-push';
import { inMemorySenders, type InMemorySenders } from './in-memory-senders';
import { InMemoryPages } from './in-memory-pages';
import { InMemoryPayments, InMemoryRefunds } from './in-memory-payments';
import type { SafePost } from '../safe-fetch/safe-fetch';
import { InMemorySubscriptions } from './in-memory-subscriptions';
import { RecentProfiles } from '../profile-cache/profile-cache';
import { CardedStore } from './caching-store';
import { InMemoryPictures } from './in-memory-pictures';

/** A clock that moves only when a test moves it. */
export class InMemoryClock {
  constructor(private time = Date.UTC(2026, 10, 20, 12)) {}
  now = (): number => this.time;
  advance(ms: number): void {
    this.time += ms;
  }
}

/** A test chooses the tokens. */
export class InMemoryIdTokens implements IdTokens {
  private readonly owners = new Map<string, Owner>();
  readonly revoked = new Set<string>();
  readonly removed: string[] = [];

  signIn(token: string, owner: Owner): void {
    this.owners.set(token, owner);
  }
  verify(token: string, checkRevoked: boolean): Promise<Result<Owner>> {
    const owner = this.owners.get(token);
    const ended = owner !== undefined && (this.revoked.has(token) || this.removed.includes(owner.uid));
    const good = owner !== undefined && !(checkRevoked && ended);
    return Promise.resolve(good ? ok(owner) : fail(problem('sign-in-required')));
  }
  /** A user's fields that a test sets, instead of those of the token. */
  readonly contacts = new Map<string, Contact | undefined>();
  contact(wanted: string): Promise<Contact | undefined> {
    if (this.contacts.has(wanted)) return Promise.resolve(this.contacts.get(wanted));
    const owner = [...this.owners.values()].find(({ uid }) => uid === wanted);
    if (owner === undefined || this.removed.includes(wanted)) return Promise.resolve(undefined);
    const { email, emailVerified } = owner;
    return Promise.resolve({ email, emailVerified, disabled: false });
  }
  async barred(uids: readonly string[]): Promise<readonly string[]> {
    const contacts = await Promise.all(uids.map((uid) => this.contact(uid)));
    return uids.filter((_uid, index) => contacts[index]?.disabled !== false);
  }
  endSessions(ended: string): Promise<void> {
    for (const [token, { uid }] of this.owners) if (uid === ended) this.revoked.add(token);
    return Promise.resolve();
  }
  remove(uid: string): Promise<void> {
    this.removed.push(uid);
    return Promise.resolve();
  }
  async *idleGuests(before: number): AsyncGenerator<string> {
    const uids = [...this.owners.values()].map(({ uid }) => uid);
    yield* uids.filter((uid) => this.isIdleGuest(uid, before) && !this.removed.includes(uid));
  }
  /** Every user who was not removed exists: tests write documents for owners who never signed in. */
  abandoned(uids: readonly string[], before: number): Promise<readonly string[]> {
    const left = uids.filter((uid) => this.removed.includes(uid) || this.isIdleGuest(uid, before));
    return Promise.resolve(left);
  }
  private isIdleGuest(wanted: string, before: number): boolean {
    const known = [...this.owners.values()].filter(({ uid }) => uid === wanted);
    return known.length > 0 && known.every(({ guest, signedInAt }) => guest && signedInAt < before);
  }
}

/** A user of a test. Their address is confirmed if the test does not say otherwise. */
type AddedUser = Omit<KnownUser, 'emailVerified'> & Partial<Pick<KnownUser, 'emailVerified'>>;

/** Tests add users here. */
export class InMemoryUsers implements Users {
  readonly known: AddedUser[] = [];

  find(by: { readonly uid: string } | { readonly email: string }): Promise<KnownUser | undefined> {
    const found = this.known.find(({ uid, email }) => ('uid' in by ? uid === by.uid : email === by.email));
    return Promise.resolve(found && { emailVerified: true, ...found });
  }
  setRole(uid: string, role: ModerationRole | null): Promise<void> {
    const index = this.known.findIndex((user) => user.uid === uid);
    const user = this.known[index];
    if (user !== undefined) this.known[index] = { ...user, role };
    return Promise.resolve();
  }
}

export interface InMemoryDeps extends Deps {
  readonly store: CardedStore;
  readonly payments: InMemoryPayments;
  readonly refunds: InMemoryRefunds;
  readonly subscriptions: InMemorySubscriptions;
  readonly payouts: InMemoryPayouts;
  readonly accounts: InMemoryAccounts;
  readonly wallets: InMemoryWallets;
  readonly pages: InMemoryPages;
  readonly post: SafePost;
  readonly posted: InMemoryPost;
  readonly senders: InMemorySenders;
  readonly watchPush: InMemoryWatchPush;
  /** The letters that were sent. */
  readonly mailTransport: InMemoryMail;
  /** Runs nothing: a test runs the tasks itself. */
  readonly outboxQueue: InMemoryQueue<OutboxTask>;
  readonly pictures: InMemoryPictures;
  readonly exportFiles: InMemoryExportFiles;
  readonly earlierFiles: InMemoryEarlierFiles;
  readonly idTokens: InMemoryIdTokens;
  readonly users: InMemoryUsers;
  readonly signIns: InMemorySignIns;
  readonly clock: InMemoryClock;
  /** Runs nothing: a test runs the jobs itself. */
  readonly jobQueue: InMemoryQueue<JobId>;
  /** Every line that was logged. */
  readonly lines: string[];
}

export const inMemoryConfig: AppConfig = {
  publicOrigin: 'https://busker.test',
  mode: 'sandbox',
  livemode: false,
  publishableKey: 'pk_test_sandbox_memory',
  stripeJs: 'http://127.0.0.1:12111/stripe.js',
  platformFeeBps: 0,
  secrets: ['a secret of at least thirty-two bytes'],
  clientAddress: { kind: 'proxy', hops: 1 },
  challenge: { kind: 'fake', siteKey: 'sandbox' },
  operator: {
    name: 'Example Ltd',
    address: ['1 Example Street', 'Exampletown'],
    email: 'hello@busker.test',
    securityContact: 'mailto:security@busker.test',
    authorityEmail: 'authorities@busker.test',
    reportEmail: 'reports@busker.test',
    languages: ['en', 'de'],
    representative: null,
    register: null,
    vatId: null,
    euRepresentative: null,
    terms: { url: null, version: null },
    privacyUrl: null,
  },
  mails: 'smtp',
  mail: { from: 'busker@busker.test', dailyCap: 2000 },
  // High enough that only the tests of limits reach them.
  limitFactor: 1000,
  counting: { windowMs: 0, rollUpMs: 600_000 },
  push: {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  },
  safeFetchAllow: [],
  webhookAllow: [],
  release: null,
  cardVersions: ['0.1.0', '0.2.0'],
};

/** All dependencies of the server, in memory. */
export function inMemoryDeps(config: Partial<AppConfig> = {}): InMemoryDeps {
  const clock = new InMemoryClock();
  const lines: string[] = [];
  let made = 0;
  const recentProfiles = new RecentProfiles(clock);
  const store = new CardedStore({ recentProfiles, clock });
  const payments = new InMemoryPayments(clock.now);
  const pages = new InMemoryPages();
  const posted = new InMemoryPost();
  const jobQueue = new InMemoryQueue<JobId>();
  const all = { ...inMemoryConfig, ...config };
  const ids = { fresh: () => `id${String((made += 1)).padStart(6, '0')}` };
  const log = createLog((line) => void lines.push(line));
  const jobs = new StoredJobs(store, clock, jobQueue);
  return {
    config: all,
    ways: methods,
    store,
    recentProfiles,
    payments,
    refunds: new InMemoryRefunds(payments),
    subscriptions: new InMemorySubscriptions(payments, clock.now),
    payouts: new InMemoryPayouts(),
    accounts: new InMemoryAccounts(),
    wallets: new InMemoryWallets(),
    pages,
    fetchPage: pages.fetch,
    post: posted.post,
    posted,
    senders: inMemorySenders(),
    watchPush: new InMemoryWatchPush(),
    outboxQueue: new InMemoryQueue<OutboxTask>(),
    mailTransport: new InMemoryMail(),
    limits: new LimitCounter(store, clock),
    challenge: challengeOf(all.challenge),
    pictures: new InMemoryPictures(clock),
    exportFiles: new InMemoryExportFiles(clock),
    earlierFiles: new InMemoryEarlierFiles(),
    idTokens: new InMemoryIdTokens(),
    users: new InMemoryUsers(),
    signIns: new InMemorySignIns(),
    clock,
    pause: (ms) => Promise.resolve(clock.advance(ms)),
    jobQueue,
    jobs,
    ids,
    log,
    counting: startCounting({ store, clock, ids, log, jobs, config: all }),
    lines,
  };
}
