import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `counted/views`: until when the views of all profiles are counted. Every signed-in owner may read it. */
export interface Counted {
  readonly v: 1;
  readonly untilAt: number;
}

const countedDocument = { version: 1, schema: v.object({ v: v.literal(1), untilAt: storedTime }) };

export function decodeCounted(stored: unknown): Result<Counted> {
  return decodeStored(countedDocument, stored);
}

export function encodeCounted(counted: Counted): StoredData {
  return { ...counted, untilAt: dateOf(counted.untilAt) };
}
