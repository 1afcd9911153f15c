import type { AuthCode } from '../../shared/failure';

/** A kind sentence with the next step for every refusal of the sign-in service. */
export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'You already have an account with this address, made another way. Sign in the way you did then; you can connect this one afterwards.',
  'failure.auth/cancelled-popup-request': 'Another sign-in window was opened, so this one was closed.',
  'failure.auth/code-expired': 'This code is too old. Ask for a new one.',
  'failure.auth/credential-already-in-use':
    'This sign-in already belongs to another Busker account. Sign in with it, or choose another one.',
  'failure.auth/email-already-in-use':
    'This address cannot be used here. If you already have an account with it, sign in or reset the password.',
  'failure.auth/email-change-needs-verification':
    'Confirm your address first: open the link in the mail we sent.',
  'failure.auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'failure.auth/internal-error': 'The sign-in service had a problem. Please try again.',
  'failure.auth/invalid-action-code': 'This link was used already or is incomplete. Ask for a new one.',
  'failure.auth/invalid-credential': 'Email or password is not right. Check both, or reset the password.',
  'failure.auth/invalid-email': 'This does not look like an email address.',
  'failure.auth/invalid-phone-number':
    'This phone number cannot be used. Write it with the country code, like +44 7700 900123.',
  'failure.auth/invalid-verification-code': 'This code is not right. Look at the newest message.',
  'failure.auth/invalid-verification-id': 'This code belongs to an older request. Ask for a new one.',
  'failure.auth/link-not-opened':
    'We have not seen the link opened yet. Open it in this browser, then come back here.',
  'failure.auth/missing-email': 'Enter your email address.',
  'failure.auth/missing-password': 'Enter your password.',
  'failure.auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
  'failure.auth/no-such-provider': 'This way of signing in is not connected to your account.',
  'failure.auth/operation-not-allowed': 'This way of signing in is not switched on here. Choose another one.',
  'failure.auth/password-does-not-meet-requirements':
    'This password does not fit the rules here. Take a longer one, with small and capital letters, digits and signs.',
  'failure.auth/popup-blocked':
    'Your browser blocked the sign-in window. Allow pop-ups for this page, then try again.',
  'failure.auth/popup-closed-by-user':
    'The sign-in window was closed before it was done. Try again when you like.',
  'failure.auth/provider-already-linked': 'This way of signing in is already connected.',
  'failure.auth/quota-exceeded':
    'Too many messages were sent today. Try again later, or sign in another way.',
  'failure.auth/requires-recent-login': 'For your safety, confirm that it is you before changing this.',
  'failure.auth/timeout': 'That took too long. Please try again.',
  'failure.auth/too-many-requests': 'Too many tries. Wait a few minutes, or reset the password.',
  'failure.auth/unauthorized-domain': 'Signing in this way is not allowed on this address.',
  'failure.auth/user-cancelled': 'Permission was not given, so nothing was changed.',
  'failure.auth/user-disabled':
    'This account has been switched off. Write to support if you think this is a mistake.',
  'failure.auth/user-mismatch': 'That was a different account. Confirm with the one you are signed in with.',
  'failure.auth/user-token-expired':
    'Your sign-in is no longer valid. Please sign in again; your work is kept.',
  'failure.auth/weak-password': 'This password is too easy to guess. Use at least 6 characters.',
  'failure.auth/web-storage-unsupported':
    'Your browser keeps this page from remembering you. Allow site data for it, then try again.',
} as const satisfies Record<`failure.${AuthCode}`, string>;
