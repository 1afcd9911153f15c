import type { Context } from 'hono';
import type * as v from 'valibot';
import { isPayoutId, payoutQuery, payoutsQuery } from '../../../core/api/books-api';
import { parseWith } from '../../../core/base/parse';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { ownerCall } from '../../http/owner-route';
import type { Route } from '../../http/routes';
import { mayReadPayouts } from '../../limits/owner-limits';
import { readBalance, readPayout, readPayouts } from './read-payouts';

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
