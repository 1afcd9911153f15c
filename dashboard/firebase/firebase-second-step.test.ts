import { describe, expect, test, vi } from 'vitest';
import type { AuthContext } from './firebase-auth-context';
import { firebaseSecondFactors } from './firebase-second-step';

describe('firebase second factors', () => {
  test('an account whose session ends while its apps are read has none, and nothing fails', () => {
    const signedIn = vi.fn<AuthContext['signedIn']>(() => {
      throw new Error('Nobody is signed in');
    });
    const context = { auth: { currentUser: null }, signedIn } as unknown as AuthContext;
    expect(firebaseSecondFactors(context).list()).toEqual([]);
  });
});
