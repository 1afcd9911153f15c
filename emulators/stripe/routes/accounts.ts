import { formatAccount } from '../format/account';
import { parameters } from '../wire/parameters';
import { Refusal, missingResource } from '../wire/refusal';
import { route, type Route } from './route';

const own = route('secret', 'GET /v1/account', parameters({}), ({ store }, { account }) => {
  const found = store.get('account', account);
  if (!found) throw missingResource('account', account, 'account');
  return formatAccount(found);
});

export const accountNotConnected = (account: string): Refusal =>
  new Refusal(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    },
    'forget',
  );

const retrieve = route(
  'secret',
  'GET /v1/accounts/:id',
  parameters({}),
  ({ store, platform }, { account, id }) => {
    const found = store.get('account', id);
    const mayRead = account === id || account === platform;
    if (!found || !mayRead || found.connection !== 'connected') throw accountNotConnected(id);
    return formatAccount(found);
  },
);

export const accountRoutes: readonly Route[] = [own, retrieve];
