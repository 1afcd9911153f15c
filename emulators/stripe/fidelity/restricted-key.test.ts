import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { openSandbox, refusal } from '../testing/open-sandbox';
import { stripeTarget } from './contract';

const { STRIPE_CONTRACT_POOR_KEY: POOR, BUSKER_LIST_CONTRACTS } = process.env;

interface PoorKey {
  /** A client whose key may read payment intents and not write them. */
  readonly stripe: Stripe;
  readonly close: () => Promise<void>;
}

async function sandboxKey(): Promise<PoorKey> {
  const sandbox = await openSandbox();
  const route = 'POST /v1/payment_intents';
  await sandbox.control('key', { kind: 'restricted', route, permission: 'rak_payment_intent_write' });
  return { stripe: sandbox.stripe, close: () => sandbox.close() };
}

const stripeKey = (): Promise<PoorKey> => {
  if (!(POOR ?? '').startsWith('rk_test_'))
    throw new Error('STRIPE_CONTRACT_POOR_KEY must be a restricted key of Stripe’s test mode.');
  const { stripe, close } = stripeTarget(POOR ?? '', null);
  return Promise.resolve({ stripe, close });
};

const isListed = BUSKER_LIST_CONTRACTS !== undefined;
const targets = [
  { name: 'the sandbox, restricted key', open: sandboxKey, isMissing: false },
  {
    name: 'Stripe in test mode, restricted key',
    open: stripeKey,
    isMissing: POOR === undefined && !isListed,
  },
] as const;

for (const { name } of targets.filter(({ isMissing }) => isMissing))
  it.skipIf(POOR === undefined)(`API contract: ${name}: not run: no key (STRIPE_CONTRACT_POOR_KEY)`, () =>
    expect(POOR).toBeDefined(),
  );

// Holds pay-186.
describe.each(targets.filter(({ isMissing }) => !isMissing).map((target) => [target.name, target] as const))(
  'API contract: %s',
  (_, { open }) => {
    let key: PoorKey;
    beforeAll(async () => {
      key = await open();
    });
    afterAll(() => key.close());

    it('is refused with 403, without a code, and the message names the permission', async () => {
      const denied = await refusal(
        key.stripe.paymentIntents.create({ amount: 1500, currency: 'usd' }, { maxNetworkRetries: 0 }),
      );
      expect(denied).toMatchObject({ statusCode: 403, type: 'StripePermissionError' });
      expect(denied.code).toBeUndefined();
      expect(denied.message).toMatch(/does not have the required permissions.*'rak_payment_intent_write'/);
    });

    it('is refused for the permission before a missing parameter is named', async () => {
      const denied = await refusal(key.stripe.rawRequest('POST', '/v1/payment_intents', {}));
      expect(denied).toMatchObject({ statusCode: 403 });
    });

    it('may still read what it has the permission for', async () => {
      expect((await key.stripe.paymentIntents.list({ limit: 1 })).object).toBe('list');
    });
  },
);
