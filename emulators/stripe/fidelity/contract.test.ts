import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testAccounts, testBooks, testConnect, testEndpoints } from './connect-contract';
import { testBilling, testDueInvoices } from './billing-contract';
import { exchangeIssues, stripeSchemas, type StripeSchemas } from './check-exchange';
import { addressOf, WIRE_TYPES } from './wire-types';
import { contractOf, type ContractTarget, sandboxTarget, stripeTarget } from './contract';
import { testPayments, testPayouts, testRefunds } from './payments-contract';
import type Stripe from 'stripe';
import { openSandbox, refusal } from '../testing/open-sandbox';

const { STRIPE_CONTRACT_KEY: KEY, STRIPE_CONTRACT_ACCOUNT: ACCOUNT, BUSKER_LIST_CONTRACTS } = process.env;

/** A hook reports by throwing, because `expect` belongs in a test. */
function throwIfAny(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
}

function uncalled(exchanges: ContractTarget['exchanges']): readonly string[] {
  const called = new Set(exchanges.filter(({ status }) => status < 300).map(addressOf));
  return Object.keys(WIRE_TYPES).filter((address) => !called.has(address));
}

interface Row {
  readonly name: string;
  readonly open: () => Promise<ContractTarget>;
  readonly isSandbox: boolean;
  readonly mode: 'single' | 'connect';
  /** The missing settings; empty = the suite runs. */
  readonly missing: readonly string[];
}

/** `npm run contracts` sets this variable to list the tests against Stripe without a request. */
const isListed = BUSKER_LIST_CONTRACTS !== undefined;
const missing = (settings: Readonly<Record<string, string | undefined>>) =>
  isListed ? [] : Object.keys(settings).filter((name) => settings[name] === undefined);

const TARGETS: readonly Row[] = [
  {
    name: 'the sandbox, own account',
    open: () => sandboxTarget('single'),
    isSandbox: true,
    mode: 'single',
    missing: [],
  },
  {
    name: 'the sandbox, connected account',
    open: () => sandboxTarget('connect'),
    isSandbox: true,
    mode: 'connect',
    missing: [],
  },
  {
    name: 'Stripe in test mode, own account',
    open: () => Promise.resolve(stripeTarget(KEY ?? '', null)),
    isSandbox: false,
    mode: 'single',
    missing: missing({ STRIPE_CONTRACT_KEY: KEY }),
  },
  {
    name: 'Stripe in test mode, connected account',
    open: () => Promise.resolve(stripeTarget(KEY ?? '', ACCOUNT ?? '')),
    isSandbox: false,
    mode: 'connect',
    missing: missing({ STRIPE_CONTRACT_KEY: KEY, STRIPE_CONTRACT_ACCOUNT: ACCOUNT }),
  },
];

const runs = TARGETS.filter((row) => row.missing.length === 0);

// The report shows these tests as skipped: without a key they neither pass nor fail.
for (const { name, missing: names } of TARGETS.filter((row) => row.missing.length > 0))
  it.skipIf(names.length > 0)(`API contract: ${name}: not run: no key (${names.join(', ')})`, () =>
    expect(names).toEqual([]),
  );

/**
 * The same suite runs against Stripe and against the sandbox. After each test, its requests and responses are checked against Stripe's own
 * types. At the end of a run of all tests, each endpoint that the sandbox supports must have been called.
 */
// Holds pay-186, pay-187.
describe.each(runs.map((row) => [row.name, row] as const))('API contract: %s', (_, row) => {
  const { open, isSandbox, mode } = row;
  let target: ContractTarget;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    schemas = stripeSchemas();
    target = await open();
  });
  let checked = 0;
  afterEach(() => {
    const exchanges = target.exchanges.slice(checked);
    checked = target.exchanges.length;
    throwIfAny(
      'What Stripe’s types do not allow',
      exchanges.flatMap((exchange) => exchangeIssues(schemas, exchange)),
    );
  });
  // Vitest accepts only an object pattern here.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, { tasks }) => {
    await target.close();
    const isWhole = tasks.every((task) => task.mode === 'run');
    // Only the tests with a connected account create accounts.
    if (isSandbox && mode === 'connect' && isWhole)
      throwIfAny('Endpoints that no test called', uncalled(target.exchanges));
  });

  const contract = contractOf(isSandbox, () => target);

  testPayments(contract);
  testRefunds(contract);
  testAccounts(contract);
  testPayouts(contract);
  // The sandbox keeps the same books for both kinds of accounts, so one run is enough.
  if (!isSandbox || mode === 'connect') testBooks(contract);
  testBilling(contract);
  if (mode === 'connect') {
    testConnect(contract);
    testEndpoints(contract);
  }
  // The last, because it moves the sandbox's clock.
  if (isSandbox) testDueInvoices(contract);
});

const { STRIPE_CONTRACT_POOR_KEY: POOR } = process.env;

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
