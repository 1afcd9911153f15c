import { walletsOn } from '../accounts/accounts';
import { attemptPayment, finishChallenge } from '../paying/confirm';
import {
  checkAccountReady,
  nothingOffered,
  offeredTypes,
  publishablePaymentIntent,
} from '../payments/intents';
import {
  createLinkMethod,
  createPaymentMethod,
  createRedirectMethod,
  redirectOf,
} from '../payments/payment-methods';
import { checkAmount, checkCurrency } from '../reference/amounts';
import { findCardByMethod, readCard, type TestCard } from '../reference/test-cards';
import { canBeDeferred, consentTypes, redirectTypes } from '../reference/method-types';
import type {
  BillingDetails,
  ChallengeEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { answerAttempt, challengeVia, paymentIntents } from './payment-intents';
import { route, type Route } from './resource';

const blank = p.optional(p.unsettable(p.text()));
const billing = p.object({
  name: blank,
  email: blank,
  phone: blank,
  address: p.optional(
    p.object({ country: blank, postal_code: blank, city: blank, line1: blank, line2: blank, state: blank }),
  ),
});

/** What a form sends of a card. */
export const cardData = p.object({
  number: p.required(p.text(30)),
  exp_month: p.required(p.integer()),
  exp_year: p.required(p.integer()),
  cvc: p.required(p.text(4)),
});

/** What the form or a wallet sends: a card, or the name of another way to pay. */
const methodData = p.object({
  type: p.required(p.oneOf('card', 'link', ...redirectTypes)),
  card: p.optional(cardData),
  /** The consent in a wallet's dialog; the sandbox's wallets have a good card and a bad one. */
  wallet: p.optional(p.object({ type: p.required(p.oneOf(...consentTypes)), declines: p.optional(p.flag) })),
  billing_details: p.optional(billing),
});

const toBilling = (details: ReturnType<typeof billing> | undefined): BillingDetails => ({
  name: details?.name ?? null,
  email: details?.email ?? null,
  phone: details?.phone ?? null,
  country: details?.address?.country ?? null,
  postalCode: details?.address?.postal_code ?? null,
});

/** Banks and wallets open in the place of the page, which must say where they lead back to. */
function leavesFor(returnUrl: string | undefined): ChallengeEntity['via'] {
  if (returnUrl === undefined)
    throw refused('This payment method needs a `return_url`.', 'parameter_missing', 'return_url');
  return { returnUrl };
}

/** The card that a wallet of the sandbox pays with. */
function cardIn(declines = false): TestCard {
  const found = findCardByMethod(declines ? 'pm_card_chargeDeclined' : 'pm_card_visa');
  if (!found) throw refused('The wallet has no card.', 'parameter_missing', 'payment_method_data');
  return found;
}

/** What the form was filled with: a card, or the name of another way to pay. */
function presentedMethod(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  { type, card: entered, wallet, billing_details: details }: ReturnType<typeof methodData>,
): PaymentMethodEntity {
  const billingDetails = toBilling(details);
  if (!canBeDeferred(type))
    throw refused(
      `The sandbox offers "${type}" on its hosted page alone.`,
      'payment_intent_invalid_parameter',
      'payment_method_data',
    );
  checkAccountReady(sandbox, intent.account);
  if (!offeredTypes(sandbox, intent, intent.allowedTypes).includes(type))
    throw refused(
      `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard and compatible with the payment.`,
      'payment_intent_invalid_parameter',
      'payment_method_data',
    );
  if (type === 'link')
    return createLinkMethod(sandbox, intent.account, cardIn(wallet?.declines), billingDetails);
  if (type !== 'card') return createRedirectMethod(sandbox, intent.account, type, billingDetails);
  if (wallet) {
    if (wallet.type === 'link')
      throw refused(
        'Link is a payment method of its own.',
        'payment_intent_invalid_parameter',
        'payment_method_data[wallet]',
      );
    const expYear = new Date(sandbox.clock.now()).getUTCFullYear() + 1;
    return createPaymentMethod(sandbox, intent.account, {
      card: cardIn(wallet.declines),
      wallet: wallet.type,
      expMonth: 12,
      expYear,
      billing: billingDetails,
    });
  }
  if (!entered)
    throw refused('Missing required param: card.', 'parameter_missing', 'payment_method_data[card]');
  const read = readCard(entered, new Date(sandbox.clock.now()));
  return createPaymentMethod(sandbox, intent.account, { ...read, billing: billingDetails });
}

/** A browser proves with the client secret that it may access this intent. */
function openIntent(sandbox: Sandbox, account: string, id: string, secret: string): PaymentIntentEntity {
  const intent = paymentIntents.find(sandbox, account, id);
  if (intent.clientSecret !== secret) throw missingResource('payment_intent', id, 'intent');
  return intent;
}

/** What deferred Elements declared before the intent existed. The intent must match it. */
const deferred = p.object({
  mode: p.required(p.oneOf('payment')),
  amount: p.required(p.integer(0)),
  currency: p.required(p.text(3)),
  allowed_payment_method_types: p.optional(p.list(p.text())),
});

const confirmParams = p.parameters({
  client_secret: p.required(p.text()),
  payment_method_data: p.required(methodData),
  deferred_intent: p.optional(deferred),
  return_url: p.optional(p.text()),
  use_stripe_sdk: p.optional(p.flag),
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
  p.parameters({ client_secret: p.required(p.text()) }),
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
  p.parameters({ deferred_intent: p.optional(deferred), referrer_host: p.optional(p.text()) }),
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
    p.parameters({ source: p.required(p.text()) }),
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
