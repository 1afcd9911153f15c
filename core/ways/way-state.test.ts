import { describe, expect, it } from 'vitest';
import { needsFanCurrency, ownWayTypes, wayState, type WayFacts } from './way-state';
import { wayOf, wayTypes } from './ways';

const ideal = wayOf('ideal') ?? null;
const facts = (change: Partial<WayFacts>): WayFacts => ({ capability: 'active', shown: true, ...change });

describe('the state of a way to pay, for its owner', () => {
  it.each([
    ['on', facts({})],
    ['on', facts({ shown: null })],
    ['waiting', facts({ capability: 'pending' })],
    ['missing', facts({ capability: 'restricted' })],
    ['missing', facts({ capability: 'none' })],
    ['off', facts({ capability: 'none', shown: null })],
    ['off', facts({ capability: 'refused' })],
    ['off', facts({ shown: false })],
    ['off', facts({ shown: false, capability: 'restricted' })],
  ] as const)('is %s with %o', (state, given) => {
    expect(wayState('eur', ideal, given, false)).toBe(state);
  });

  it('names the currency first, since nothing the owner does changes it', () => {
    expect(wayState('usd', ideal, facts({ capability: 'none', shown: false }), false)).toBe('other-currency');
    expect(wayState(null, ideal, facts({}), false)).toBe('on');
  });

  // Holds pay-412.
  it.each([
    ['on', facts({})],
    ['missing', facts({ capability: 'restricted' })],
    ['off', facts({ shown: false })],
  ] as const)('is %s in another currency too where fans may pay in their own', (state, given) => {
    expect(wayState('usd', ideal, given, true)).toBe(state);
    expect(needsFanCurrency('usd', ideal)).toBe(true);
    expect(needsFanCurrency('eur', ideal)).toBe(false);
    expect(needsFanCurrency('usd', null)).toBe(false);
  });

  it('stays that of another currency for a way that Stripe’s page does not have', () => {
    expect(wayState('usd', wayOf('wero') ?? null, facts({}), true)).toBe('other-currency');
    expect(wayState('eur', wayOf('wero') ?? null, facts({}), true)).toBe('on');
  });

  it('of a wallet has no currency', () => {
    expect(wayState('isk', null, facts({}), false)).toBe('on');
  });
});

it('every way to pay is in the list of the owner, after the wallets that pay as cards', () => {
  expect(ownWayTypes.slice(0, 3)).toEqual(['card', 'apple_pay', 'google_pay']);
  expect([...ownWayTypes].filter((type) => (wayTypes as readonly string[]).includes(type))).toEqual(wayTypes);
});
