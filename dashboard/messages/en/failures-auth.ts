import type { AuthCode } from '../../shared/failure';

/** A sentence with the next step for every failure of the sign-in service. */
export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'You already have an account with this email, created with another sign-in method. Sign in with that method; afterwards you can connect this one.',
  'failure.auth/cancelled-popup-request': 'Another sign-in window was opened, so this one was closed.',
  'failure.auth/code-expired': 'This code has expired. Request a new one.',
  'failure.auth/credential-already-in-use':
    'This sign-in method already belongs to another Busker account. Sign in with it, or choose another one.',
  'failure.auth/email-already-in-use':
    'You cannot use this email here. If you already have an account with it, sign in or reset the password.',
  'failure.auth/email-change-needs-verification':
    'Confirm your email first: open the link in the message that we sent.',
  'failure.auth/expired-action-code': 'This link has expired. Request a new one.',
  'failure.auth/internal-error': 'The sign-in service had a problem. Please try again.',
  'failure.auth/invalid-action-code': 'This link was already used or is incomplete. Request a new one.',
  'failure.auth/invalid-credential': 'Email or password is wrong. Check both, or reset the password.',
  'failure.auth/invalid-email': 'This does not look like an email address.',
  'failure.auth/invalid-multi-factor-session': 'This sign-in took too long. Start again.',
  'failure.auth/invalid-phone-number':
    'You cannot use this phone number. Include the country code, for example +44 7700 900123.',
  'failure.auth/invalid-verification-code': 'This code is wrong. Check the newest message.',
  'failure.auth/invalid-verification-id': 'This code belongs to an older request. Request a new one.',
  'failure.auth/link-not-opened':
    'The link has not been opened yet. Open it in this browser, then come back here.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'You have five apps, which is the most. Remove one first.',
  'failure.auth/missing-email': 'Enter your email address.',
  'failure.auth/missing-password': 'Enter your password.',
  'failure.auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
  'failure.auth/no-such-provider': 'This sign-in method is not connected to your account.',
  'failure.auth/operation-not-allowed': 'This sign-in method is turned off here. Choose another one.',
  'failure.auth/password-does-not-meet-requirements':
    'This password does not meet the rules. Use a longer one with upper and lower case letters, digits and symbols.',
  'failure.auth/popup-blocked':
    'Your browser blocked the sign-in window. Allow pop-ups for this page, then try again.',
  'failure.auth/popup-closed-by-user': 'The sign-in window was closed before you finished. Try again.',
  'failure.auth/provider-already-linked': 'This sign-in method is already connected.',
  'failure.auth/quota-exceeded':
    'Too many messages were sent today. Try again later, or use another sign-in method.',
  'failure.auth/requires-recent-login': 'For your safety, confirm that it is you before changing this.',
  'failure.auth/second-step-cancelled': 'You did not enter the code, so nothing was changed.',
  'failure.auth/second-step-unknown':
    'Your account asks for a second step that this page does not offer. Contact support.',
  'failure.auth/timeout': 'That took too long. Please try again.',
  'failure.auth/too-many-requests': 'Too many attempts. Wait a few minutes, or reset the password.',
  'failure.auth/unauthorized-domain': 'This sign-in method is not allowed on this address.',
  'failure.auth/unsupported-first-factor':
    'Two-step sign-in does not work with a phone. Sign in with another method first.',
  'failure.auth/user-cancelled': 'You did not give permission, so nothing was changed.',
  'failure.auth/user-disabled':
    'This account has been disabled. Contact support if you think this is a mistake.',
  'failure.auth/user-mismatch': 'That was a different account. Confirm with the one you are signed in with.',
  'failure.auth/user-token-expired': 'Your session has ended. Sign in again; your work is kept.',
  'failure.auth/weak-password': 'This password is too easy to guess. Use at least 6 characters.',
  'failure.auth/web-storage-unsupported':
    'Your browser blocks the storage that keeps you signed in. Allow site data for this page, then try again.',
} as const satisfies Record<`failure.${AuthCode}`, string>;
