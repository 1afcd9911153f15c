import Stripe from 'stripe';
import { PLATFORM_ACCOUNT } from '../start-stripe-sandbox';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { recordingClient, type Exchange } from './recorder';

/** The system under test: the sandbox, or Stripe itself in test mode. */
export interface ContractTarget {
  readonly stripe: Stripe;
  /** The account that takes the payments: the key's own account, or a connected one. */
  readonly on: { readonly stripeAccount?: string };
  readonly exchanges: readonly Exchange[];
  /** How long to wait for asynchronous effects, in milliseconds. */
  readonly timeout: number;
  readonly close: () => Promise<void>;
}

export async function sandboxTarget(mode: 'single' | 'connect'): Promise<ContractTarget> {
  const sandbox = await openSandbox();
  const { exchanges, httpClient } = recordingClient();
  const on = mode === 'connect' ? { stripeAccount: ADA } : {};
  await payOutOnce(sandbox, on);
  return {
    stripe: sandbox.connect(undefined, { httpClient, maxNetworkRetries: 0 }),
    on,
    exchanges,
    timeout: 5000,
    close: () => sandbox.close(),
  };
}

/** An account at Stripe gets its automatic payouts by its schedule. One of the sandbox gets its first one here. */
async function payOutOnce(sandbox: OpenSandbox, on: ContractTarget['on']): Promise<void> {
  const { id } = await sandbox.stripe.paymentIntents.create(
    {
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_bypassPending',
      confirm: true,
      use_stripe_sdk: true,
    },
    on,
  );
  await sandbox.control('clock/advance', { milliseconds: 500 });
  for (;;) {
    const [charge] = (await sandbox.stripe.charges.list({ payment_intent: id }, on)).data;
    if (charge?.balance_transaction != null) break;
  }
  const account = on.stripeAccount ?? PLATFORM_ACCOUNT;
  await sandbox.control('payouts/now', { account });
  await sandbox.control('clock/advance', { milliseconds: 2000 });
}

/**
 * Needs a secret key of a Stripe test account that can take cards. For Connect, the connected account must take cards too. A live key is refused.
 */
export function stripeTarget(key: string, account: string | null): ContractTarget {
  if (!/^(sk|rk)_test_/.test(key))
    throw new Error('STRIPE_CONTRACT_KEY must be a secret key of Stripe’s test mode.');
  const { exchanges, httpClient } = recordingClient();
  return {
    stripe: new Stripe(key, { httpClient, telemetry: false, maxNetworkRetries: 1 }),
    on: account === null ? {} : { stripeAccount: account },
    exchanges,
    timeout: 60_000,
    close: () => Promise.resolve(),
  };
}
