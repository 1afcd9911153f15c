import Stripe from 'stripe';
import { ADA, openSandbox } from '../testing/open-sandbox';
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
  return {
    stripe: sandbox.connect(undefined, { httpClient, maxNetworkRetries: 0 }),
    on: mode === 'connect' ? { stripeAccount: ADA } : {},
    exchanges,
    timeout: 5000,
    close: () => sandbox.close(),
  };
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
