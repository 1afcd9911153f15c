import { paths } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import type { Store } from '../../store/store';
import { readable } from '../../store/stored';

/** Firestore compares a field with at most so many values: https://firebase.google.com/docs/firestore/query-data/queries#in_not-in_and_array-contains-any */
const mostAtOnce = 30;

interface TipOfFan {
  readonly tipId: string;
  /** Null = the fan gave no name, or it was erased. */
  readonly fan: string | null;
}

/** An owner's tips of these payments, by payment intent. Other payments have none. */
export async function fansOfPayments(
  store: Pick<Store, 'find'>,
  uid: string,
  intents: readonly string[],
): Promise<ReadonlyMap<string, TipOfFan>> {
  const parts = Array.from({ length: Math.ceil(intents.length / mostAtOnce) }, (_, part) =>
    intents.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  );
  const found = await Promise.all(
    parts.map((some) =>
      store.find(
        { from: paths.tips(uid), where: [['stripe.paymentIntentId', 'in', some]], limit: mostAtOnce },
        decodeTip,
      ),
    ),
  );
  const tips = found.flat().map(({ path, value }) => readable(path, value));
  return new Map(
    tips.flatMap(({ tipId, fan, stripe: { paymentIntentId } }) =>
      paymentIntentId === null ? [] : [[paymentIntentId, { tipId, fan: fan.name }] as const],
    ),
  );
}
