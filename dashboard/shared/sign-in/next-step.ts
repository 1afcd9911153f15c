import type { AuthCode } from '../../data/failure';

/**
 * What helps after a failure of the sign-in service. `mend`: correct the input, or wait. `again`: try again. `sign-in`, `reset`: a link to that
 * screen. `redirect`: the same without a pop-up. `reload`: reload the page.
 */
export type NextStep = 'mend' | 'again' | 'sign-in' | 'reset' | 'redirect' | 'reload';

export const nextSteps: Readonly<Record<AuthCode, NextStep>> = {
  'auth/account-exists-with-different-credential': 'sign-in',
  'auth/cancelled-popup-request': 'mend',
  'auth/code-expired': 'mend',
  'auth/credential-already-in-use': 'mend',
  'auth/email-already-in-use': 'sign-in',
  'auth/email-change-needs-verification': 'mend',
  'auth/expired-action-code': 'sign-in',
  'auth/internal-error': 'again',
  'auth/invalid-action-code': 'sign-in',
  'auth/invalid-credential': 'reset',
  'auth/invalid-email': 'mend',
  'auth/invalid-multi-factor-session': 'mend',
  'auth/invalid-phone-number': 'mend',
  'auth/invalid-verification-code': 'mend',
  'auth/invalid-verification-id': 'mend',
  'auth/link-not-opened': 'mend',
  'auth/maximum-second-factor-count-exceeded': 'mend',
  'auth/missing-email': 'mend',
  'auth/missing-password': 'mend',
  'auth/network-request-failed': 'again',
  'auth/no-such-provider': 'reload',
  'auth/operation-not-allowed': 'mend',
  'auth/password-does-not-meet-requirements': 'mend',
  'auth/popup-blocked': 'redirect',
  'auth/popup-closed-by-user': 'mend',
  'auth/provider-already-linked': 'reload',
  'auth/quota-exceeded': 'mend',
  'auth/requires-recent-login': 'mend',
  'auth/second-step-cancelled': 'mend',
  'auth/second-step-unknown': 'mend',
  'auth/timeout': 'again',
  'auth/too-many-requests': 'reset',
  'auth/unauthorized-domain': 'mend',
  'auth/unsupported-first-factor': 'mend',
  'auth/user-cancelled': 'mend',
  'auth/user-disabled': 'mend',
  'auth/user-mismatch': 'mend',
  'auth/user-token-expired': 'sign-in',
  'auth/weak-password': 'mend',
  'auth/web-storage-unsupported': 'reload',
};

export const isAuthCode = (code: string): code is AuthCode => Object.hasOwn(nextSteps, code);
