import type { AccountEntity } from '../state/payment-entities';
import {
  formatBalance,
  formatBalanceSettings,
  formatBalanceTransaction,
  formatPayout,
  payManually,
} from '../accounts/balance';
import { mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { by, resource, route, type Route } from './resource';

const payouts = resource('payout', {
  address: '/v1/payouts',
  called: 'payout',
  param: 'payout',
  format: (_, payout) => formatPayout(payout),
});

const createParams = p.parameters({
  amount: p.required(p.integer(1)),
  currency: p.required(p.text(3)),
  description: p.optional(p.text()),
  metadata: p.optional(p.unsettable(p.metadata)),
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

function accountOf({ store }: Pick<Sandbox, 'store'>, id: string): AccountEntity {
  const account = store.get('account', id);
  if (!account) throw missingResource('account', id, 'id');
  return account;
}

const balance = route('secret', 'GET /v1/balance', p.parameters({}), (sandbox, { account }) =>
  formatBalance(sandbox, accountOf(sandbox, account)),
);

const settings = route('secret', 'GET /v1/balance_settings', p.parameters({}), (sandbox, { account }) =>
  formatBalanceSettings(accountOf(sandbox, account)),
);

export const payoutRoutes: readonly Route[] = [
  create,
  payouts.retrieve,
  payouts.list({ status: by(p.text(), (payout) => payout.status) }),
  balance,
  settings,
];

const balanceTransactions = resource('balanceTransaction', {
  address: '/v1/balance_transactions',
  called: 'balance transaction',
  param: 'id',
  format: (sandbox, booked) => formatBalanceTransaction(booked, sandbox.clock.seconds()),
});

/** Stripe says which lines a payout has only of an automatic one. */
function checkAutomatic(sandbox: Sandbox, account: string, payout: unknown): void {
  if (typeof payout !== 'string' || payouts.find(sandbox, account, payout).automatic) return;
  throw refused(
    'Balance transaction history can only be filtered on automatic transfers, not manual.',
    undefined,
    'payout',
  );
}

export const balanceTransactionRoutes: readonly Route[] = [
  balanceTransactions.retrieve,
  balanceTransactions.list(
    {
      currency: by(p.text(), (booked) => booked.currency),
      payout: by(p.text(), (booked) => booked.payout),
      source: by(p.text(), (booked) => booked.source),
      type: by(p.text(), (booked) => booked.type),
    },
    { check: (sandbox, account, { payout }) => checkAutomatic(sandbox, account, payout) },
  ),
];
