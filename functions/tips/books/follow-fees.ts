import { feesId, type FeesOf, type FeesRead } from '../../../core/documents/fees-document';
import type { FeeLine } from '../../../core/money/fee-lines';
import type { PaymentsState } from '../../../core/money/payments-state';
import type { Deps } from '../../deps';
import { logUnavailable } from '../../http/log-stripe-failure';
import { mayAskForFees } from '../../limits/owner-limits';
import { stored } from '../../store/stored';
import type { PaymentsFailure } from '../../stripe/payments';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Milliseconds. A line may appear in Stripe's list a while after it was booked, so each list begins so long before the end of the previous one. */
const overlap = day;
/** Milliseconds in which the books do not ask again. Stripe books these fees once a day. */
const freshFor = 15 * minute;
/** Milliseconds that the books wait for Stripe. What comes later is stored, and is in the next books. */
const patience = 5000;

type Needed = Pick<Deps, 'store' | 'payments' | 'config' | 'clock' | 'log'>;

export const feesReadOf = (read: FeesRead | undefined, of: FeesOf): number | null =>
  read?.accounts.find((each) => isSame(each, of))?.until ?? null;

const isSame = (a: FeesOf, b: FeesOf): boolean => a.accountId === b.accountId && a.livemode === b.livemode;

/**
 * Reads what Stripe has booked apart from the payments of an account since the last time, and stores it: books stay right after the account was disconnected.
 * `firstPaidAt`: where the first reading begins. Returns when Stripe was asked, or why it did not answer.
 */
export async function followFees(
  deps: Needed,
  uid: string,
  accountId: string | null,
  firstPaidAt: number,
): Promise<number | PaymentsFailure> {
  const { store, payments, config, clock } = deps;
  const of = { accountId, livemode: config.livemode };
  const known = feesReadOf(await store.read(stored.feesRead(uid)), of);
  const askedAt = clock.now();
  const listed = await payments.listFees(accountId, (known ?? firstPaidAt) - overlap);
  if (!listed.ok) return listed.problem;
  await keep(deps, uid, of, askedAt, listed.value);
  return askedAt;
}

/** A line that is stored already is not stored again. */
async function keep(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  of: FeesOf,
  askedAt: number,
  lines: readonly FeeLine[],
): Promise<void> {
  const months = [...byMonth(lines)];
  const docs = months.map(([month]) => stored.fees(uid, feesId(of, month)));
  await store.transaction(async (tx) => {
    const read = await tx.read(stored.feesRead(uid));
    const before = await tx.readAll(docs);
    const others = read?.accounts.filter((each) => !isSame(each, of)) ?? [];
    const until = Math.max(askedAt, feesReadOf(read, of) ?? 0);
    tx.write(stored.feesRead(uid), { v: 1, accounts: [...others, { ...of, until }] });
    for (const [index, [month, some]] of months.entries()) {
      const doc = docs[index];
      const had = before[index]?.lines ?? [];
      const ids = new Set(had.map(({ id }) => id));
      const fresh = some.filter(({ id }) => !ids.has(id));
      if (doc === undefined || fresh.length === 0) continue;
      const all = [...had, ...fresh].toSorted((a, b) => a.at - b.at || a.id.localeCompare(b.id, 'en'));
      tx.write(doc, { v: 1, ...of, month, lines: all });
    }
  });
}

/** By month in UTC. */
function byMonth(lines: readonly FeeLine[]): ReadonlyMap<string, readonly FeeLine[]> {
  const months = new Map<string, FeeLine[]>();
  for (const line of lines) {
    const month = new Date(line.at).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), line]);
  }
  return months;
}

/**
 * Before the books are read: asks Stripe unless it was asked a moment ago, as long as the owner's budget of Stripe's calls lasts. It never fails; the time
 * until when the fees are known says what may be missing. Null = they were never read.
 */
export async function freshFees(
  deps: Needed & Pick<Deps, 'limits'>,
  uid: string,
  payments: Pick<PaymentsState, 'accountId' | 'disconnectedAt'> | undefined,
  firstPaidAt: number | null,
): Promise<number | null> {
  const accountId = payments?.accountId ?? null;
  const of = { accountId, livemode: deps.config.livemode };
  const known = feesReadOf(await deps.store.read(stored.feesRead(uid)), of);
  const isThere = payments !== undefined && payments.disconnectedAt === null;
  const isConnected = isThere && (accountId !== null || deps.config.mode === 'single');
  if (!isConnected || firstPaidAt === null) return known;
  if (known !== null && deps.clock.now() - known < freshFor) return known;
  if (!(await mayAskForFees(deps, uid)).ok) return known;
  const asked = await inTime(followFees(deps, uid, accountId, firstPaidAt));
  if (typeof asked === 'number') return asked;
  if (asked?.kind === 'unavailable') logUnavailable(deps.log, asked);
  return known;
}

/** Undefined when it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
