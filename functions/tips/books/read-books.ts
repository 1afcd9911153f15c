import type { BooksAnswer, BooksQuery } from '../../../core/api/books-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { daysIn } from '../../../core/base/zoned-day';
import { paths } from '../../../core/documents/documents';
import { decodeFees } from '../../../core/documents/fees-document';
import { decodeTip } from '../../../core/documents/tip-document';
import { feesByMonth, type FeeLine } from '../../../core/money/fee-lines';
import { bookLine, SumsBy, type BookSum } from '../../../core/tip/book-sums';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import { readable, stored } from '../../store/stored';
import { freshFees } from './follow-fees';

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
  { from, until, zone }: BooksQuery,
): Promise<Result<BooksAnswer>> {
  const dayOf = daysIn(zone);
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
  { from, until }: Pick<BooksQuery, 'from' | 'until'>,
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
    decodeFees,
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
    const page: readonly { readonly path: string; readonly value: ReturnType<typeof decodeTip> }[] =
      await store.find({ ...paid, limit: pageSize, after }, decodeTip);
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
    decodeTip,
  );
  return first === undefined ? null : readable(first.path, first.value).payment.succeededAt;
}
