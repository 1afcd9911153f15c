import type { Result } from '../core/base/result';
import type { Accounts } from './stripe/accounts';
import type { Challenge } from './limits/challenge';
import type { Clock } from './store/clock';
import type { AppConfig } from './config';
import type { LimitCounter } from './limits/limit-counter';
import type { Log } from './http/log';
import type { Payments } from './stripe/payments';
import type { Pictures } from './profiles/pictures';
import type { Refunds } from './stripe/refunds';
import type { SafeFetch } from './http/safe-fetch/safe-fetch';
import type { Store } from './store/store';
import type { Wallets } from './stripe/wallets';

/** What the server needs from outside. Real adapters are put together in live-deps.ts, in-memory ones in memory-deps.ts. */
export interface Deps {
  readonly config: AppConfig;
  readonly store: Store;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly accounts: Accounts;
  readonly wallets: Wallets;
  readonly pictures: Pictures;
  readonly idTokens: IdTokens;
  /** Pages of the web under addresses that owners give. */
  readonly fetchPage: SafeFetch;
  readonly limits: LimitCounter;
  readonly challenge: Challenge;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export interface Ids {
  /** A fresh identifier that nobody can guess, of letters and digits. */
  fresh(): string;
}

/** Who is signed in, as the ID token says. */
export interface Owner {
  readonly uid: string;
  readonly guest: boolean;
  /** Firebase's sign_in_provider: `password`, `google.com`, `phone`, `anonymous` … */
  readonly provider: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly signedInAt: number;
}

export interface IdTokens {
  /** Fails with `sign-in-required` for anything but a current token of this project. */
  verify(token: string, checkRevoked: boolean): Promise<Result<Owner>>;
  /** Deletes the user from the sign-in service. */
  remove(uid: string): Promise<void>;
  /** Guests who were last seen before this moment (epoch milliseconds), page by page. */
  idleGuests(before: number): AsyncIterable<string>;
  /** Those of these uids that belong to no user any more, or to a guest who was last seen before this moment; in their order. */
  abandoned(uids: readonly string[], before: number): Promise<readonly string[]>;
}
