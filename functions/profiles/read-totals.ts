import type { Currency } from '../../core/money/currency-codes';
import { paths, totalShards } from '../../core/documents/documents';
import { decodeTotalsShard, sumTotals } from '../../core/documents/totals-document';
import type { Totals } from '../../core/money/totals';
import type { Deps } from '../deps';
import { document } from '../store/stored';

/** An owner's totals by currency. A currency without tips has no entry. */
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
