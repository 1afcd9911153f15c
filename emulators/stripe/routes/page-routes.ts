import { changeMethod } from '../billing/subscriptions';
import { invoicePage } from '../customers/mails';
import { extendPortalSession, findPortalSession, isOver, portalAddress } from '../customers/portal';
import { paySession, successAddress, type CheckoutWay } from '../paying/checkout';
import { declineFailure } from '../payments/charges';
import { challengeAddress, formatPaymentIntent, publishablePaymentIntent } from '../payments/intents';
import { createPaymentMethod, redirectOf } from '../payments/payment-methods';
import { readCard } from '../reference/test-cards';
import { asksCode, confirmingOf, redirectTypes } from '../reference/method-types';
import { keepCard, payNow } from '../renewals/collect';
import type { CheckoutSessionEntity, InvoiceEntity } from '../state/billing-entities';
import type { CardMethodEntity, PaymentIntentEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { Refusal, invalidParameter, missingParameter, missingResource } from '../wire/refusal';
import { answerAttempt, email } from './payment-intents';
import { cardData } from './publishable';
import { route, type Route } from './resource';

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
function nextStepOfSession(sandbox: Sandbox, id: string, intent: PaymentIntentEntity | undefined) {
  const session = openSession(sandbox, id);
  return {
    status: session.status,
    redirect: session.status === 'complete' ? successAddress(session) : null,
    challenge: intent ? challengeOf(sandbox, intent) : null,
    problem: intent?.lastError?.message ?? null,
  };
}

/** Any code is good: the sandbox asks for the answer on a page of its own. */
const code: p.Reader<string> = (value, param) => {
  const digits = p.text(6)(value, param);
  if (!/^\d{6}$/.test(digits)) throw invalidParameter(param, 'The code must have six digits.');
  return digits;
};

const payParams = p.parameters({
  email: p.required(email),
  name: p.optional(p.unsettable(p.text())),
  country: p.optional(p.unsettable(p.text(2))),
  postal_code: p.optional(p.unsettable(p.text(20))),
  type: p.optional(p.oneOf('card', ...redirectTypes)),
  code: p.optional(code),
  currency: p.optional(p.text(3)),
  card: p.optional(cardData),
});

type PayParams = ReturnType<(typeof payParams)['read']>;

function wayOf(sandbox: Sandbox, { type = 'card', code: typed, card: entered }: PayParams): CheckoutWay {
  if (type !== 'card') {
    if (asksCode(type) && typed === undefined) throw missingParameter('code');
    return { type };
  }
  if (!entered) throw missingParameter('card');
  return readCard(entered, new Date(sandbox.clock.now()));
}

const payOpenSession = route(
  'publishable',
  'POST /sandbox/checkout/:id/pay',
  payParams,
  (sandbox, { id, params }) => {
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
    return nextStepOfSession(sandbox, id, answerAttempt(sandbox, intent, publishablePaymentIntent));
  },
);

const readSession = route('publishable', 'GET /sandbox/checkout/:id', p.parameters({}), (sandbox, { id }) => {
  const { draftIntent } = openSession(sandbox, id);
  return nextStepOfSession(
    sandbox,
    id,
    draftIntent === null ? undefined : sandbox.store.get('paymentIntent', draftIntent),
  );
});

export const checkoutPageRoutes: readonly Route[] = [payOpenSession, readSession];

const cardParams = p.parameters({
  name: p.optional(p.unsettable(p.text())),
  country: p.optional(p.unsettable(p.text(2))),
  postal_code: p.optional(p.unsettable(p.text(20))),
  card: p.required(cardData),
});

type Entered = ReturnType<typeof cardParams.read>;

function enteredCard(
  sandbox: Sandbox,
  account: string,
  email: string | null,
  { card, name, country, postal_code: postalCode }: Entered,
): CardMethodEntity {
  return createPaymentMethod(sandbox, account, {
    ...readCard(card, new Date(sandbox.clock.now())),
    billing: {
      name: name ?? null,
      email,
      phone: null,
      country: country ?? null,
      postalCode: postalCode ?? null,
    },
  });
}

/** The page proves access to the invoice with its long key alone. */
function openInvoice({ store }: Sandbox, key: string): InvoiceEntity {
  const invoice = store.all('invoice').find((each) => each.key === key);
  if (!invoice || invoice.status === 'draft') throw missingResource('invoice', key, 'invoice');
  return invoice;
}

/** The next step of the invoice's page: the page again when it is paid, a 3-D Secure challenge, or an error. */
function nextStepOfInvoice(sandbox: Sandbox, key: string) {
  const invoice = openInvoice(sandbox, key);
  const intent = sandbox.store.get('paymentIntent', invoice.paymentIntent ?? '');
  const action = intent ? formatPaymentIntent(sandbox, intent).next_action : null;
  const challenge = action?.use_stripe_sdk?.['stripe_js'];
  return {
    redirect: invoice.status === 'paid' ? invoicePage(sandbox, invoice) : null,
    challenge: typeof challenge === 'string' ? challenge : null,
    problem: intent?.lastError?.message ?? null,
  };
}

const payInvoice = route(
  'publishable',
  'POST /sandbox/invoices/:id/card',
  cardParams,
  (sandbox, { id, params }) => {
    const invoice = openInvoice(sandbox, id);
    const email = sandbox.store.get('customer', invoice.customer)?.email ?? null;
    const method = enteredCard(sandbox, invoice.account, email, params);
    const after = payNow(sandbox, invoice, method);
    if (after.lastError === null) keepCard(sandbox, invoice, method.id);
    answerAttempt(sandbox, after, publishablePaymentIntent);
    return nextStepOfInvoice(sandbox, id);
  },
);

const readInvoice = route(
  'publishable',
  'GET /sandbox/invoices/:id/card',
  p.parameters({}),
  (sandbox, { id }) => nextStepOfInvoice(sandbox, id),
);

/** Another saved card. Its bank is asked whether it may be saved, and nothing is charged. */
const save = route('publishable', 'POST /sandbox/portal/:id/card', cardParams, (sandbox, { id, params }) => {
  const session = findPortalSession(sandbox, id);
  if (!session || isOver(sandbox, session)) throw missingResource('portal session', id, 'session');
  const customer = sandbox.store.get('customer', session.customer);
  const method = enteredCard(sandbox, session.account, customer?.email ?? null, params);
  const { bank, offSession } = method.card.behaviour;
  if (bank.kind !== 'approved' && offSession !== 'fails') {
    const message = bank.kind === 'declined' ? declineFailure(bank).message : 'Your card was declined.';
    throw new Refusal(402, { type: 'card_error', code: 'card_declined', message });
  }
  for (const subscription of sandbox.store.all('subscription'))
    if (subscription.customer === session.customer && subscription.status !== 'canceled')
      changeMethod(sandbox, subscription, method.id);
  extendPortalSession(sandbox, session);
  const afterUrl = session.flow.type === 'home' ? null : session.flow.afterUrl;
  return { redirect: afterUrl ?? portalAddress(sandbox, session), challenge: null, problem: null };
});

export const savedCardRoutes: readonly Route[] = [payInvoice, readInvoice, save];
