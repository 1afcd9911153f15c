import type { Site } from '../../core/api/owner-api';
import type { PaymentsResult } from './payments';

/** The port to Stripe's list of domains on which wallets may be offered, one list for each account. */
export interface Wallets {
  /** Registers a domain, or looks at it again when it is registered already. */
  register(account: string | null, domain: string): Promise<PaymentsResult<Site>>;
  list(account: string | null): Promise<PaymentsResult<readonly Site[]>>;
}
