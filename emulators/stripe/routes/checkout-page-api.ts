import { readCard } from '../payments/card-entry';
import { paySession, successAddress, type CheckoutWay } from '../payments/checkout';
import { asksCode, confirmingOf, redirectTypes } from '../payments/method-types';
import { redirectOf } from '../payments/type-of-method';
import type { Sandbox } from '../sandbox';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import type { PaymentIntentEntity } from '../state/payment-entities';
import { challengeAddress } from '../format/next-action';
import { publishablePaymentIntent } from '../format/payment-intent';
import { oneOf, optional, parameters, required, text, unsettable, type Reader } from '../wire/parameters';
import { invalidParameter, missingParameter, missingResource } from '../wire/refusal';
import { email } from './payment-intent-params';
import { answerAttempt } from './payment-intents';
import { cardData } from './presented-method';
import { route, type Route } from './route';

/** The page proves access to the session with its long id alone. */
function openSession({ store }: Sandbox, id: string): CheckoutSessionEntity {
  const session = store.get('checkoutSession', id);
  if (!session) throw missingResource('checkout.session', id, 'session');
  return session;
}

/**
 * Where the bank or the app asks the buyer. `above`: in a frame over the page. `app`: over the page where the buyer has the app on another device, else in
 * the place of the page.
 */
function challengeOf(sandbox: Sandbox, intent: PaymentIntentEntity) {
  const address = challengeAddress(sandbox, intent);
  if (address === null) return null;
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  const way = redirectOf(method);
  if (way === null) return { address, place: 'above' };
  const { kind } = confirmingOf(way);
  return kind === 'push' || kind === 'scan'
    ? { address: `${address}&code`, place: 'above' }
    : { address, place: kind };
}

/** The next URL of the page: the shop, the bank's page or challenge, or null. */
function nextStep(sandbox: Sandbox, id: string, intent: PaymentIntentEntity | undefined) {
  const session = openSession(sandbox, id);
  return {
    status: session.status,
    redirect: session.status === 'complete' ? successAddress(session) : null,
    challenge: intent ? challengeOf(sandbox, intent) : null,
    problem: intent?.lastError?.message ?? null,
  };
}

/** Any code is good: the sandbox asks for the answer on a page of its own. */
const code: Reader<string> = (value, param) => {
  const digits = text(6)(value, param);
  if (!/^\d{6}$/.test(digits)) throw invalidParameter(param, 'The code must have six digits.');
  return digits;
};

const payParams = parameters({
  email: required(email),
  name: optional(unsettable(text())),
  country: optional(unsettable(text(2))),
  postal_code: optional(unsettable(text(20))),
  type: optional(oneOf('card', ...redirectTypes)),
  code: optional(code),
  currency: optional(text(3)),
  card: optional(cardData),
});

type PayParams = ReturnType<(typeof payParams)['read']>;

function wayOf(sandbox: Sandbox, { type = 'card', code: typed, card: entered }: PayParams): CheckoutWay {
  if (type !== 'card') {
    if (asksCode(type) && typed === undefined) throw missingParameter('code');
    return { type };
  }
  if (!entered) throw missingParameter('card');
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = entered;
  const card = readCard({ number, expMonth, expYear, cvc }, new Date(sandbox.clock.now()));
  return { card, expMonth, expYear: expYear < 100 ? 2000 + expYear : expYear };
}

const pay = route('publishable', 'POST /sandbox/checkout/:id/pay', payParams, (sandbox, { id, params }) => {
  const intent = paySession(sandbox, openSession(sandbox, id), {
    way: wayOf(sandbox, params),
    email: params.email,
    currency: params.currency ?? null,
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
