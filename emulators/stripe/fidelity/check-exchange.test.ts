import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../routes/all-routes';
import { UNSUPPORTED_PARAMETERS } from '../wire/parameters';
import { WIRE_TYPES, stripeSchemas, type StripeSchemas } from './check-exchange';

describe('stripe schemas', () => {
  let schemas: StripeSchemas;
  // The compiler reads the whole SDK when the schemas are not cached yet.
  beforeAll(() => {
    schemas = stripeSchemas();
  });

  const stripeRoutes = ALL_ROUTES.filter(({ access }) => access === 'secret');
  const addressOf = ({ method, pattern }: (typeof stripeRoutes)[number]) => `${method} ${pattern}`;
  /** What has parameters inside, and the whole: of `a` and `a[][b]` the whole and `a[]`. */
  const parents = (names: readonly string[]): readonly string[] => [
    ...new Set([
      '',
      ...names.flatMap((name) => (name.endsWith(']') ? [name.slice(0, name.lastIndexOf('['))] : [])),
    ]),
  ];
  /** The sandbox refuses it with its own message. */
  const REMOVED = ['payment_method_types'];

  describe("schemas generated from the SDK's types", () => {
    // Holds pay-186.
    it('are closed: they refuse values that the open types accept', () => {
      const create = 'Stripe.PaymentIntentCreateParams';
      expect(schemas.paramIssues(create, { amount: '500', currency: 'usd' })).toEqual([]);
      for (const wrong of [
        { amount: '500', currency: 'usd', payment_method_types: ['card'] },
        {
          amount: '500',
          currency: 'usd',
          automatic_payment_methods: { enabled: 'true', allow_redirects: 'nver' },
        },
        { currency: 'usd' },
      ])
        expect(schemas.paramIssues(create, wrong)).not.toEqual([]);
      expect(schemas.paramIssues('Stripe.Checkout.SessionCreateParams', { ui_mode: 'hosted' })).not.toEqual(
        [],
      );
      expect(schemas.answerIssues('Stripe.Refund', { id: 're_1' })).not.toEqual([]);
    });

    // Holds pay-165.
    it('exist for every endpoint of the sandbox', () => {
      expect(stripeRoutes.map(addressOf).sort()).toEqual(Object.keys(WIRE_TYPES).sort());
    });

    it.each(stripeRoutes.map((route) => [addressOf(route), route] as const))(
      '%s accepts only parameters that Stripe has, and lists the unsupported ones',
      (address, route) => {
        const spoken = route.names.filter((name) => !REMOVED.includes(name));
        const params = WIRE_TYPES[address]?.params ?? '';
        const known = parents(spoken).flatMap((parent) =>
          schemas
            .names(params, parent)
            .map((name) => (parent === '' ? name : `${parent}[${name}]`))
            .filter((name) => name !== 'expand'),
        );
        expect(spoken.filter((name) => !known.includes(name))).toEqual([]);
        const unsupported = known.filter((name) => !spoken.includes(name)).sort();
        expect([...(UNSUPPORTED_PARAMETERS[address] ?? [])].sort()).toEqual(unsupported);
      },
    );
  });
});
