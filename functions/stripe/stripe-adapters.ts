import type { Clock } from '../clock';
import type { StripeConfig } from '../config';
import type { Deps } from '../deps';
import { StripeAccounts, StripePayouts, StripeWallets } from './stripe-accounts';
import { stripeClient } from './stripe-checkout';
import { StripePayments, StripeRefunds } from './stripe-payments';
import { StripeSubscriptions } from './stripe-subscriptions';

export { stripeApiVersion } from './stripe-checkout';

type StripePorts = Pick<Deps, 'payments' | 'refunds' | 'subscriptions' | 'payouts' | 'accounts' | 'wallets'>;

/** Every port of Stripe with one client. `machine`: the clock of this machine, whatever a local sandbox's clock says; a signature has the time of its sender. */
export function stripeAdapters(config: StripeConfig, clock: Clock, machine: Clock): StripePorts {
  const stripe = stripeClient(config);
  return {
    payments: new StripePayments(stripe, config.webhookSecrets, machine),
    refunds: new StripeRefunds(stripe),
    subscriptions: new StripeSubscriptions(stripe, clock),
    payouts: new StripePayouts(stripe),
    accounts: new StripeAccounts(stripe),
    wallets: new StripeWallets(stripe),
  };
}
