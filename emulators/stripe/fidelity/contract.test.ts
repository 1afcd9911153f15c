import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { testAccounts } from './accounts-contract';
import { addressOf, exchangeIssues } from './check-exchange';
import { contractOf } from './contract';
import { sandboxTarget, stripeTarget, type ContractTarget } from './contract-target';
import { testRefunds } from './refunds-contract';
import { testPayments } from './payments-contract';
import { stripeSchemas, type StripeSchemas } from './stripe-schemas';
import { WIRE_TYPES } from './wire-types';

const KEY = process.env['STRIPE_CONTRACT_KEY'];

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
}
const TARGETS: readonly Row[] = [
  { name: 'the sandbox, own account', open: () => sandboxTarget('single'), isSandbox: true },
  { name: 'the sandbox, connected account', open: () => sandboxTarget('connect'), isSandbox: true },
  ...(KEY === undefined
    ? []
    : [{ name: 'Stripe in test mode', open: () => Promise.resolve(stripeTarget(KEY)), isSandbox: false }]),
];

/**
 * The same suite runs against Stripe and against the sandbox. After each test, what it sent and received is held against Stripe's own types. At the
 * end of a run with all tests, each endpoint that the sandbox supports must have been called.
 */
// Holds pay-186, pay-187.
describe.each(TARGETS)('API contract: $name', ({ open, isSandbox }) => {
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
    const isWhole = tasks.every(({ mode }) => mode === 'run');
    if (isSandbox && isWhole) throwIfAny('Endpoints that no test called', uncalled(target.exchanges));
  });

  const contract = contractOf(isSandbox, () => target);

  testPayments(contract);
  testRefunds(contract);
  testAccounts(contract);
});
