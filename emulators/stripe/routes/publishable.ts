import { publishablePaymentIntent } from '../format/payment-intent';
import { checkAmount, checkCurrency } from '../payments/amounts';
import { attemptPayment, finishChallenge } from '../payments/confirm';
import { readCard } from '../payments/card-entry';
import { findIntent } from '../payments/intents';
import { createPaymentMethod } from '../payments/payment-methods';
import type { Sandbox } from '../sandbox';
import type { BillingDetails, PaymentIntentEntity } from '../state/payment-entities';
import {
  flag,
  integer,
  list,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
  unsettable,
} from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { answerAttempt, challengeVia } from './payment-intents';
import { route, type Route } from './route';

/** A browser proves with the client secret that it may access this intent. */
function openIntent(sandbox: Sandbox, account: string, id: string, secret: string): PaymentIntentEntity {
  const intent = findIntent(sandbox, account, id);
  if (intent.clientSecret !== secret) throw missingResource('payment_intent', id, 'intent');
  return intent;
}

const blank = optional(unsettable(text()));
const billing = object({
  name: blank,
  email: blank,
  phone: blank,
  address: optional(
    object({ country: blank, postal_code: blank, city: blank, line1: blank, line2: blank, state: blank }),
  ),
});

const card = object({
  number: required(text(30)),
  exp_month: required(integer()),
  exp_year: required(integer()),
  cvc: required(text(4)),
});

/** What deferred Elements declared before the intent existed. The intent must match it. */
const deferred = object({
  mode: required(oneOf('payment')),
  amount: required(integer(0)),
  currency: required(text(3)),
  allowed_payment_method_types: optional(list(text())),
});

const confirmParams = parameters({
  client_secret: required(text()),
  payment_method_data: required(
    object({ type: required(oneOf('card')), card: required(card), billing_details: optional(billing) }),
  ),
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

const toBilling = (details: ReturnType<typeof billing> | undefined): BillingDetails => ({
  name: details?.name ?? null,
  email: details?.email ?? null,
  phone: details?.phone ?? null,
  country: details?.address?.country ?? null,
  postalCode: details?.address?.postal_code ?? null,
});

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
    const entered = params.payment_method_data.card;
    const found = readCard(
      { number: entered.number, expMonth: entered.exp_month, expYear: entered.exp_year, cvc: entered.cvc },
      new Date(sandbox.clock.now()),
    );
    const method = createPaymentMethod(sandbox, account, {
      card: found,
      expMonth: entered.exp_month,
      expYear: entered.exp_year < 100 ? 2000 + entered.exp_year : entered.exp_year,
      billing: toBilling(params.payment_method_data.billing_details),
    });
    const via = challengeVia(params.return_url, params.use_stripe_sdk);
    const attempted = answerAttempt(
      sandbox,
      attemptPayment(sandbox, intent, method, via),
      publishablePaymentIntent,
    );
    return publishablePaymentIntent(sandbox, attempted);
  },
);

/** The URL after a 3-D Secure challenge that was a page of its own. */
function returnAddress({ challenge }: PaymentIntentEntity, finished: PaymentIntentEntity): string | null {
  if (!challenge || challenge.via === 'stripe-js') return null;
  const target = new URL(challenge.via.returnUrl);
  target.searchParams.set('payment_intent', finished.id);
  target.searchParams.set('payment_intent_client_secret', finished.clientSecret);
  target.searchParams.set('redirect_status', finished.status === 'succeeded' ? 'succeeded' : 'failed');
  return target.href;
}

/** Asked by Stripe.js before it shows a form: can this account take cards in this currency? */
const session = route(
  'publishable',
  'GET /v1/elements/sessions',
  parameters({ deferred_intent: optional(deferred) }),
  ({ store }, { account, params }) => {
    if (params.deferred_intent) {
      const { amount, currency } = params.deferred_intent;
      checkAmount(amount, checkCurrency(currency));
    }
    if (store.get('account', account)?.cardPayments !== 'active')
      throw refused('This account cannot accept card payments at the moment.', 'capability_not_active');
    return { object: 'elements_session', payment_method_types: ['card'] };
  },
);

const answer = (outcome: 'complete' | 'fail') =>
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
];
