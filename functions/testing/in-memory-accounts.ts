import type { Site } from '@busker/core/dashboard-api/owner-api';
import { fail, ok } from '@busker/core/base/result';
import type { Payout, PayoutLine, StripeBalance } from '@busker/core/books/payout';
import { ownMethodTypes, type OwnMethodType, type MethodFacts } from '@busker/core/payments/methods';
import type {
  AccountState,
  AccountMethods,
  Accounts,
  WantedAccount,
  Page,
  PaymentsResult,
  Payouts,
  Wallets,
} from '../stripe/payments';
import { InMemoryCalls } from './in-memory-payments';

/**
 * Accounts in memory. Like Stripe it creates one account for each round of an owner, repeats its first answer for the same round, whatever has become
 * of that account, and refuses a round with other data. Tests change `states`; removing an account from it is how an owner disconnects.
 */
export class InMemoryAccounts extends InMemoryCalls<keyof Accounts> implements Accounts {
  readonly states = new Map<string, AccountState>();
  private readonly answers = new Map<string, { readonly wish: string; readonly state: AccountState }>();
  /** Every request for an account that reached Stripe, including repeated ones. */
  readonly wanted: WantedAccount[] = [];
  /** Changed payment methods; all others are on, for every account. */
  readonly ways = new Map<OwnMethodType, MethodFacts>();
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

  readMethods(accountId: string | null): Promise<PaymentsResult<AccountMethods>> {
    return this.perform('readMethods', () => {
      if (accountId !== null && !this.states.has(accountId)) return fail({ kind: 'gone' });
      const on = { capability: 'active', shown: true } as const;
      return ok(new Map(ownMethodTypes.map((type) => [type, this.ways.get(type) ?? on])));
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

export class InMemoryWallets extends InMemoryCalls<keyof Wallets> implements Wallets {
  private readonly sites = new Map<string, Map<string, Site>>();

  register(account: string | null, domain: string): Promise<PaymentsResult<Site>> {
    return this.perform('register', () => {
      const active = { applePay: 'active', googlePay: 'active', link: 'active' } as const;
      const site: Site = { domain, ...active, problem: null };
      const those = this.sites.get(account ?? '') ?? new Map<string, Site>();
      this.sites.set(account ?? '', those.set(domain, site));
      return ok(site);
    });
  }

  disable(account: string | null, domain: string): Promise<PaymentsResult<null>> {
    return this.perform('disable', () => {
      this.sites.get(account ?? '')?.delete(domain);
      return ok(null);
    });
  }

  list(account: string | null): Promise<PaymentsResult<readonly Site[]>> {
    return this.perform('list', () => ok([...(this.sites.get(account ?? '')?.values() ?? [])]));
  }
}

/** Payouts in memory, of every account. Tests fill `payouts` and `lines`, newest first; a page has `onAPage` entries. */
export class InMemoryPayouts extends InMemoryCalls<keyof Payouts> implements Payouts {
  balance: StripeBalance = { balances: [], schedule: { interval: 'daily' }, paused: false };
  readonly payouts: Payout[] = [];
  readonly lines = new Map<string, readonly PayoutLine[]>();
  onAPage = 20;
  /** The account of each call. */
  readonly accounts: (string | null)[] = [];

  readBalance(account: string | null): Promise<PaymentsResult<StripeBalance>> {
    this.accounts.push(account);
    return this.perform('readBalance', () => ok(this.balance));
  }

  listPayouts(account: string | null, after: string | null): Promise<PaymentsResult<Page<Payout>>> {
    this.accounts.push(account);
    return this.perform('listPayouts', () => this.pageOf(this.payouts, after));
  }

  readPayout(account: string | null, payoutId: string): Promise<PaymentsResult<Payout>> {
    this.accounts.push(account);
    return this.perform('readPayout', () => {
      const payout = this.payouts.find(({ id }) => id === payoutId);
      return payout === undefined ? fail({ kind: 'gone' }) : ok(payout);
    });
  }

  listLines(
    account: string | null,
    payoutId: string,
    after: string | null,
  ): Promise<PaymentsResult<Page<PayoutLine>>> {
    this.accounts.push(account);
    return this.perform('listLines', () => this.pageOf(this.lines.get(payoutId) ?? [], after));
  }

  private pageOf<T extends { readonly id: string }>(
    all: readonly T[],
    after: string | null,
  ): PaymentsResult<Page<T>> {
    const at = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== null && at === 0) return fail({ kind: 'gone' });
    const items = all.slice(at, at + this.onAPage);
    return ok({ items, next: at + this.onAPage < all.length ? (items.at(-1)?.id ?? null) : null });
  }
}
