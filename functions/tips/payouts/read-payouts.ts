import type { AnsweredLine, PayoutAnswer, PayoutsAnswer } from '../../../core/api/books-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { PayoutLine, StripeBalance } from '../../../core/money/payout';
import type { Deps } from '../../deps';
import { fansOfPayments } from './fans-of-payments';
import { payoutsAccount, payoutsProblem } from './payouts-account';

type Needed = Pick<Deps, 'store' | 'config' | 'log' | 'payouts'>;

/** What is on the owner's balance at Stripe, and when it is paid out. Nothing of it is stored here. */
export async function readBalance(deps: Needed, uid: string): Promise<Result<StripeBalance>> {
  const account = await payoutsAccount(deps, uid);
  if (!account.ok) return account;
  const balance = await deps.payouts.readBalance(account.value);
  if (!balance.ok) return fail(payoutsProblem(deps, balance.problem));
  return balance;
}

/** A page of the owner's payouts, newest first. */
export async function readPayouts(
  deps: Needed,
  uid: string,
  after: string | undefined,
): Promise<Result<PayoutsAnswer>> {
  const account = await payoutsAccount(deps, uid);
  if (!account.ok) return account;
  const page = await deps.payouts.listPayouts(account.value, after ?? null);
  if (!page.ok) return fail(payoutsProblem(deps, page.problem));
  return ok({ payouts: [...page.value.items], next: page.value.next });
}

/** A payout with a page of the lines that it is the sum of. */
export async function readPayout(
  deps: Needed,
  uid: string,
  payoutId: string,
  after: string | undefined,
): Promise<Result<PayoutAnswer>> {
  const notFound = problem('payout-not-found');
  const account = await payoutsAccount(deps, uid);
  if (!account.ok) return account;
  const payout = await deps.payouts.readPayout(account.value, payoutId);
  if (!payout.ok) return fail(payoutsProblem(deps, payout.problem, notFound));
  if (payout.value.contents !== 'listed') return ok({ payout: payout.value, lines: [], next: null });
  const page = await deps.payouts.listLines(account.value, payoutId, after ?? null);
  if (!page.ok) return fail(payoutsProblem(deps, page.problem, notFound));
  return ok({
    payout: payout.value,
    lines: await withTips(deps, uid, page.value.items),
    next: page.value.next,
  });
}

/** One read of the store for each tip of the page. */
async function withTips(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  lines: readonly PayoutLine[],
): Promise<AnsweredLine[]> {
  const intents = new Set(lines.flatMap(({ paymentIntentId }) => paymentIntentId ?? []));
  const tips = await fansOfPayments(store, uid, [...intents]);
  return lines.map((line) => ({ ...line, tip: tips.get(line.paymentIntentId ?? '') ?? null }));
}
