import { publishablePaymentIntent } from '../format/payment-intent';
import { checkAmount, checkCurrency } from '../payments/amounts';
import { attemptPayment, finishChallenge } from '../payments/confirm';
import { findIntent } from '../payments/intents';
import { canBeDeferred } from '../payments/method-types';
import { redirectOf } from '../payments/type-of-method';
import { walletsOn } from '../payments/wallet-hosts';
import { nothingOffered, offeredTypes } from '../payments/offered-types';
import type { Sandbox } from '../sandbox';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { flag, integer, list, object, oneOf, optional, parameters, required, text } from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { answerAttempt, challengeVia } from './payment-intents';
import { leavesFor, methodData, presentedMethod } from './presented-method';
import { route, type Route } from './route';

/** A browser proves with the client secret that it may access this intent. */
function openIntent(sandbox: Sandbox, account: string, id: string, secret: string): PaymentIntentEntity {
  const intent = findIntent(sandbox, account, id);
  if (intent.clientSecret !== secret) throw missingResource('payment_intent', id, 'intent');
  return intent;
}

/** What deferred Elements declared before the intent existed. The intent must match it. */
const deferred = object({
  mode: required(oneOf('payment')),
  amount: required(integer(0)),
  currency: required(text(3)),
  allowed_payment_method_types: optional(list(text())),
});

const confirmParams = parameters({
  client_secret: required(text()),
  payment_method_data: required(methodData),
  deferred_intent: optional(deferred),
  return_url: optional(text()),
  use_stripe_sdk: optional(flag),
});

type Deferred = ReturnType<typeof deferred>;

function checkDeclared(intent: PaymentIntentEntity, declared: Deferred): void {
  if (declared.currency !== intent.currency)
    throw refused(
      `The provided currency (${declared.currency}) does not match the expected currency (${intent.currency}).`,
      'payment_intent_invalid_parameter',
      'currency',
    );
  const types = (names: readonly string[] | null | undefined) => [...(names ?? [])].sort().join(',');
  if (types(declared.allowed_payment_method_types) !== types(intent.allowedTypes))
    throw refused(
      `The provided allowed_payment_method_types (${types(declared.allowed_payment_method_types)}) do not match the expected allowed_payment_method_types (${types(intent.allowedTypes)}).`,
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    );
}

const retrieve = route(
  'publishable',
  'GET /v1/payment_intents/:id',
  parameters({ client_secret: required(text()) }),
  (sandbox, { account, id, params }) =>
    publishablePaymentIntent(sandbox, openIntent(sandbox, account, id, params.client_secret)),
);

const confirm = route(
  'publishable',
  'POST /v1/payment_intents/:id/confirm',
  confirmParams,
  (sandbox, { account, id, params }) => {
    const intent = openIntent(sandbox, account, id, params.client_secret);
    if (params.deferred_intent) checkDeclared(intent, params.deferred_intent);
    const method = presentedMethod(sandbox, intent, params.payment_method_data);
    const via =
      redirectOf(method) !== null
        ? leavesFor(params.return_url)
        : challengeVia(params.return_url, params.use_stripe_sdk);
    const attempted = answerAttempt(
      sandbox,
      attemptPayment(sandbox, intent, method, via),
      publishablePaymentIntent,
    );
    return publishablePaymentIntent(sandbox, attempted);
  },
);

const redirectStatus = ({ status }: PaymentIntentEntity): string => {
  if (status === 'succeeded') return status;
  // Stripe's word for a payment that takes days is the same as for one that has not begun.
  return status === 'processing' ? 'pending' : 'failed';
};

/** The URL after a 3-D Secure challenge that was a page of its own. */
function returnAddress({ challenge }: PaymentIntentEntity, finished: PaymentIntentEntity): string | null {
  if (!challenge || challenge.via === 'stripe-js') return null;
  const target = new URL(challenge.via.returnUrl);
  target.searchParams.set('payment_intent', finished.id);
  target.searchParams.set('payment_intent_client_secret', finished.clientSecret);
  target.searchParams.set('redirect_status', redirectStatus(finished));
  return target.href;
}

/** Asked by Stripe.js before it shows a form: can this account take cards in this currency? */
const session = route(
  'publishable',
  'GET /v1/elements/sessions',
  // `referrer_host`: where the page is.
  parameters({ deferred_intent: optional(deferred), referrer_host: optional(text()) }),
  (sandbox, { account, params }) => {
    const declared = params.deferred_intent;
    if (declared) checkAmount(declared.amount, checkCurrency(declared.currency));
    if (sandbox.store.get('account', account)?.cardPayments !== 'active')
      throw refused('This account cannot accept card payments at the moment.', 'capability_not_active');
    const allowed = declared?.allowed_payment_method_types ?? null;
    const offered = offeredTypes(
      sandbox,
      { account, currency: declared?.currency ?? '', amount: declared?.amount ?? 0 },
      allowed,
    );
    const types = offered.filter(canBeDeferred);
    if (types.length === 0) throw nothingOffered('Payment Intent');
    const wallets = walletsOn(sandbox, account, params.referrer_host ?? '', types);
    return { object: 'elements_session', payment_method_types: types, wallets };
  },
);

const answer = (outcome: 'complete' | 'fail' | 'later') =>
  route(
    'publishable',
    `POST /sandbox/3ds/:id/${outcome}`,
    parameters({ source: required(text()) }),
    (sandbox, { id, params }) => {
      const intent = sandbox.store.get('paymentIntent', id);
      if (intent?.challenge?.source !== params.source)
        throw missingResource('source', params.source, 'source');
      const finished = finishChallenge(sandbox, intent, outcome);
      return { status: finished.status, return_url: returnAddress(intent, finished) };
    },
  );

export const publishableRoutes: readonly Route[] = [
  session,
  retrieve,
  confirm,
  answer('complete'),
  answer('fail'),
  answer('later'),
];
