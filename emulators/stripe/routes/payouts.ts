import { formatBalance, formatBalanceSettings } from '../format/balance';
import { formatPayout } from '../format/payout';
import { mergeMetadata } from '../payments/intents';
import { payManually } from '../payments/payouts';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import type { PayoutEntity } from '../state/payout-entities';
import { listPage, paging } from '../wire/lists';
import { integer, metadata, optional, parameters, required, text, unsettable } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { route, type Route } from './route';

export function findPayout({ store }: Pick<Sandbox, 'store'>, account: string, id: string): PayoutEntity {
  const payout = store.get('payout', id);
  if (!payout || payout.account !== account) throw missingResource('payout', id, 'payout');
  return payout;
}

function accountOf({ store }: Pick<Sandbox, 'store'>, id: string): AccountEntity {
  const account = store.get('account', id);
  if (!account) throw missingResource('account', id, 'id');
  return account;
}

const createParams = parameters({
  amount: required(integer(1)),
  currency: required(text(3)),
  description: optional(text()),
  metadata: optional(unsettable(metadata)),
});

const create = route('secret', 'POST /v1/payouts', createParams, (sandbox, { account, params }) =>
  formatPayout(
    payManually(sandbox, {
      account,
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata ?? null),
    }),
  ),
);

const retrieve = route('secret', 'GET /v1/payouts/:id', parameters({}), (sandbox, { account, id }) =>
  formatPayout(findPayout(sandbox, account, id)),
);

const listParams = parameters({ ...paging, status: optional(text()) });

const list = route('secret', 'GET /v1/payouts', listParams, ({ store }, { account, params }) => {
  const { status } = params;
  const own = store
    .all('payout')
    .filter((payout) => payout.account === account && (status === undefined || payout.status === status));
  return listPage('payout', '/v1/payouts', own, params, formatPayout);
});

const balance = route('secret', 'GET /v1/balance', parameters({}), (sandbox, { account }) =>
  formatBalance(sandbox, accountOf(sandbox, account)),
);

const settings = route('secret', 'GET /v1/balance_settings', parameters({}), (sandbox, { account }) =>
  formatBalanceSettings(accountOf(sandbox, account)),
);

export const payoutRoutes: readonly Route[] = [create, retrieve, list, balance, settings];
