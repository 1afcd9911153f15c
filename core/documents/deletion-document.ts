import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** Milliseconds. An ID token stays valid for an hour after its account was deleted. A month leaves time to repeat a deletion that failed half-way. */
export const deletionLifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * `deleted/{uid}`: this account is deleted, or is being deleted. The security rules and the API refuse its ID tokens. A uid is never reused, so the
 * store may delete the document at `expiresAt`.
 */
export interface Deletion {
  readonly v: 1;
  readonly uid: string;
  readonly deletedAt: number;
  readonly expiresAt: number;
}

const deletionDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), uid: v.string(), deletedAt: storedTime, expiresAt: storedTime }),
};

export const deletionOf = (uid: string, deletedAt: number): Deletion => ({
  v: 1,
  uid,
  deletedAt,
  expiresAt: deletedAt + deletionLifetime,
});

export function decodeDeletion(stored: unknown): Result<Deletion> {
  return decodeStored(deletionDocument, stored);
}

export function encodeDeletion(deletion: Deletion): StoredData {
  return { ...deletion, deletedAt: dateOf(deletion.deletedAt), expiresAt: dateOf(deletion.expiresAt) };
}
