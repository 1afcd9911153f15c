import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeVerifyToken, encodeVerifyToken } from './verify-token-document';

it('a token is equal after encoding and decoding, and a token of another version is refused', () => {
  const token = { v: 1, expiresAt: noon } as const;
  expect(encodeVerifyToken(token)['expiresAt']).toEqual(new Date(noon));
  expect(decodeVerifyToken(encodeVerifyToken(token))).toEqual({ ok: true, value: token });
  expect(decodeVerifyToken({ ...token, v: 2 }).ok).toBe(false);
});
