import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';

/** `accounts/{uid}/server/methods`: the sign-in methods of the owner of which they know. A new one is told by mail. */
export interface KnownMethods {
  readonly v: 1;
  /** Ids of the sign-in service: `password`, `phone`, `google.com` … */
  readonly methods: readonly string[];
}

const knownMethodsDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), methods: v.array(v.string()) }),
};

export function decodeKnownMethods(stored: unknown): Result<KnownMethods> {
  return decodeStored(knownMethodsDocument, stored);
}

export const encodeKnownMethods = (known: KnownMethods): StoredData => ({ ...known });
