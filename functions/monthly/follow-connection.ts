import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { backInReach, isElsewhere, outOfReach } from '../../core/monthly/elsewhere';
import { isOver, monthlyStates, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { Found, Transaction } from '../store/store';
import { stored } from '../store/stored';
import { writeMonthly } from './write-monthly';

const trigger = { cause: 'schedule', eventId: null } as const;

/** Two thousand monthly tips are twenty commits, which take seconds. */
const pageSize = 100;

/**
 * After an owner's account was disconnected or is connected again: marks all of its monthly tips that have not ended, so that they count and are shown as
 * running no more, or makes the look at each due at once. If it ends on its way, the regular looks find the others.
 */
export async function followConnection(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  accountId: string,
  isGone: boolean,
): Promise<void> {
  const states = monthlyStates.filter((state) => !isOver(state));
  let after: string | null = null;
  do {
    const query = {
      from: paths.monthlies(uid),
      where: [['state', 'in', states]] as const,
      limit: pageSize,
      after,
    };
    const found: readonly Found<string | null>[] = await store.find(query, idOf);
    const ids = found.flatMap(({ value }) => (value === null ? [] : [value]));
    await store.transaction(async (tx) => {
      const read = await tx.readAll(ids.map((id) => stored.monthly(uid, id)));
      const now = clock.now();
      for (const monthly of read) {
        if (monthly?.stripe.accountId !== accountId) continue;
        if (isGone && monthly.elsewhere === undefined) writeOutOfReach(tx, monthly, now);
        if (!isGone && isElsewhere(monthly))
          tx.write(stored.monthly(uid, monthly.monthlyId), backInReach(monthly, now));
      }
    });
    after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
  } while (after !== null);
}

/** Null: it cannot be read. That does not keep the others from their marks. */
function idOf(data: unknown): string | null {
  const read = decodeMonthly(data);
  return read.ok ? read.value.monthlyId : null;
}

/** Marks a monthly tip whose account Stripe does not show; whether that is news. Another look at it is none. */
export function writeOutOfReach(tx: Transaction, current: Monthly, now: number): boolean {
  const after = outOfReach(current, now);
  const isNews =
    current.elsewhere === undefined || current.contrib.active === 1 || after.asked !== current.asked;
  if (isNews) writeMonthly(tx, current, after, trigger, now);
  else tx.write(stored.monthly(current.ownerUid, current.monthlyId), after);
  return isNews;
}
