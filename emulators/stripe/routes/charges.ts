import { formatCharge } from '../format/charge';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity } from '../state/payment-entities';
import { listPage, paging } from '../wire/lists';
import { optional, parameters, text } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { route, type Route } from './route';

export function findCharge(sandbox: Sandbox, account: string, id: string, param = 'id'): ChargeEntity {
  const charge = sandbox.store.get('charge', id);
  if (!charge || charge.account !== account) throw missingResource('charge', id, param);
  return charge;
}

const retrieve = route('secret', 'GET /v1/charges/:id', parameters({}), (sandbox, { account, id }) =>
  formatCharge(sandbox, findCharge(sandbox, account, id)),
);

const listParams = parameters({ ...paging, payment_intent: optional(text()) });

const list = route('secret', 'GET /v1/charges', listParams, (sandbox, { account, params }) => {
  const wanted = params.payment_intent;
  const own = sandbox.store
    .all('charge')
    .filter(
      (charge) => charge.account === account && (wanted === undefined || charge.paymentIntent === wanted),
    );
  return listPage('charge', '/v1/charges', own, params, (charge) => formatCharge(sandbox, charge));
});

export const chargeRoutes: readonly Route[] = [retrieve, list];
