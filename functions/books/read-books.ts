import type { BooksAnswer, BooksQuery, CloseYearBody, YearStartBody } from '@busker/core/books/books-api';
import { daysOfBooks, periodWith, type DaysOfBooks, type Period } from '@busker/core/locale/periods';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { dayAfter, daysIn, dayStart } from '@busker/core/locale/zoned-day';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import {
  feesDocument,
  feesId,
  noBooks,
  type ClosedYear,
  type FeesOf,
  type FeesRead,
} from '@busker/core/money-documents/stripe-account-document';
import { feesByMonth, feeSums, type FeeLine, type FeeSum } from '@busker/core/fees/fees';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { BookSums, SumsBy, splitLine, type BookLine, type BookSum } from '@busker/core/books/book-sums';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { mayAskForFees } from '../limits/limit-rules';
import { logUnavailable } from '../log';
import { readable, stored, type Query } from '../store/store';
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

type Account = Pick<PaymentsState, 'accountId' | 'disconnectedAt'> | undefined;

const isConnected = (payments: Account, { mode }: Pick<Deps['config'], 'mode'>): boolean =>
  payments !== undefined &&
  payments.disconnectedAt === null &&
  (payments.accountId !== null || mode === 'single');

/**
 * Before the books are read: asks Stripe unless it was asked a moment ago, as long as the owner's budget of Stripe's calls lasts. It never fails; the time
 * until when the fees are known says what may be missing. Null = they were never read.
 */
async function freshFees(
  deps: Needed & Pick<Deps, 'limits'>,
  uid: string,
  payments: Account,
  firstPaidAt: number | null,
): Promise<number | null> {
  const accountId = payments?.accountId ?? null;
  const of = { accountId, livemode: deps.config.livemode };
  const known = feesReadOf(await deps.store.read(stored.feesRead(uid)), of);
  if (!isConnected(payments, deps.config) || firstPaidAt === null) return known;
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

const pageSize = 500;

/** What one request reads at most; a longer range is asked for in parts. */
const mostTips = 20_000;

/** A year has a dozen documents of fees for each account that the owner had in it. */
const mostMonths = 500;

/** Closing a year reads it whole. */
const mostTipsToClose = 200_000;

type BooksDeps = Pick<Deps, 'store' | 'payments' | 'config' | 'clock' | 'log' | 'limits'>;
type Figures = Pick<BooksAnswer, 'months' | 'countries' | 'feesApart'>;

/**
 * Adds up the tips that were paid on these days, and the refunds and disputes that happened on them, by month and by country. It holds one page of tips at
 * a time.
 */
async function figuresOf(
  deps: Pick<Deps, 'store'>,
  uid: string,
  period: Period,
  days: DaysOfBooks,
  closed: readonly ClosedYear[],
) {
  const { from, until } = period;
  const months = new SumsBy<string>();
  const countries = new SumsBy<string | null>();
  const apart = new Set<string>();
  const later = new BookSums();
  let unbookedAt: number | null = null;
  const add = (line: BookLine): boolean => {
    const on = days.dayOf(line.paidAt);
    if (on < from || on > until) return false;
    months.at(on.slice(0, 7)).add(line);
    countries.at(line.country).add(line);
    if (line.feeApart !== null) apart.add(line.feeApart);
    if (line.booked === null) unbookedAt = Math.max(unbookedAt ?? 0, line.paidAt);
    return true;
  };
  for await (const tips of pagesOf(deps, paidBetween(uid, from, until)))
    for (const tip of tips) {
      const line = splitLine(tip)?.line;
      if (line !== undefined) add(line);
    }
  for await (const { line, paidAt } of returnsIn(deps, uid, period, closed)) {
    const year = days.yearOf(paidAt);
    const placed = onItsDay(line, paidAt, days);
    const isLater = year !== null && days.yearOf(placed.paidAt) !== year;
    if (add(placed) && isLater) later.add(placed);
  }
  const figures: Figures = {
    months: months
      .all()
      .map(([month, sums]) => ({ month, sums }))
      .toSorted((one, other) => one.month.localeCompare(other.month, 'en')),
    countries: countries
      .all()
      .map(([country, sums]) => ({ country, sums }))
      .toSorted((one, other) => countOf(other.sums) - countOf(one.sums)),
    feesApart: [...apart].toSorted(),
  };
  return { figures, later: later.all(), unbookedAt: unbookedAt as number | null };
}

/**
 * A return in a year that was closed while returns still stood on the day of their tip is in that year's figures only if its tip is. Otherwise it stays on
 * the day of its tip, in whose year it was counted.
 */
function onItsDay(line: BookLine, paidAt: number, days: DaysOfBooks): BookLine {
  const year = days.yearOf(line.paidAt);
  const ofTip = days.yearOf(paidAt);
  // Such a year of the tip was closed after it.
  const isOutside = ofTip === null || ofTip.returnsApart === true;
  const isKept = year !== null && year.returnsApart !== true && isOutside;
  return isKept ? { ...line, paidAt } : line;
}

interface Returned {
  readonly line: BookLine;
  /** When its tip was paid. */
  readonly paidAt: number;
}

/**
 * The tips with a refund or a dispute that may stand on these days: on its own day, or on that of its tip where its own year was closed in the earlier
 * way. Without this end, the oldest year would read the returns of all years since.
 */
const returnedIn = (uid: string, { from, until }: Period, closed: readonly ClosedYear[]) => {
  const earlier = closed.filter(({ returnsApart }) => returnsApart !== true).map((year) => year.until);
  const last = earlier.reduce((latest, end) => (end > latest ? end : latest), until);
  return (['refundedAt', 'refundFailedAt', 'disputedAt', 'disputeMovedAt'] as const).map((time) =>
    tipsBetween(uid, `returned.${time}`, from, last),
  );
};

/** How many tips the figures of these days read. Counting costs a thousandth of reading. */
async function tipsToRead(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  period: Period,
  closed: readonly ClosedYear[],
) {
  const queries = [paidBetween(uid, period.from, period.until), ...returnedIn(uid, period, closed)];
  const counts = await Promise.all(queries.map((query) => store.sum(query, [])));
  return counts.reduce((total, { count }) => total + count, 0);
}

/** Refunds, and what disputes took or gave back. */
async function* returnsIn(
  deps: Pick<Deps, 'store'>,
  uid: string,
  period: Period,
  closed: readonly ClosedYear[],
): AsyncGenerator<Returned> {
  const seen = new Set<string>();
  for (const returned of returnedIn(uid, period, closed)) {
    for await (const tips of pagesOf(deps, returned))
      for (const tip of tips) {
        if (seen.has(tip.tipId)) continue;
        seen.add(tip.tipId);
        for (const line of splitLine(tip)?.later ?? [])
          yield { line, paidAt: tip.payment.succeededAt ?? line.paidAt };
      }
  }
}

/** An owner's books of some days. Those of a closed year are what they were when it was closed. */
export async function readBooks(
  deps: BooksDeps,
  uid: string,
  asked: BooksQuery,
): Promise<Result<BooksAnswer>> {
  const { zone } = asked;
  const { yearStart, closed } = (await deps.store.read(stored.books(uid))) ?? noBooks;
  const usual = periodWith(daysIn(zone)(deps.clock.now()), 'year', yearStart);
  const period = { from: asked.from ?? usual.from, until: asked.until ?? usual.until };
  const year = closed.find(({ from, until }) => from === period.from && until === period.until);
  const count = await tipsToRead(deps, uid, period, closed);
  if (count > mostTips && year === undefined) return fail(problem('books-too-long'));
  const first = await firstPaidAt(deps, uid);
  const payments = await deps.store.read(stored.payments(uid));
  const feesUntil = await freshFees(deps, uid, payments, first);
  const days = daysOfBooks(closed, zone);
  const now = count > mostTips ? null : await figuresOf(deps, uid, period, days, closed);
  const fees = feesByMonth(await feesBetween(deps, uid, period), days.dayOf, period);
  const open = { ...(now?.figures ?? noFigures), fees };
  return ok({
    ...(year === undefined ? open : figuresIn(year)),
    feesUntil,
    firstPaidAt: first,
    ...period,
    yearStart,
    closedYears: closed.map(({ from, until, closedAt }) => ({ from, until, closedAt })),
    changed: year === undefined || now === null ? [] : changesSince(year, open),
    later: now?.later ?? [],
  });
}

const noFigures: Figures = { months: [], countries: [], feesApart: [] };

const figuresIn = ({ months, countries, feesApart, fees }: ClosedYear) => ({
  months: structuredClone(months) as BooksAnswer['months'],
  countries: structuredClone(countries) as BooksAnswer['countries'],
  feesApart: [...feesApart],
  fees: structuredClone(fees) as BooksAnswer['fees'],
});

type Kept = Pick<BooksAnswer, 'months' | 'fees'> | Pick<ClosedYear, 'months' | 'fees'>;

/** What was left on the balance, by currency. */
function keptIn({ months, fees }: Kept): readonly FeeSum[] {
  return [
    ...months.flatMap(({ sums }) =>
      sums.map(({ bookedIn, booked }) => ({ currency: bookedIn, amount: booked.kept })),
    ),
    ...fees.flatMap(({ sums }) => sums.map(({ currency, amount }) => ({ currency, amount: 0 - amount }))),
  ].flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }]));
}

/** What Stripe has booked on the days of a closed year since it was closed. */
const changesSince = (before: Kept, now: Kept): FeeSum[] =>
  feeSums([
    ...keptIn(now),
    ...keptIn(before).map(({ currency, amount }) => ({ currency, amount: 0 - amount })),
  ]).filter(({ amount }) => amount !== 0);

const countOf = (sums: readonly BookSum[]) => sums.reduce((total, { count }) => total + count, 0);

/** A zone is at most 14 hours away from UTC, so the days around the range are read too. */
const paidBetween = (uid: string, from: string, until: string) =>
  tipsBetween(uid, 'payment.succeededAt', from, until);

const tipsBetween = (uid: string, time: string, from: string, until: string) =>
  ({
    from: paths.tips(uid),
    where: [
      [time, '>=', new Date(Date.parse(from) - day)],
      [time, '<', new Date(Date.parse(until) + 2 * day)],
    ],
    orderBy: [[time, 'asc']],
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
  const monthOf = (of: string, days: number) =>
    new Date(Date.parse(of) + days * day).toISOString().slice(0, 7);
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
  paid: Pick<Query, 'from' | 'where' | 'orderBy'>,
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

/** Milliseconds. A tip that Stripe has not booked for so long is of an earlier release, which did not store it. */
const bookedWithin = 30 * day;

/**
 * Closes a tax year that is over: its figures are stored. It cannot be undone. Closing it again changes nothing.
 */
export async function closeYear(
  deps: BooksDeps,
  uid: string,
  { from, zone }: CloseYearBody,
): Promise<Result<Period>> {
  const { store, clock, config } = deps;
  const own = (await store.read(stored.books(uid))) ?? noBooks;
  const year = periodWith(from, 'year', own.yearStart);
  const isSameYear = (other: Period) => other.from === year.from && other.until === year.until;
  if (own.closed.some(isSameYear)) return ok(year);
  const now = clock.now();
  const isOver = year.from === from && year.until < daysIn(zone)(now);
  if (!isOver || own.closed.some((other) => other.from <= year.until && year.from <= other.until))
    return fail(problem('year-not-closable'));
  if ((await tipsToRead(deps, uid, year, own.closed)) > mostTipsToClose)
    return fail(problem('books-too-long'));
  const first = await firstPaidAt(deps, uid);
  const payments = await store.read(stored.payments(uid));
  const feesUntil = await freshFees(deps, uid, payments, first);
  const days = daysOfBooks([...own.closed, { ...year, zone, returnsApart: true, closedAt: now }], zone);
  const { figures, unbookedAt } = await figuresOf(deps, uid, year, days, own.closed);
  const needsFees = first !== null && isConnected(payments, config);
  // Stripe's list may lack a fee for a day.
  const knowsFees = (feesUntil ?? 0) >= dayStart(dayAfter(year.until), zone) + overlap;
  if ((needsFees && !knowsFees) || (unbookedAt !== null && unbookedAt > now - bookedWithin))
    return fail(problem('year-not-booked'));
  const fees = feesByMonth(await feesBetween(deps, uid, year), days.dayOf, year);
  const entry = { ...year, zone, closedAt: now, returnsApart: true as const, ...figures, fees };
  await store.transaction(async (tx) => {
    const before = (await tx.read(stored.books(uid))) ?? noBooks;
    const isGone = (await tx.read(stored.deletion(uid))) !== undefined;
    // Another press, or another tab, was faster.
    if (isGone || before.closed.some((other) => other.from <= year.until && year.from <= other.until)) return;
    const closed = [...before.closed, entry].toSorted((a, b) => a.from.localeCompare(b.from, 'en'));
    tx.write(stored.books(uid), { ...before, closed });
  });
  return ok(year);
}
