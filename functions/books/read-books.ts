import type { BooksAnswer, BooksQuery, YearStartBody } from '../../core/books/books-api';
import { periodWith, type Period } from '../../core/locale/periods';
import { fail, ok, problem, type Result } from '../../core/base/result';
import { daysIn } from '../../core/locale/zoned-day';
import { paths } from '../../core/documents/documents';
import { tipDocument } from '../../core/money-documents/tip-document';
import {
  feesDocument,
  feesId,
  noBooks,
  type FeesOf,
  type FeesRead,
} from '../../core/money-documents/stripe-account-document';
import { feesByMonth, type FeeLine } from '../../core/fees/fee-lines';
import type { PaymentsState } from '../../core/payments/payments-state';
import { SumsBy, bookLine, type BookSum } from '../../core/books/book-sums';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { mayAskForFees } from '../limits/limit-rules';
import { logUnavailable } from '../log';
import { readable, stored } from '../store/store';
import type { PaymentsFailure } from '../stripe/payments';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Milliseconds. A line may appear in Stripe's list a while after it was booked, so each list begins so long before the end of the previous one. */
const overlap = day;
/** Milliseconds in which the books do not ask again. Stripe books these fees once a day. */
const freshFor = 15 * minute;
/** Milliseconds that the books wait for Stripe. What comes later is stored, and is in the next books. */
const patience = 5000;

type Needed = Pick<Deps, 'store' | 'payments' | 'config' | 'clock' | 'log'>;

const feesReadOf = (read: FeesRead | undefined, of: FeesOf): number | null =>
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
async function freshFees(
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

const dayMs = 24 * 60 * 60_000;
const pageSize = 500;

/** What one request reads at most; a longer range is asked for in parts. */
const mostTips = 20_000;

/** A year has a dozen documents of fees for each account that the owner had in it. */
const mostMonths = 500;

/** An owner's books of some days, by month and by country. It holds one page of tips at a time. */
export async function readBooks(
  deps: Pick<Deps, 'store' | 'payments' | 'config' | 'clock' | 'log' | 'limits'>,
  uid: string,
  asked: BooksQuery,
): Promise<Result<BooksAnswer>> {
  const { zone } = asked;
  const dayOf = daysIn(zone);
  const { yearStart } = (await deps.store.read(stored.books(uid))) ?? noBooks;
  const usual = periodWith(dayOf(deps.clock.now()), 'year', yearStart);
  const { from = usual.from, until = usual.until } = asked;
  const months = new SumsBy<string>();
  const countries = new SumsBy<string | null>();
  const apart = new Set<string>();
  const paid = paidBetween(uid, from, until);
  // Counting costs a thousandth of reading.
  if ((await deps.store.sum(paid, [])).count > mostTips) return fail(problem('books-too-long'));
  for await (const tips of pagesOf(deps, paid)) {
    for (const line of tips.map(bookLine)) {
      if (line === null) continue;
      const day = dayOf(line.paidAt);
      if (day < from || day > until) continue;
      months.at(day.slice(0, 7)).add(line);
      countries.at(line.country).add(line);
      if (line.feeApart !== null) apart.add(line.feeApart);
    }
  }
  const first = await firstPaidAt(deps, uid);
  const payments = await deps.store.read(stored.payments(uid));
  const feesUntil = await freshFees(deps, uid, payments, first);
  const fees = await feesBetween(deps, uid, { from, until });
  return ok({
    months: months.all().map(([month, sums]) => ({ month, sums })),
    countries: countries
      .all()
      .map(([country, sums]) => ({ country, sums }))
      .toSorted((one, other) => countOf(other.sums) - countOf(one.sums)),
    feesApart: [...apart].toSorted(),
    fees: feesByMonth(fees, dayOf, { from, until }),
    feesUntil,
    firstPaidAt: first,
    from,
    until,
    yearStart,
  });
}

const countOf = (sums: readonly BookSum[]) => sums.reduce((total, { count }) => total + count, 0);

/** A zone is at most 14 hours away from UTC, so the days around the range are read too. */
const paidBetween = (uid: string, from: string, until: string) =>
  ({
    from: paths.tips(uid),
    where: [
      ['payment.succeededAt', '>=', new Date(Date.parse(from) - dayMs)],
      ['payment.succeededAt', '<', new Date(Date.parse(until) + 2 * dayMs)],
    ],
    orderBy: [['payment.succeededAt', 'asc']],
  }) as const;

/**
 * The fees that Stripe booked apart from the tips on these days, also on an account that the owner has connected no more. The days around them are there
 * too, whatever the zone. A document has the lines of a month.
 */
export async function feesBetween(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  uid: string,
  { from, until }: Period,
): Promise<readonly FeeLine[]> {
  const monthOf = (day: string, days: number) =>
    new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 7);
  const path = paths.allFees(uid);
  const found = await store.find(
    {
      from: path,
      where: [
        ['month', '>=', monthOf(from, -1)],
        ['month', '<=', monthOf(until, 2)],
      ],
      orderBy: [['month', 'asc']],
      limit: mostMonths,
    },
    feesDocument.decode,
  );
  return found
    .map((each) => readable(each.path, each.value))
    .filter(({ livemode }) => livemode === config.livemode)
    .flatMap(({ lines }) => lines);
}

async function* pagesOf(
  { store }: Pick<Deps, 'store'>,
  paid: ReturnType<typeof paidBetween>,
): AsyncGenerator<readonly Tip[]> {
  let after: string | null = null;
  for (;;) {
    const page: readonly { readonly path: string; readonly value: ReturnType<typeof tipDocument.decode> }[] =
      await store.find({ ...paid, limit: pageSize, after }, tipDocument.decode);
    yield page.map(({ path, value }) => readable(path, value));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return;
  }
}

/** When the owner's first tip was paid; null = none was. */
export async function firstPaidAt({ store }: Pick<Deps, 'store'>, uid: string): Promise<number | null> {
  const [first] = await store.find(
    {
      from: paths.tips(uid),
      where: [['payment.succeededAt', '>', new Date(0)]],
      orderBy: [['payment.succeededAt', 'asc']],
      limit: 1,
    },
    tipDocument.decode,
  );
  return first === undefined ? null : readable(first.path, first.value).payment.succeededAt;
}

/** Stores the first day of the owner's tax year. */
export function keepYearStart(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  { start }: YearStartBody,
): Promise<Result<YearStartBody>> {
  return store.transaction(async (tx) => {
    const before = (await tx.read(stored.books(uid))) ?? noBooks;
    const isGone = (await tx.read(stored.deletion(uid))) !== undefined;
    if (!isGone) tx.write(stored.books(uid), { ...before, yearStart: start });
    return ok({ start });
  });
}
