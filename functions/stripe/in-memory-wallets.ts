import type { Site } from '../../core/api/owner-api';
import { ok } from '../../core/base/result';
import { InMemoryCalls } from './in-memory-calls';
import type { PaymentsResult } from './payments';
import type { Wallets } from './wallets';

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

  list(account: string | null): Promise<PaymentsResult<readonly Site[]>> {
    return this.perform('list', () => ok([...(this.sites.get(account ?? '')?.values() ?? [])]));
  }
}
