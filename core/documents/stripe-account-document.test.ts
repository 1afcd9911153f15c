import { describe, expect, it } from 'vitest';
import {
  decodeStripeAccount,
  encodeLook,
  encodeStripeAccount,
  newStripeAccount,
  type StripeAccountOwner,
} from './stripe-account-document';

const noon = Date.UTC(2026, 10, 20, 12);
const day = 24 * 60 * 60_000;
const looked: StripeAccountOwner = {
  ...newStripeAccount('acct_ada', 'ada-uid', noon),
  look: 'cool',
  lastTipAt: noon + 2,
  unsettledAt: noon + 3,
  stateSeen: 'abc',
  totalsAt: noon + 4,
  goneSince: noon + 5,
};

describe('the document of a Stripe account', () => {
  it('gives back what was stored, times to the millisecond', () => {
    expect(decodeStripeAccount(encodeStripeAccount(looked))).toEqual({ ok: true, value: looked });
  });

  it('of an earlier release is due at once, and its latest tip is unknown', () => {
    const stored = { v: 1, accountId: 'acct_ada', uid: 'ada-uid', connectedAt: new Date(noon) };
    expect(decodeStripeAccount(stored)).toMatchObject({
      value: { nextLookAt: 0, look: 'unknown', lastTipAt: null, comparedAt: null, goneSince: null },
    });
  });

  it('of a new account is due after a day', () => {
    expect(newStripeAccount('acct_ada', 'ada-uid', noon)).toMatchObject({
      look: 'idle',
      nextLookAt: noon + day,
      comparedAt: noon,
    });
  });

  it('is changed by a look in the fields that it names, with times as dates', () => {
    expect(encodeLook({ look: 'idle', nextLookAt: noon, goneSince: null, stateSeen: 'x' })).toEqual({
      look: 'idle',
      nextLookAt: new Date(noon),
      goneSince: null,
      stateSeen: 'x',
    });
  });
});
