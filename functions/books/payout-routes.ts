import type { Context } from 'hono';
import type * as v from 'valibot';
import {
  isPayoutId,
  payoutQuery,
  payoutsQuery,
  type AnsweredLine,
  type PayoutAnswer,
  type PayoutsAnswer,
} from '@busker/core/books/books-api';
import {
  fail,
  ok,
  parseWith,
  problem,
  unreachable,
  type Problem,
  type Result,
} from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { PayoutLine, StripeBalance } from '@busker/core/books/payout';
import type { Deps } from '../deps';
import { ownerCall, type Route } from '../http/routes';
import { mayReadPayouts } from '../limits/limit-rules';
import { logUnavailable } from '../log';
import { readable, stored, type Store } from '../store/store';
import type { PaymentsFailure } from '../stripe/payments';

/** Firestore compares a field with at most so many values: https://firebase.google.com/docs/firestore/query-data/queries#in_not-in_and_array-contains-any */
const mostAtOnce = 30;

interface TipOfFan {
  readonly tipId: string;
  /** Null = the fan gave no name, or it was erased. */
  readonly fan: string | null;
}

/** An owner's tips of these payments, by payment intent. Other payments have none. */
async function fansOfPayments(
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
        tipDocument.decode,
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

/** The owner's account at Stripe; null = the server's own. */
export async function payoutsAccount(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  uid: string,
): Promise<Result<string | null>> {
  const payments = await store.read(stored.payments(uid));
  const isMissing = payments?.accountId === null && config.mode !== 'single';
  if (payments === undefined || isMissing || payments.disconnectedAt !== null) return fail(notReady());
  return ok(payments.accountId);
}

const notReady = () =>
  problem('payments-not-ready', { detail: 'Connect payments first. Payouts come from your Stripe account.' });

/** Why Stripe did not say anything about payouts, for the owner. `gone`: what a call that names a payout stands for. */
export function payoutsProblem(
  { log }: Pick<Deps, 'log'>,
  failure: PaymentsFailure,
  gone: Problem = notReady(),
): Problem {
  switch (failure.kind) {
    case 'unavailable':
      logUnavailable(log, failure);
      return problem(failure.key === undefined ? 'payouts-unavailable' : 'payouts-not-allowed');
    case 'gone':
      return gone;
    case 'refused':
      log.serviceUnavailable({ service: 'stripe', error: new Error(`Stripe refused: ${failure.code}`) });
      return problem('payouts-unavailable');
    default:
      return unreachable(failure);
  }
}

type Needed = Pick<Deps, 'store' | 'config' | 'log' | 'payouts'>;

/** What is on the owner's balance at Stripe, and when it is paid out. Nothing of it is stored here. */
async function readBalance(deps: Needed, uid: string): Promise<Result<StripeBalance>> {
  const account = await payoutsAccount(deps, uid);
  if (!account.ok) return account;
  const balance = await deps.payouts.readBalance(account.value);
  if (!balance.ok) return fail(payoutsProblem(deps, balance.problem));
  return balance;
}

/** A page of the owner's payouts, newest first. */
async function readPayouts(
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
async function readPayout(
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

const idIn = (c: Context): string => c.req.param('payoutId') ?? '';

/** The owner's balance and payouts, read from Stripe at each request. */
export function payoutRoutes(deps: Deps): readonly Route[] {
  /** An owner's query of Stripe: checked, and counted before Stripe is asked. */
  const asking = <S extends v.GenericSchema>(
    schema: S,
    act: (uid: string, query: v.InferOutput<S>, c: Context) => Promise<Result<object>>,
    check: (c: Context) => Result<null> = () => ok(null),
  ) =>
    ownerCall(deps, 'signed-in', async ({ uid }, c) => {
      const query = parseWith(schema, c.req.query());
      if (!query.ok) return query;
      const checked = check(c);
      if (!checked.ok) return checked;
      const allowed = await mayReadPayouts(deps, uid);
      return allowed.ok ? act(uid, query.value, c) : allowed;
    });
  return [
    {
      path: '/v1/me/balance',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) => {
          const allowed = await mayReadPayouts(deps, uid);
          return allowed.ok ? readBalance(deps, uid) : allowed;
        }),
      },
    },
    {
      path: '/v1/me/payouts',
      cors: 'own',
      on: { GET: asking(payoutsQuery, (uid, { after }) => readPayouts(deps, uid, after)) },
    },
    {
      path: '/v1/me/payouts/:payoutId',
      cors: 'own',
      on: {
        GET: asking(
          payoutQuery,
          (uid, { after }, c) => readPayout(deps, uid, idIn(c), after),
          (c) => (isPayoutId(idIn(c)) ? ok(null) : fail(problem('payout-not-found'))),
        ),
      },
    },
  ];
}
