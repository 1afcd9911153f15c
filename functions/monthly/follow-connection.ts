import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { backInReach, isElsewhere, outOfReach } from '../../core/monthly/next-look';
import { isOver, monthlyStates, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { Found, Transaction } from '../store/store';
import { stored } from '../store/stored';
import { writeMonthly } from '../tips/write-tip';

const trigger = { cause: 'schedule', eventId: null } as const;

/** Two thousand monthly tips are twenty commits, which take seconds. */
const pageSize = 100;

const running = ['state', 'in', monthlyStates.filter((state) => !isOver(state))] as const;
/** They may have ended, and wait for the money alone. */
const withdrawn = ['asked.reason', '==', 'withdrawn'] as const;

/**
 * After an owner's account was disconnected or is connected again: marks all of its monthly tips that have not ended, so that they count and are shown as
 * running no more, or makes the look at each due at once, also at those whose withdrawal waits. If it ends on its way, the regular looks find the others.
 */
export async function followConnection(
  deps: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  accountId: string,
  isGone: boolean,
): Promise<void> {
  const follow = isGone
    ? (tx: Transaction, monthly: Monthly) => {
        if (monthly.elsewhere === undefined) writeOutOfReach(tx, monthly, deps.clock.now());
      }
    : (tx: Transaction, monthly: Monthly) => {
        const isAway = monthly.elsewhere !== undefined || isElsewhere(monthly);
        if (isAway) tx.write(stored.monthly(uid, monthly.monthlyId), backInReach(monthly, deps.clock.now()));
      };
  for (const which of isGone ? [running] : [running, withdrawn])
    await eachOf(deps, uid, which, (tx, monthly) => {
      if (monthly.stripe.accountId === accountId) follow(tx, monthly);
    });
}

async function eachOf(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  which: typeof running | typeof withdrawn,
  follow: (tx: Transaction, monthly: Monthly) => void,
): Promise<void> {
  let after: string | null = null;
  do {
    const query = { from: paths.monthlies(uid), where: [which], limit: pageSize, after };
    const found: readonly Found<string | null>[] = await store.find(query, idOf);
    const ids = found.flatMap(({ value }) => (value === null ? [] : [value]));
    await store.transaction(async (tx) => {
      const read = await tx.readAll(ids.map((id) => stored.monthly(uid, id)));
      for (const monthly of read) if (monthly !== undefined) follow(tx, monthly);
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
