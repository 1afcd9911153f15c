import type { Site } from '../../core/api/owner-api';
import type { PaymentsResult } from './payments';

/** The port to Stripe's payment method domains, one list for each account. */
export interface Wallets {
  /** Registers a domain, or validates it again if it is registered. */
  register(account: string | null, domain: string): Promise<PaymentsResult<Site>>;
  list(account: string | null): Promise<PaymentsResult<readonly Site[]>>;
}
