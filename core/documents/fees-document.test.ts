import { expect, it } from 'vitest';
import { feesId } from './fees-document';

it('names a month of fees for its account and its mode, so that test fees never mix with real ones', () => {
  const ids = [
    feesId({ accountId: 'acct_1', livemode: true }, '2026-10'),
    feesId({ accountId: 'acct_1', livemode: false }, '2026-10'),
    feesId({ accountId: null, livemode: true }, '2026-11'),
  ];
  expect(ids).toEqual(['live-acct_1-2026-10', 'test-acct_1-2026-10', 'live-own-2026-11']);
});
