import { createRefund, formatRefund } from '../money-back/refunds';
import { formatCharge } from '../payments/charges';
import { mergeMetadata } from '../payments/intents';
import type { ChargeEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { missingParameter, refused } from '../wire/refusal';
import { paymentIntents } from './payment-intents';
import { by, resource, route, type Route } from './resource';

const charges = resource('charge', {
  address: '/v1/charges',
  called: 'charge',
  param: 'id',
  format: formatCharge,
});

export const chargeRoutes: readonly Route[] = [
  charges.retrieve,
  charges.list({ payment_intent: by(p.text(), (charge) => charge.paymentIntent) }),
];

const createParams = p.parameters({
  payment_intent: p.optional(p.text()),
  charge: p.optional(p.text()),
  amount: p.optional(p.integer(1)),
  reason: p.optional(p.oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  refund_application_fee: p.optional(p.flag),
  metadata: p.optional(p.unsettable(p.metadata)),
});

function chargeOf(
  sandbox: Sandbox,
  account: string,
  params: { readonly payment_intent?: string; readonly charge?: string },
): ChargeEntity {
  if (params.charge !== undefined) return charges.find(sandbox, account, params.charge, 'charge');
  if (params.payment_intent === undefined) throw missingParameter('payment_intent');
  const intent = paymentIntents.find(sandbox, account, params.payment_intent);
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

const refunds = resource('refund', {
  address: '/v1/refunds',
  called: 'refund',
  param: 'refund',
  format: (_, refund) => formatRefund(refund),
});

export const refundRoutes: readonly Route[] = [
  create,
  refunds.retrieve,
  refunds.list({
    payment_intent: by(p.text(), (refund) => refund.paymentIntent),
    charge: by(p.text(), (refund) => refund.charge),
  }),
];
