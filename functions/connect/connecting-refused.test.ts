import { describe, expect, it } from 'vitest';
import { connect, newOwner } from '../testing/connecting-owner';

const poorKey = {
  error: new Error('The key lacks a permission'),
  key: {
    why: 'permission',
    code: 'invalid_request_error',
    requestId: 'req_2',
    permission: 'rak_accounts_write',
  },
} as const;

describe('connecting payments', () => {
  // Holds dash-084, pay-191.
  it.each([
    ['Stripe is away', { kind: 'unavailable', error: new Error('cut') }, 'service-unavailable'],
    [
      'the country is refused',
      { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' },
      'account-refused',
    ],
    ['the key lacks a permission', { ...poorKey, kind: 'unavailable' }, 'stripe-key-refused'],
  ] as const)('answers with a separate problem code when %s', async (_, failure, code) => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext('createAccount', failure);
    expect((await connect(scenario)).json['code']).toBe(code);
  });

  // Holds pay-191, host-038.
  it('logs each refusal with Stripe’s code and request id, and the permission that the key lacks', async () => {
    const scenario = newOwner();
    const { accounts, lines } = scenario.deps;
    accounts.failNext('createAccount', { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' });
    await connect(scenario);
    accounts.failNext('createAccount', { ...poorKey, kind: 'unavailable' });
    await connect(scenario);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = logged.filter(({ message }) => message === 'connecting refused');
    expect(refused).toMatchObject([
      { code: 'country_unsupported', stripeRequestId: 'req_1', permission: null },
      { code: 'invalid_request_error', stripeRequestId: 'req_2', permission: 'rak_accounts_write' },
    ]);
    expect(logged.filter(({ message }) => message === 'Stripe key refused')).toHaveLength(1);
  });
});
