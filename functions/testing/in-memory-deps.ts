import { AsyncLocalStorage } from 'node:async_hooks';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import type { JobId } from '@busker/core/jobs/job-document';
import type { ModerationRole } from '@busker/core/moderation/standing';
import type { WatchSubscription } from '@busker/core/money-documents/tip-document';
import type { Message } from '@busker/core/notification/notified-event';
import { channelKinds, type ChannelKind } from '@busker/core/outbox/channel';
import { methods } from '@busker/core/payments/methods';
import { nothingSeen as nothing, type SeenRecords } from '@busker/core/domains/own-domain';
import type { FirstStep, KnownUser, SignIn, SignIns, Users } from '../accounts/users';
import { challengeOf } from '../challenge/http-challenge';
import type { AppConfig } from '../config';
import type { Contact, Deps, IdTokens, Owner } from '../deps';
import type { EarlierFiles } from '../earlier-files/earlier-files';
import { LimitCounter } from '../limits/limit-counter';
import { createLog } from '../log';
import type { MailAnswer, MailTransport, OutgoingMail } from '../mail-transport/mail-transport';
import type { OutboxTask } from '../outbox/outbox-task';
import { RecentProfiles } from '../profile-cache/profile-cache';
import { StoredJobs, type TaskQueue } from '../queue/task-queue';
import type { WatchNotice, WatchPush } from '../reply-watch/watch-push';
import type { PostAnswer, PostRequest, SafeFetch, SafeFetchAnswer, SafePost } from '../safe-fetch/safe-fetch';
import type { Addressee, ChannelSender, Sending } from '../senders/channel-sender';
import { startCounting } from '../view-counts/event-routes';
import type { CustomDomains, Dns, DomainsFailure } from '../domains/domain-ports';
import { InMemoryAccounts, InMemoryPayouts, InMemoryWallets } from './in-memory-accounts';
import { InMemoryExportFiles, InMemoryPictures } from './in-memory-files';
import { InMemoryPayments, InMemoryRefunds } from './in-memory-payments';
import { CardedStore } from './in-memory-store';
import { InMemorySubscriptions } from './in-memory-billing';

/** Keeps the mails, and answers as a test says. */
export class InMemoryMail implements MailTransport {
  readonly sent: OutgoingMail[] = [];
  answer: (mail: OutgoingMail) => MailAnswer = () => ({
    kind: 'accepted',
    status: 250,
    text: '250 OK',
    ms: 1,
  });

  send(mail: OutgoingMail): Promise<MailAnswer> {
    this.sent.push(mail);
    return Promise.resolve(this.answer(mail));
  }
}

/** Tests add users and interrupted sign-ins here. */
class InMemorySignIns implements SignIns {
  readonly users = new Map<string, SignIn>();
  /** The factor that each interrupted sign-in waits for. */
  readonly pending = new Map<string, string>();

  find(uid: string): Promise<SignIn | undefined> {
    return Promise.resolve(this.users.get(uid));
  }
  firstStep(pending: string, factor: string): Promise<FirstStep> {
    return Promise.resolve(this.pending.get(pending) === factor ? 'passed' : 'over');
  }
  removeFactors(uid: string): Promise<void> {
    const user = this.users.get(uid);
    if (user !== undefined) this.users.set(uid, { ...user, factors: [] });
    return Promise.resolve();
  }
}

/** Files of releases in memory. */
export class InMemoryEarlierFiles implements EarlierFiles {
  /** The names that were asked for. */
  readonly asked: string[] = [];

  constructor(readonly files = new Map<string, Uint8Array>()) {}

  read(name: string): Promise<Uint8Array | undefined> {
    this.asked.push(name);
    return Promise.resolve(this.files.get(name));
  }

  names(prefix: string): Promise<readonly string[]> {
    return Promise.resolve([...this.files.keys()].filter((name) => name.startsWith(prefix)).toSorted());
  }

  create(name: string, bytes: Uint8Array): Promise<void> {
    if (!this.files.has(name)) this.files.set(name, bytes);
    return Promise.resolve();
  }
}

/** Runs nothing by itself: a test takes the tasks, drops them, doubles them or runs them in another order. */
class InMemoryQueue<Task> implements TaskQueue<Task> {
  readonly tasks: { readonly task: Task; readonly at: number }[] = [];

  enqueue(task: Task, at: number): Promise<void> {
    this.tasks.push({ task, at });
    return Promise.resolve();
  }

  /** Takes the tasks that are due. */
  take(now: number): readonly Task[] {
    const due = this.tasks.filter(({ at }) => at <= now);
    const later = this.tasks.filter(({ at }) => at > now);
    this.tasks.splice(0, this.tasks.length, ...later);
    return due.map(({ task }) => task);
  }
}

/** Keeps the requests to owners' addresses, and answers as a test says. */
export class InMemoryPost {
  readonly requests: PostRequest[] = [];
  answer: (request: PostRequest) => PostAnswer = () => ({
    ok: true,
    status: 200,
    headers: {},
    text: '',
    ms: 1,
  });

  readonly post: SafePost = (request) => {
    this.requests.push(request);
    return Promise.resolve(this.answer(request));
  };
}

export const wasSent: Sending = { kind: 'sent', attempt: { status: 200, ms: 1, text: '' } };

/** Keeps what is sent, and answers as a test says. */
export class InMemorySender implements ChannelSender {
  readonly sent: { readonly to: Addressee; readonly message: Message }[] = [];
  answer: (to: Addressee, message: Message) => Sending | Promise<Sending> = () => wasSent;

  async send(to: Addressee, message: Message): Promise<Sending> {
    this.sent.push({ to, message });
    return this.answer(to, message);
  }
}

type InMemorySenders = Record<ChannelKind, InMemorySender>;

const inMemorySenders = (): InMemorySenders =>
  Object.fromEntries(channelKinds.map((kind) => [kind, new InMemorySender()])) as InMemorySenders;

/** Keeps the messages to fans, and answers as a test says. */
class InMemoryWatchPush implements WatchPush {
  readonly sent: { readonly to: WatchSubscription; readonly notice: WatchNotice }[] = [];
  answer: (to: WatchSubscription) => Sending = () => wasSent;

  send(to: WatchSubscription, notice: WatchNotice): Promise<Sending> {
    this.sent.push({ to, notice });
    return Promise.resolve(this.answer(to));
  }
}

/** Web pages in memory, by address. */
class InMemoryPages {
  readonly asked: string[] = [];
  private readonly pages = new Map<string, SafeFetchAnswer>();

  put(url: string, body: string, parts: Partial<Extract<SafeFetchAnswer, { ok: true }>> = {}): void {
    this.pages.set(url, {
      ok: true,
      status: 200,
      url,
      headers: {},
      body,
      bytes: Buffer.from(body),
      ...parts,
    });
  }
  fail(url: string, problem: Extract<SafeFetchAnswer, { ok: false }>['problem']): void {
    this.pages.set(url, { ok: false, problem });
  }
  fetch: SafeFetch = (url) => {
    this.asked.push(url);
    return Promise.resolve(this.pages.get(url) ?? { ok: false, problem: 'name-not-found' });
  };
}

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
  readonly dns: InMemoryDns;
  readonly customDomains: InMemoryCustomDomains;
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
    dns: new InMemoryDns(),
    customDomains: new InMemoryCustomDomains(),
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

interface Player {
  readonly begin: () => Promise<void>;
  state: 'new' | 'playing' | 'done';
  /** The held calls, in order. */
  readonly held: (() => void)[];
  /** Called each time a call is held, and at the end. */
  stopped: () => void;
}

const current = new AsyncLocalStorage<Player>();

/**
 * Runs several tasks concurrently, one step at a time. A step ends at the next request to the store or the picture storage, or call of Stripe.
 * `order` gives the order of steps by index in `works`. When it is used up, each task runs to its end in order. Returns the number of steps of each.
 */
export async function interleave(
  deps: Pick<InMemoryDeps, 'store' | 'payments' | 'pictures'>,
  works: readonly (() => Promise<void>)[],
  order: readonly number[],
): Promise<readonly number[]> {
  deps.store.pause = hold;
  deps.payments.pause = hold;
  deps.pictures.pause = hold;
  const players = works.map((begin): Player => ({ begin, state: 'new', held: [], stopped: ignore }));
  const steps = works.map(() => 0);
  const step = async (index: number) => {
    const player = players[index];
    if (player === undefined || player.state === 'done') return;
    steps[index] = (steps[index] ?? 0) + 1;
    await playOn(player);
  };
  for (const index of order) await step(index);
  for (const [index, player] of players.entries()) while (player.state !== 'done') await step(index);
  return steps;
}

const ignore = () => undefined;

/** Lets a task take one step. No other task runs meanwhile, so the order is the requested one. */
async function playOn(player: Player): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    player.stopped = resolve;
  });
  if (player.state === 'new') begin(player);
  else player.held.shift()?.();
  // A task with two held calls may wait for the second one without a new call.
  if (player.held.length > 0) setImmediate(player.stopped);
  await stopped;
}

function begin(player: Player): void {
  player.state = 'playing';
  const end = () => {
    player.state = 'done';
    player.stopped();
  };
  void current.run(player, player.begin).then(end, end);
}

async function hold(): Promise<void> {
  const player = current.getStore();
  if (player === undefined) return;
  await new Promise<void>((resolve) => {
    player.held.push(resolve);
    player.stopped();
  });
}

/** Name servers whose records a test sets. */
export class InMemoryDns implements Dns {
  isAway = false;
  /** Domains whose own name servers do not answer. */
  readonly silent = new Set<string>();
  private readonly zones = new Map<string, SeenRecords>([
    ['busker.test', { ...nothing, a: ['192.0.2.10'], aaaa: ['2001:db8::10'] }],
  ]);

  /** Sets some records of a name, and leaves the others. */
  set(domain: string, records: Partial<SeenRecords>): void {
    this.zones.set(domain, { ...(this.zones.get(domain) ?? nothing), ...records });
  }
  records(domain: string): Promise<SeenRecords | null> {
    return Promise.resolve(
      this.isAway || this.silent.has(domain) ? null : (this.zones.get(domain) ?? nothing),
    );
  }
  addresses(name: string): Promise<Pick<SeenRecords, 'a' | 'aaaa'> | null> {
    return this.records(name);
  }
}

/** A service for certificates: a test says when they are issued. */
export class InMemoryCustomDomains implements CustomDomains {
  readonly target = { cname: 'busker.test', apexText: null };
  readonly added = new Set<string>();
  readonly issued = new Set<string>();
  /** The failure of every call; null = it works. */
  failure: DomainsFailure | null = null;

  private answer<T>(work: () => T): Promise<Result<T, DomainsFailure>> {
    return Promise.resolve(this.failure === null ? ok(work()) : fail(this.failure));
  }
  add(domain: string): Promise<Result<null, DomainsFailure>> {
    return this.answer(() => {
      this.added.add(domain);
      return null;
    });
  }
  certificate(domain: string): Promise<Result<'none' | 'coming' | 'active', DomainsFailure>> {
    return this.answer(() => {
      if (!this.added.has(domain)) return 'none';
      return this.issued.has(domain) ? 'active' : 'coming';
    });
  }
  remove(domain: string): Promise<Result<null, DomainsFailure>> {
    return this.answer(() => {
      this.added.delete(domain);
      this.issued.delete(domain);
      return null;
    });
  }
}
