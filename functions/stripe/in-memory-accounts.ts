import { fail, ok } from '../../core/base/result';
import { ownWayTypes, type OwnWayType, type WayFacts } from '../../core/ways/ways';
import type { Accounts, AccountState, AccountWays, WantedAccount } from './accounts';
import { InMemoryCalls } from './in-memory-calls';
import type { PaymentsResult } from './payments';

/**
 * Accounts in memory. Like Stripe it creates one account for each round of an owner, repeats its first answer for the same round, whatever has become
 * of that account, and refuses a round with other data. Tests change `states`; removing an account from it is how an owner disconnects.
 */
export class InMemoryAccounts extends InMemoryCalls<keyof Accounts> implements Accounts {
  readonly states = new Map<string, AccountState>();
  private readonly answers = new Map<string, { readonly wish: string; readonly state: AccountState }>();
  /** Every request for an account that reached Stripe, including repeated ones. */
  readonly wanted: WantedAccount[] = [];
  /** What was changed of the ways to pay; all others are on, for every account. */
  readonly ways = new Map<OwnWayType, WayFacts>();
  private links = 0;
  own: AccountState = {
    accountId: 'acct_own',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
    requirements: [],
  };

  createAccount(wanted: WantedAccount): Promise<PaymentsResult<AccountState>> {
    return this.perform('createAccount', () => {
      this.wanted.push(wanted);
      const wish = JSON.stringify(wanted);
      const key = `${wanted.uid}:${wanted.round}`;
      const earlier = this.answers.get(key);
      if (earlier !== undefined && earlier.wish !== wish) {
        return fail({ kind: 'refused', code: 'idempotency_error', requestId: null });
      }
      if (earlier !== undefined) return ok(earlier.state);
      const state: AccountState = {
        accountId: `acct_${this.answers.size + 1}_of_${wanted.uid}`,
        country: wanted.country,
        currency: wanted.currency ?? 'usd',
        cardPayments: 'restricted',
        linkPayments: false,
        requirements: ['individual.verification.document'],
      };
      this.answers.set(key, { wish, state });
      this.states.set(state.accountId, state);
      return ok(state);
    });
  }

  readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>> {
    return this.perform('readAccount', () => {
      const state = accountId === null ? this.own : this.states.get(accountId);
      return state === undefined ? fail({ kind: 'gone' }) : ok(state);
    });
  }

  readWays(accountId: string | null): Promise<PaymentsResult<AccountWays>> {
    return this.perform('readWays', () => {
      if (accountId !== null && !this.states.has(accountId)) return fail({ kind: 'gone' });
      const on = { capability: 'active', shown: true } as const;
      return ok(new Map(ownWayTypes.map((type) => [type, this.ways.get(type) ?? on])));
    });
  }

  openOnboarding(accountId: string): Promise<PaymentsResult<{ readonly url: string }>> {
    return this.perform('openOnboarding', () => {
      if (!this.states.has(accountId)) return fail({ kind: 'gone' });
      this.links += 1;
      return ok({ url: `https://connect.test/setup/${accountId}/${this.links}` });
    });
  }
}
