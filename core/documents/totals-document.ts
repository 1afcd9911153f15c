import * as v from 'valibot';
import { currencyCodes, type Currency } from '../money/currency-codes';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { noContribution, type TipContribution } from '../money/totals';
import { type Totals, addContribution } from '../money/totals';

/**
 * `profiles/{uid}/totals/{currency}-{shard}`: a part of the sum of all contributions in one currency, changed only by increments. Amounts in minor
 * units. Currencies are never added to each other.
 */
export interface TotalsShard extends TipContribution {
  readonly v: 1;
  readonly currency: Currency;
}

/** Increments create the document field by field: a missing field is zero. A single shard may be negative. */
const figure = v.optional(v.pipe(v.number(), v.safeInteger()), 0);

const totalsDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    currency: v.picklist(currencyCodes),
    count: figure,
    gross: figure,
    refunded: figure,
    disputed: figure,
  }),
};

export function decodeTotalsShard(stored: unknown): Result<TotalsShard> {
  return decodeStored(totalsDocument, stored);
}

export function encodeTotalsShard(shard: TotalsShard): StoredData {
  return { ...shard };
}

/** One sum per currency. */
export function sumTotals(shards: readonly TotalsShard[]): Totals {
  const sums: Partial<Record<Currency, TipContribution>> = {};
  for (const shard of shards)
    sums[shard.currency] = addContribution(sums[shard.currency] ?? noContribution, shard);
  return sums;
}
