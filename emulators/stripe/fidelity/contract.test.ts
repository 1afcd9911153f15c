import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccounts } from './accounts-contract';
import { addressOf, exchangeIssues } from './check-exchange';
import { contractOf } from './contract';
import { sandboxTarget, stripeTarget, type ContractTarget } from './contract-target';
import { testRefunds } from './refunds-contract';
import { testPayments } from './payments-contract';
import { stripeSchemas, type StripeSchemas } from './stripe-schemas';
import { WIRE_TYPES } from './wire-types';

const KEY = process.env['STRIPE_CONTRACT_KEY'];

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

/** The same suite runs against Stripe and against the sandbox. */
// Holds pay-187.
describe.each(TARGETS)('API contract: $name', ({ open, isSandbox }) => {
  let target: ContractTarget;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    schemas = stripeSchemas();
    target = await open();
  });
  afterAll(() => target.close());

  const contract = contractOf(isSandbox, () => target);

  testPayments(contract);
  testRefunds(contract);
  testAccounts(contract);

  // Holds pay-186.
  it('sent and received only what Stripe’s own types allow', () => {
    expect(target.exchanges.length).toBeGreaterThan(60);
    expect(target.exchanges.flatMap((exchange) => exchangeIssues(schemas, exchange))).toEqual([]);
  });

  it.runIf(isSandbox)('called every endpoint that the sandbox supports', () => {
    const asked = new Set(target.exchanges.filter(({ status }) => status < 300).map(addressOf));
    expect(Object.keys(WIRE_TYPES).filter((address) => !asked.has(address))).toEqual([]);
  });
});
