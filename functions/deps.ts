import type { Result } from '@busker/core/base/result';
import type { JobId } from '@busker/core/jobs/job-document';
import type { PaymentMethod } from '@busker/core/payments/methods';
import type { Accounts, Payments, Payouts, Refunds, Wallets, Subscriptions } from './stripe/payments';
import type { ChallengeVerifier } from './challenge/http-challenge';
import type { Clock } from './clock';
import type { AppConfig } from './config';
import type { CustomDomains, Dns } from './domains/domain-ports';
import type { EventCounting } from './view-counts/event-counting';
import type { LimitCounter } from './limits/limit-counter';
import type { EarlierFiles } from './earlier-files/earlier-files';
import type { ExportFiles } from './exports/export-files';
import type { Jobs, TaskQueue } from './queue/task-queue';
import type { Log } from './log';
import type { Pictures } from './pictures/pictures';
import type { SafeFetch, SafePost } from './safe-fetch/safe-fetch';
import type { ChannelSenders } from './senders/channel-sender';
import type { MailTransport } from './mail-transport/mail-transport';
import type { OutboxTask } from './outbox/outbox-task';
import type { WatchPush } from './reply-watch/watch-push';
import type { Store } from './store/store';
import type { RecentProfiles } from './profile-cache/profile-cache';
import type { SignIns, Users } from './accounts/users';

/** The server's dependencies. live-deps.ts creates the real adapters, testing/in-memory-deps.ts the in-memory ones. */
export interface Deps {
  readonly config: AppConfig;
  /** The table of the payment methods of this release (core/payments/methods.ts). Another release may have another one. */
  readonly ways: readonly PaymentMethod[];
  /** Its transactions also write the cache entries of the profiles that they change (profile-cache/profile-cache.ts). */
  readonly store: Store;
  readonly recentProfiles: RecentProfiles;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly subscriptions: Subscriptions;
  readonly payouts: Payouts;
  readonly accounts: Accounts;
  readonly wallets: Wallets;
  readonly pictures: Pictures;
  readonly exportFiles: ExportFiles;
  readonly earlierFiles: EarlierFiles;
  readonly dns: Dns;
  /** Serves the domains of owners; null = this host has not switched that on. */
  readonly customDomains: CustomDomains | null;
  readonly idTokens: IdTokens;
  readonly users: Users;
  readonly signIns: SignIns;
  /** Web pages at addresses that owners enter. */
  readonly fetchPage: SafeFetch;
  /** Requests to addresses that owners enter: webhooks, chats, push services. */
  readonly post: SafePost;
  /** Senders of messages to owners, by kind of channel. */
  readonly senders: ChannelSenders;
  /** Notifies fans of an answer in their browsers; null = the host has not set up push. */
  readonly watchPush: WatchPush | null;
  readonly limits: LimitCounter;
  /** Views and clicks, counted in the memory of this instance. */
  readonly counting: EventCounting;
  readonly challenge: ChallengeVerifier;
  readonly jobs: Jobs;
  /** Starts jobs that are due. */
  readonly jobQueue: TaskQueue<JobId>;
  /** Asks to plan and to send messages to owners. */
  readonly outboxQueue: TaskQueue<OutboxTask>;
  /** The mail server, for letters; null = none is set up. */
  readonly mailTransport: MailTransport | null;
  readonly clock: Clock;
  /** Waits so many milliseconds. Long work waits between calls of Stripe, which limits the calls of a second. */
  readonly pause: (ms: number) => Promise<void>;
  readonly ids: Ids;
  readonly log: Log;
}

export interface Ids {
  /** A fresh identifier of letters and digits that cannot be guessed. */
  fresh(): string;
}

/** The signed-in user of an ID token. */
export interface Owner {
  readonly uid: string;
  readonly guest: boolean;
  /** Firebase's sign_in_provider: `password`, `google.com`, `phone`, `anonymous` … */
  readonly provider: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly signedInAt: number;
}

export interface Contact {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly disabled: boolean;
}

export interface IdTokens {
  /** Fails with `sign-in-required` for anything but a current token of this project. */
  verify(token: string, checkRevoked: boolean): Promise<Result<Owner>>;
  /** How the sign-in service reaches a user; undefined = there is no such user (any more). */
  contact(uid: string): Promise<Contact | undefined>;
  /** The uids of this list, in its order, whose user is disabled or does not exist. */
  barred(uids: readonly string[]): Promise<readonly string[]>;
  /** Ends every sign-in of the user: no token is renewed any more, and `verify` that checks for it refuses those from before. */
  endSessions(uid: string): Promise<void>;
  /** Deletes the user from the sign-in service. */
  remove(uid: string): Promise<void>;
  /** Guests last seen before this time (epoch milliseconds), page by page. */
  idleGuests(before: number): AsyncIterable<string>;
  /** The uids of this list, in its order, that belong to no user or to a guest last seen before this time. */
  abandoned(uids: readonly string[], before: number): Promise<readonly string[]>;
}
