import type { FailureCode } from '../../shared/failure';

/** A kind sentence for every code of documents and uploads. Sign-in: failures-auth.ts; the server (`api/…`): failures-api.ts. */
export const failures = {
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
