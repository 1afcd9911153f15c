import { formatRefund } from '../format/refund';
import { findIntent, mergeMetadata } from '../payments/intents';
import { createRefund } from '../payments/refunds';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity } from '../state/payment-entities';
import { listPage, paging } from '../wire/lists';
import { flag, integer, metadata, oneOf, optional, parameters, text, unsettable } from '../wire/parameters';
import { missingParameter, missingResource, refused } from '../wire/refusal';
import { findCharge } from './charges';
import { route, type Route } from './route';

const createParams = parameters({
  payment_intent: optional(text()),
  charge: optional(text()),
  amount: optional(integer(1)),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  refund_application_fee: optional(flag),
  metadata: optional(unsettable(metadata)),
});

function chargeOf(
  sandbox: Sandbox,
  account: string,
  params: { readonly payment_intent?: string; readonly charge?: string },
): ChargeEntity {
  if (params.charge !== undefined) return findCharge(sandbox, account, params.charge, 'charge');
  if (params.payment_intent === undefined) throw missingParameter('payment_intent');
  const intent = findIntent(sandbox, account, params.payment_intent);
  const charge = intent.latestCharge === null ? undefined : sandbox.store.get('charge', intent.latestCharge);
  if (intent.status !== 'succeeded' || !charge)
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      'payment_intent',
    );
  return charge;
}

const create = route('secret', 'POST /v1/refunds', createParams, (sandbox, { account, params }) => {
  if (params.refund_application_fee && account === sandbox.platform)
    throw refused('This charge has no application fee to refund.', undefined, 'refund_application_fee');
  const refund = createRefund(sandbox, chargeOf(sandbox, account, params), {
    amount: params.amount ?? null,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata ?? null),
    refundApplicationFee: params.refund_application_fee ?? false,
  });
  return formatRefund(refund);
});

const retrieve = route('secret', 'GET /v1/refunds/:id', parameters({}), ({ store }, { account, id }) => {
  const refund = store.get('refund', id);
  if (!refund || refund.account !== account) throw missingResource('refund', id, 'refund');
  return formatRefund(refund);
});

const listParams = parameters({ ...paging, payment_intent: optional(text()), charge: optional(text()) });

const list = route('secret', 'GET /v1/refunds', listParams, ({ store }, { account, params }) => {
  const own = store
    .all('refund')
    .filter(
      (refund) =>
        refund.account === account &&
        (params.payment_intent === undefined || refund.paymentIntent === params.payment_intent) &&
        (params.charge === undefined || refund.charge === params.charge),
    );
  return listPage('refund', '/v1/refunds', own, params, formatRefund);
});

export const refundRoutes: readonly Route[] = [create, retrieve, list];
