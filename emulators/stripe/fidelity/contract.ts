import type Stripe from 'stripe';
import type { ContractTarget } from './contract-target';
import type { Exchange } from './recorder';

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
