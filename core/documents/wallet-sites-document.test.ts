import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeWalletSites, encodeWalletSites } from './wallet-sites-document';

const sites = { v: 1, domains: ['ada.example'], accountId: 'acct_1', updatedAt: noon } as const;

it('decodes the stored domains of an owner', () => {
  expect(decodeWalletSites(encodeWalletSites(sites))).toEqual({ ok: true, value: sites });
});

it.each([{ domains: 'ada.example' }, { accountId: undefined }, { v: 2 }])('refuses %j', (change) => {
  expect(decodeWalletSites({ ...encodeWalletSites(sites), ...change })).toMatchObject({ ok: false });
});
