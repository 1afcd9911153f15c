import type { User } from 'firebase/auth';
import { describe, expect, test } from 'vitest';
import { wantRecentSignIn } from './firebase-auth-context';

describe('firebase sign in time', () => {
  /** A user whose fresh token has these claims; the cached one is useless. */
  const someone = (claims: object) =>
    ({ getIdTokenResult: async (fromService = false) => ({ claims: fromService ? claims : {} }) }) as User;
  const old = { code: 'auth/requires-recent-login' };

  test('accepts a sign-in as recent for five minutes, by the service’s clock', async () => {
    await wantRecentSignIn(someone({ iat: 10_300, auth_time: 10_000 }));
    await expect(wantRecentSignIn(someone({ iat: 10_301, auth_time: 10_000 }))).rejects.toMatchObject(old);
  });

  test('does not accept a token without a sign-in time', async () => {
    await expect(wantRecentSignIn(someone({ iat: 10_000 }))).rejects.toMatchObject(old);
  });
});
