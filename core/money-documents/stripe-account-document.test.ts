import { describe, expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import {
  decodeConnecting,
  decodeStripeAccount,
  decodeWalletSites,
  encodeConnecting,
  encodeReconcile,
  encodeStripeAccount,
  encodeWalletSites,
  feesId,
  newStripeAccount,
  type StripeAccountOwner,
} from './stripe-account-document';

describe('stripe account document', () => {
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
      expect(encodeReconcile({ look: 'idle', nextLookAt: noon, goneSince: null, stateSeen: 'x' })).toEqual({
        look: 'idle',
        nextLookAt: new Date(noon),
        goneSince: null,
        stateSeen: 'x',
      });
    });
  });
});

describe('connecting document', () => {
  const connecting = { v: 1, round: 2, replaces: 'acct_1', startedAt: noon } as const;

  it('decodes the stored round of an account that is being created', () => {
    expect(decodeConnecting(encodeConnecting(connecting))).toEqual({ ok: true, value: connecting });
  });

  it.each([{ round: 0 }, { round: 1.5 }, { replaces: undefined }, { v: 2 }])('refuses %j', (change) => {
    expect(decodeConnecting({ ...encodeConnecting(connecting), ...change })).toMatchObject({ ok: false });
  });
});

describe('wallet sites document', () => {
  const sites = { v: 1, domains: ['ada.example'], accountId: 'acct_1', updatedAt: noon } as const;

  it('decodes the stored domains of an owner', () => {
    expect(decodeWalletSites(encodeWalletSites(sites))).toEqual({ ok: true, value: sites });
  });

  it.each([{ domains: 'ada.example' }, { accountId: undefined }, { v: 2 }])('refuses %j', (change) => {
    expect(decodeWalletSites({ ...encodeWalletSites(sites), ...change })).toMatchObject({ ok: false });
  });
});

describe('fees document', () => {
  it('names a month of fees for its account and its mode, so that test fees never mix with real ones', () => {
    const ids = [
      feesId({ accountId: 'acct_1', livemode: true }, '2026-10'),
      feesId({ accountId: 'acct_1', livemode: false }, '2026-10'),
      feesId({ accountId: null, livemode: true }, '2026-11'),
    ];
    expect(ids).toEqual(['live-acct_1-2026-10', 'test-acct_1-2026-10', 'live-own-2026-11']);
  });
});
