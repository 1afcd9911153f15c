import type { ToldEvent, ToldSum } from '../told-event';
import type { Wording } from './wording';

/** `12 tips` and `$84.00 and €20.00`; null when no tip was paid. Different currencies are never added up. */
export function tellSums(
  sums: readonly ToldSum[],
  { count, money, list }: Wording,
): { readonly tips: string; readonly amounts: string } | null {
  const paid = sums.filter((sum) => sum.count > 0);
  if (paid.length === 0) return null;
  return {
    tips: count(
      'tips',
      paid.reduce((all, sum) => all + sum.count, 0),
    ),
    amounts: list(paid.map(({ amount, currency }) => money(amount, currency))),
  };
}

/** `and 470 more tips, $2,350.00`: what the sums hold besides the tips that are listed. Without amounts when the two do not fit together. */
export function tellMoreTips(
  count: number,
  sums: readonly ToldSum[],
  listed: readonly ToldEvent[],
  wording: Wording,
): string {
  const what = wording.count('moreTips', count);
  const rest = sums.map((sum) => restOf(sum, listed)).filter((sum) => sum.count !== 0);
  const fits = rest.every((sum) => sum.count > 0 && sum.amount > 0);
  const counted = rest.reduce((all, sum) => all + sum.count, 0);
  const told = fits && counted === count ? tellSums(rest, wording) : null;
  return told === null ? what : wording.say('withAmounts', { what, amounts: told.amounts });
}

function restOf(sum: ToldSum, listed: readonly ToldEvent[]): ToldSum {
  const shown = listed.flatMap(({ fact, tip }) =>
    fact.type === 'tip.paid' && tip?.currency === sum.currency ? [tip.amount] : [],
  );
  return {
    currency: sum.currency,
    count: sum.count - shown.length,
    amount: sum.amount - shown.reduce((all, amount) => all + amount, 0),
  };
}
