import * as v from 'valibot';
import { ok, type Result } from '../base/result';
import type { SupportShard } from '../monthly/monthly';
import { currencyCodes } from '../money/currency-codes';
import { decodeStored } from './stored-document';

/** Increments create the document field by field: a missing field is zero. A single shard may be negative. */
const figure = v.optional(v.pipe(v.number(), v.safeInteger()), 0);

/**
 * `profiles/{uid}/totals/monthly-{currency}-{shard}`: a part of the owner's monthly support in one currency, changed only by increments. The totals of
 * tips are in the same collection, without `perYear`.
 */
const supportDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), currency: v.picklist(currencyCodes), active: figure, perYear: figure }),
};

export function decodeSupportShard(stored: unknown): Result<SupportShard> {
  const decoded = decodeStored(supportDocument, stored);
  if (!decoded.ok) return decoded;
  const { currency, active, perYear } = decoded.value;
  return ok({ currency, active, perYear });
}
