import { formatBalanceTransaction } from '../format/balance-transaction';
import { listPage, paging } from '../wire/lists';
import { optional, parameters, text } from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { findPayout } from './payouts';
import { route, type Route } from './route';

const retrieve = route(
  'secret',
  'GET /v1/balance_transactions/:id',
  parameters({}),
  (sandbox, { account, id }) => {
    const found = sandbox.store.get('balanceTransaction', id);
    if (!found || found.account !== account) throw missingResource('balance transaction', id, 'id');
    return formatBalanceTransaction(found, sandbox.clock.seconds());
  },
);

const listParams = parameters({
  ...paging,
  currency: optional(text()),
  payout: optional(text()),
  source: optional(text()),
  type: optional(text()),
});

const list = route('secret', 'GET /v1/balance_transactions', listParams, (sandbox, { account, params }) => {
  const { currency, payout, source, type } = params;
  if (payout !== undefined && !findPayout(sandbox, account, payout).automatic)
    throw refused(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
      undefined,
      'payout',
    );
  const own = sandbox.store
    .all('balanceTransaction')
    .filter(
      (booked) =>
        booked.account === account &&
        (currency === undefined || booked.currency === currency) &&
        (payout === undefined || booked.payout === payout) &&
        (source === undefined || booked.source === source) &&
        (type === undefined || booked.type === type),
    );
  return listPage('balance transaction', '/v1/balance_transactions', own, params, (booked) =>
    formatBalanceTransaction(booked, sandbox.clock.seconds()),
  );
});

export const balanceTransactionRoutes: readonly Route[] = [retrieve, list];
