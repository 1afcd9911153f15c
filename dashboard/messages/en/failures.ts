import type { FailureCode } from '../../failure';

/** A kind sentence for every code. Those of the server (`api/…`) are in failures-api.ts. */
export const failures = {
  'failure.auth/account-exists-with-different-credential':
    'You already have an account with this address, made another way. Sign in the way you did then; you can connect this one afterwards.',
  'failure.auth/cancelled-popup-request': 'Another sign-in window was opened, so this one was closed.',
  'failure.auth/code-expired': 'This code is too old. Ask for a new one.',
  'failure.auth/credential-already-in-use':
    'This sign-in already belongs to another Busker account. Sign in with it, or choose another one.',
  'failure.auth/email-already-in-use': 'This address already has an account. Sign in, or reset the password.',
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
  'failure.auth/missing-email': 'Enter your email address.',
  'failure.auth/missing-password': 'Enter your password.',
  'failure.auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
  'failure.auth/no-such-provider': 'This way of signing in is not connected to your account.',
  'failure.auth/operation-not-allowed': 'This way of signing in is not switched on here. Choose another one.',
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
  'failure.store/cancelled': 'This was stopped before it was done. Try again.',
  'failure.store/unknown': 'Something unexpected happened. Try again; your edits are kept.',
  'failure.store/invalid-argument': 'One value could not be stored. Undo the last edit and try again.',
  'failure.store/deadline-exceeded': 'The server took too long. Your edits are kept; try again.',
  'failure.store/not-found': 'This no longer exists. Reload the page to see what is there.',
  'failure.store/already-exists': 'This exists already. Reload the page to see it.',
  'failure.store/permission-denied':
    'You may not see or change this. Sign in with the account it belongs to.',
  'failure.store/unauthenticated': 'Your sign-in has run out. Please sign in again; your edits are kept.',
  'failure.store/resource-exhausted':
    'The daily limit of this service is reached. Your edits are kept; try again later.',
  'failure.store/failed-precondition': 'The server is not ready for this yet. Reload the page and try again.',
  'failure.store/aborted': 'Something else changed this at the same moment. Try again.',
  'failure.store/out-of-range': 'That is past the end of what there is. Reload the page.',
  'failure.store/unimplemented':
    'The server cannot do this. Reload the page; if it stays so, write to support.',
  'failure.store/internal': 'Something went wrong on the server. Your edits are kept; try again.',
  'failure.store/unavailable': 'The server cannot be reached right now. Your edits are kept and sent later.',
  'failure.store/data-loss':
    'Some stored data could not be read. Please write to support before changing anything.',
  'failure.store/client-terminated': 'This page was left open too long. Reload it to go on.',
  'failure.store/connection-failed': 'The connection broke. Check your network; your edits are kept.',
  'failure.store/unreadable':
    'Something stored here could not be read. Reload the page; if it stays so, write to support.',
  'failure.upload/canceled': 'The upload was cancelled. Choose the picture again when you like.',
  'failure.upload/invalid-checksum': 'The picture was damaged on its way. Try again.',
  'failure.upload/object-not-found': 'This picture is no longer there. Upload it again.',
  'failure.upload/quota-exceeded': 'The storage of this service is full. Try again later.',
  'failure.upload/retry-limit-exceeded': 'The upload took too long. Check your connection and try again.',
  'failure.upload/server-file-wrong-size': 'The picture did not arrive whole. Try again.',
  'failure.upload/unauthenticated':
    'Your sign-in has run out. Please sign in again, then upload the picture.',
  'failure.upload/unauthorized': 'This file was refused. Use a picture of up to 5 MB.',
  'failure.upload/unknown': 'The upload failed. Check your connection and try again.',
} as const satisfies Partial<Record<`failure.${FailureCode}`, string>>;
