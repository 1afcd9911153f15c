import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeKnownMethods, encodeKnownMethods } from '../money-documents/stripe-account-document';
import { decodeRecoveryCodes, encodeRecoveryCodes } from './account-document';

it('recovery codes are read as they were stored, and damaged ones are refused', () => {
  const codes = { v: 1, factors: ['app-1'], hashes: ['ab'.repeat(32)], madeAt: noon } as const;
  expect(decodeRecoveryCodes(encodeRecoveryCodes(codes))).toEqual({ ok: true, value: codes });
  expect(decodeRecoveryCodes({ ...encodeRecoveryCodes(codes), hashes: 'none' }).ok).toBe(false);
});

it('known sign-in methods are read as they were stored, and damaged ones are refused', () => {
  const known = { v: 1, methods: ['password', 'google.com'] } as const;
  expect(decodeKnownMethods(encodeKnownMethods(known))).toEqual({ ok: true, value: known });
  expect(decodeKnownMethods({ v: 1, methods: null }).ok).toBe(false);
});
