import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `tipAddresses/{tipId}`: the fingerprint of the address that a tip came from, against card testing. It is beside the tip and not in it, so that
 * Firestore deletes it by itself.
 */
export interface TipAddress {
  readonly v: 1;
  /** Keyed and of one day only; the address cannot be read from it. */
  readonly hash: string;
  /** Firestore deletes the document within a day after this. Until then it no longer counts. */
  readonly expiresAt: number;
}

const tipAddressDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), hash: v.string(), expiresAt: storedTime }),
};

export function decodeTipAddress(stored: unknown): Result<TipAddress> {
  return decodeStored(tipAddressDocument, stored);
}

export function encodeTipAddress(address: TipAddress): StoredData {
  return { ...address, expiresAt: dateOf(address.expiresAt) };
}
