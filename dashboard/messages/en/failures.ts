import type { FailureCode } from '../../shared/failure';

/** A sentence for every failure of documents and uploads. Sign-in: failures-auth.ts; the server (`api/…`): failures-api.ts. */
export const failures = {
  'failure.store/cancelled': 'This was stopped before it finished. Try again.',
  'failure.store/unknown': 'Something unexpected happened. Try again; your edits are kept.',
  'failure.store/invalid-argument': 'One value could not be stored. Undo the last edit and try again.',
  'failure.store/deadline-exceeded': 'The server took too long. Your edits are kept; try again.',
  'failure.store/not-found': 'This no longer exists. Reload the page to see what is there.',
  'failure.store/already-exists': 'This exists already. Reload the page to see it.',
  'failure.store/permission-denied':
    'You do not have access to this. Sign in with the account that it belongs to.',
  'failure.store/unauthenticated': 'Your session has ended. Sign in again; your edits are kept.',
  'failure.store/resource-exhausted':
    'This service has reached its daily limit. Your edits are kept; try again later.',
  'failure.store/failed-precondition': 'The server is not ready for this yet. Reload the page and try again.',
  'failure.store/aborted': 'This was changed elsewhere at the same moment. Try again.',
  'failure.store/out-of-range': 'You have reached the end of this list. Reload the page to see what is new.',
  'failure.store/unimplemented':
    'The server cannot do this. Reload the page. If it happens again, contact support.',
  'failure.store/internal': 'Something went wrong on the server. Your edits are kept; try again.',
  'failure.store/unavailable': 'The server cannot be reached right now. Your edits are kept and sent later.',
  'failure.store/data-loss': 'Some saved data could not be read. Contact support before you change anything.',
  'failure.store/client-terminated': 'This page was left open too long. Reload it to go on.',
  'failure.store/connection-failed': 'The connection was lost. Check your network; your edits are kept.',
  'failure.store/unreadable':
    'Something saved here could not be read. Reload the page. If it happens again, contact support.',
  'failure.upload/canceled': 'The upload was cancelled. You can choose the picture again.',
  'failure.upload/invalid-checksum': 'The picture was damaged during the upload. Try again.',
  'failure.upload/object-not-found': 'This picture is no longer there. Upload it again.',
  'failure.upload/quota-exceeded': 'The storage of this service is full. Try again later.',
  'failure.upload/retry-limit-exceeded': 'The upload took too long. Check your connection and try again.',
  'failure.upload/server-file-wrong-size': 'The picture did not arrive completely. Try again.',
  'failure.upload/unauthenticated': 'Your session has ended. Sign in again, then upload the picture.',
  'failure.upload/unauthorized': 'This file was refused. Use a picture of up to 5 MB.',
  'failure.upload/unknown': 'The upload failed. Check your connection and try again.',
} as const satisfies Partial<Record<`failure.${FailureCode}`, string>>;
