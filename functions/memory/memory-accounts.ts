import { fail, ok } from '../../core/result';
import type { Accounts, AccountState, WantedAccount } from '../ports/accounts';
import { MemoryCalls } from './memory-calls';
import type { PaymentsResult } from '../ports/payments';

/** Accounts in memory. Tests change `states`; taking an account out of it is what an owner does who cuts the connection. */
export class MemoryAccounts extends MemoryCalls<keyof Accounts> implements Accounts {
  readonly states = new Map<string, AccountState>();
  private links = 0;
  own: AccountState = {
    accountId: 'acct_own',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    requirements: [],
  };

  createAccount({ uid, country, currency }: WantedAccount): Promise<PaymentsResult<AccountState>> {
    return this.perform('createAccount', () => {
      const accountId = `acct_of_${uid}`;
      const requirements = ['individual.verification.document'];
      const fresh = {
        accountId,
        country,
        currency: currency ?? 'usd',
        cardPayments: 'restricted',
        requirements,
      } as const;
      const state = this.states.get(accountId) ?? fresh;
      this.states.set(accountId, state);
      return ok(state);
    });
  }

  readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>> {
    return this.perform('readAccount', () => {
      const state = accountId === null ? this.own : this.states.get(accountId);
      return state === undefined ? fail({ kind: 'gone' }) : ok(state);
    });
  }

  openOnboarding(accountId: string): Promise<PaymentsResult<{ readonly url: string }>> {
    return this.perform('openOnboarding', () => {
      this.links += 1;
      return ok({ url: `https://connect.test/setup/${accountId}/${this.links}` });
    });
  }
}
