import Stripe from 'stripe';
import { PLATFORM_ACCOUNT } from '../start-stripe-sandbox';
import { ADA, openSandbox, type OpenSandbox, subscribe } from '../testing/open-sandbox';
import { recordingClient, type Exchange } from './check-exchange';

/** The system under test: the sandbox, or Stripe itself in test mode. */
export interface ContractTarget {
  readonly stripe: Stripe;
  /** The account that takes the payments: the key's own account, or a connected one. */
  readonly on: { readonly stripeAccount?: string };
  readonly exchanges: readonly Exchange[];
  readonly subscribe: () => Promise<string>;
  readonly subscribeOverdue: () => Promise<string>;
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
    subscribe: () => subscribe(sandbox, on),
    async subscribeOverdue() {
      const id = await subscribe(sandbox, on);
      await sandbox.control('billing/renewals', { subscription: id, answer: 'decline' });
      const { items } = await sandbox.stripe.subscriptions.retrieve(id, {}, on);
      const due = (items.data[0]?.current_period_end ?? 0) + 2 * 3600;
      await sandbox.control('billing/advance', { to: due * 1000 });
      return id;
    },
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
  const on = account === null ? {} : { stripeAccount: account };
  return {
    subscribe: () => subscribeAtStripe(new Stripe(key, { telemetry: false }), on),
    subscribeOverdue: () => Promise.reject(new Error('A renewal at Stripe is a month away.')),
    stripe: new Stripe(key, { httpClient, telemetry: false, maxNetworkRetries: 1 }),
    on,
    exchanges,
    timeout: 60_000,
    close: () => Promise.resolve(),
  };
}

/** No API finishes a page of Stripe's, so the subscription is made by calls. They are not part of the contract. */
async function subscribeAtStripe(stripe: Stripe, on: ContractTarget['on']): Promise<string> {
  const product = await stripe.products.create({ name: 'Monthly tip for Ada' }, on);
  const { id: customer } = await stripe.customers.create({ email: 'fan@example.com' }, on);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer }, on);
  const price_data = {
    currency: 'eur',
    product: product.id,
    unit_amount: 500,
    recurring: { interval: 'month' as const },
  };
  const made = await stripe.subscriptions.create(
    { customer, default_payment_method: card, items: [{ price_data }], metadata: { tip_id: 't1' } },
    on,
  );
  return made.id;
}

/** What the contract tests use; the same for the sandbox and for Stripe. */
export interface Contract {
  readonly isSandbox: boolean;
  readonly stripe: Stripe;
  readonly on: ContractTarget['on'];
  readonly exchanges: readonly Exchange[];
  create(extra?: Partial<Stripe.PaymentIntentCreateParams>): Promise<Stripe.Response<Stripe.PaymentIntent>>;
  pay(method: string): Promise<Stripe.Response<Stripe.PaymentIntent>>;
  /** A running subscription of 5 EUR a month with the metadata `tip_id`. Resolves with its id. */
  subscribe(): Promise<string>;
  /** A subscription whose first renewal was declined. Only the sandbox has one. */
  subscribeOverdue(): Promise<string>;
  /** Reads until the value is as wanted or the time is over; resolves with the last value. */
  eventually<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T>;
}

/** A function, because the target is opened after the tests are declared. */
export function contractOf(isSandbox: boolean, target: () => ContractTarget): Contract {
  const create: Contract['create'] = (extra = {}) =>
    target().stripe.paymentIntents.create(
      { amount: 1500, currency: 'usd', allowed_payment_method_types: ['card', 'link'], ...extra },
      target().on,
    );
  return {
    isSandbox,
    get stripe() {
      return target().stripe;
    },
    get on() {
      return target().on;
    },
    get exchanges() {
      return target().exchanges;
    },
    create,
    pay: (method) => create({ payment_method: method, confirm: true, use_stripe_sdk: true }),
    subscribe: () => target().subscribe(),
    subscribeOverdue: () => target().subscribeOverdue(),
    async eventually(read, isWanted) {
      const end = Date.now() + target().timeout;
      let value = await read();
      while (!isWanted(value) && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        value = await read();
      }
      return value;
    },
  };
}
