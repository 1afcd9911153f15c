import type { Currency } from '../../core/currency-codes';
import { paths, totalShards } from '../../core/documents';
import { decodeTotalsShard, sumTotals, type Totals } from '../../core/totals-document';
import type { Deps } from '../deps';
import { document } from '../stored';

/** What an owner's tips come to in one currency; without tips in it there is no entry. */
export async function readTotals(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  currency: Currency,
): Promise<Totals> {
  const docs = Array.from({ length: totalShards }, (_, shard) =>
    document(paths.total(uid, currency, shard), decodeTotalsShard, (sum) => ({ ...sum })),
  );
  const shards = await store.readAll(docs);
  return sumTotals(shards.filter((shard) => shard !== undefined));
}
