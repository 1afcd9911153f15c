import { currencyCodes, type Currency } from '../../../core/money/currency-codes';
import {
  addContribution,
  noContribution,
  type TipContribution,
  type Totals,
} from '../../../core/money/totals';
import { paths, totalShards } from '../../../core/documents/documents';
import { decodeTotalsShard, encodeTotalsShard, sumTotals } from '../../../core/documents/totals-document';
import type { Deps } from '../../deps';
import type { Store } from '../../store/store';
import { allDocuments } from '../../store/all-documents';
import { document } from '../../store/stored';

/** With the number of documents these are the five aggregations that Firestore does in one query. */
const fields = ['contrib.count', 'contrib.gross', 'contrib.refunded', 'contrib.disputed'] as const;

/** The sum of all of an owner's tips in a currency, which the store adds up: no tip is loaded. */
async function sumOfTips(
  store: Pick<Store, 'sum'>,
  uid: string,
  currency: Currency,
): Promise<TipContribution> {
  const { sums } = await store.sum({ from: paths.tips(uid), where: [['currency', '==', currency]] }, fields);
  return {
    count: sums['contrib.count'],
    gross: sums['contrib.gross'],
    refunded: sums['contrib.refunded'],
    disputed: sums['contrib.disputed'],
  };
}

const difference = (a: TipContribution, b: TipContribution): TipContribution => ({
  count: a.count - b.count,
  gross: a.gross - b.gross,
  refunded: a.refunded - b.refunded,
  disputed: a.disputed - b.disputed,
});

const isNone = (sum: TipContribution): boolean => Object.values(sum).every((part) => part === 0);

async function storedTotals(store: Pick<Store, 'find'>, uid: string): Promise<Totals> {
  const shards = [];
  for await (const { value } of allDocuments(store, paths.totals(uid), decodeTotalsShard)) shards.push(value);
  return sumTotals(shards);
}

/**
 * The currencies in which an owner's totals differ from the sum of the tips: one request for the totals and one for each currency. A tip may be written
 * between them, so a difference may pass. `also` are currencies of tips, in case their totals are missing.
 */
async function differing(
  store: Pick<Store, 'find' | 'sum'>,
  uid: string,
  also: readonly Currency[],
): Promise<readonly Currency[]> {
  const totals = await storedTotals(store, uid);
  const found: Currency[] = [];
  for (const currency of new Set([...currencyCodes.filter((code) => code in totals), ...also])) {
    const sum = await sumOfTips(store, uid, currency);
    if (!isNone(difference(sum, totals[currency] ?? noContribution))) found.push(currency);
  }
  return found;
}

/** Whether an owner's totals are the sums of the tips, in every currency there is. */
export async function totalsAgree({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  return (await differing(store, uid, currencyCodes)).length === 0;
}

/** Adds up the totals of an owner anew where they differ from the tips, and logs that. Answers whether any did. */
export async function correctTotals(deps: Deps, uid: string, also: readonly Currency[]): Promise<boolean> {
  let corrected = false;
  for (const currency of await differing(deps.store, uid, also)) {
    if (!(await addUpAnew(deps, uid, currency))) continue;
    corrected = true;
    deps.log.sweepFound({ sweep: 'reconcile', what: 'totals-differ', tipId: null });
  }
  return corrected;
}

/**
 * A tip that changes its sums changes a shard in the same commit. So while the shards stay as this transaction has read them, the sum of the tips that
 * was added up after them is right, and the difference goes into one shard.
 */
function addUpAnew({ store }: Deps, uid: string, currency: Currency): Promise<boolean> {
  const shards = Array.from({ length: totalShards }, (_, shard) =>
    document(paths.total(uid, currency, shard), decodeTotalsShard, encodeTotalsShard),
  );
  return store.transaction(async (tx) => {
    const known = (await tx.readAll(shards)).filter((shard) => shard !== undefined);
    const missing = difference(
      await sumOfTips(store, uid, currency),
      known.reduce<TipContribution>(addContribution, noContribution),
    );
    if (isNone(missing)) return false;
    tx.add(paths.total(uid, currency, 0), { ...missing }, { v: 1, currency });
    return true;
  });
}
