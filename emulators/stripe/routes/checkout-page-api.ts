import { readCard } from '../payments/card-entry';
import { paySession, successAddress } from '../payments/checkout';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { formatPaymentIntent, publishablePaymentIntent } from '../format/payment-intent';
import { integer, object, optional, parameters, required, text, unsettable } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { email } from './payment-intent-params';
import { answerAttempt } from './payment-intents';
import { route, type Route } from './route';

/** The page proves access to the session with its long id alone. */
function openSession({ store }: Sandbox, id: string): CheckoutSessionEntity {
  const session = store.get('checkoutSession', id);
  if (!session) throw missingResource('checkout.session', id, 'session');
  return session;
}

/** The next URL of the page: the shop, the 3-D Secure challenge, or null. */
function nextStep(sandbox: Sandbox, id: string, intent: PaymentIntentEntity | undefined) {
  const session = openSession(sandbox, id);
  const action = intent ? formatPaymentIntent(sandbox, intent).next_action : null;
  const challenge = action?.use_stripe_sdk?.['stripe_js'];
  return {
    status: session.status,
    redirect: session.status === 'complete' ? successAddress(session) : null,
    challenge: typeof challenge === 'string' ? challenge : null,
    problem: intent?.lastError?.message ?? null,
  };
}

const payParams = parameters({
  email: required(email),
  name: optional(unsettable(text())),
  country: optional(unsettable(text(2))),
  postal_code: optional(unsettable(text(20))),
  card: required(
    object({
      number: required(text(30)),
      exp_month: required(integer()),
      exp_year: required(integer()),
      cvc: required(text(4)),
    }),
  ),
});

const pay = route('publishable', 'POST /sandbox/checkout/:id/pay', payParams, (sandbox, { id, params }) => {
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = params.card;
  const card = readCard({ number, expMonth, expYear, cvc }, new Date(sandbox.clock.now()));
  const intent = paySession(sandbox, openSession(sandbox, id), {
    card,
    expMonth,
    expYear: expYear < 100 ? 2000 + expYear : expYear,
    email: params.email,
    billing: {
      name: params.name ?? null,
      email: params.email,
      phone: null,
      country: params.country ?? null,
      postalCode: params.postal_code ?? null,
    },
  });
  return nextStep(sandbox, id, answerAttempt(sandbox, intent, publishablePaymentIntent));
});

const look = route('publishable', 'GET /sandbox/checkout/:id', parameters({}), (sandbox, { id }) => {
  const { draftIntent } = openSession(sandbox, id);
  return nextStep(
    sandbox,
    id,
    draftIntent === null ? undefined : sandbox.store.get('paymentIntent', draftIntent),
  );
});

export const checkoutPageRoutes: readonly Route[] = [pay, look];
