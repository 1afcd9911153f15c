import { keepCard, payNow } from '../billing/pay-invoice';
import { invoicePage } from '../billing/mails';
import { extendPortalSession, findPortalSession, isOver } from '../billing/portal';
import { changeMethod } from '../billing/change-subscription';
import { portalAddress } from '../format/portal';
import { formatPaymentIntent, publishablePaymentIntent } from '../format/payment-intent';
import { readCard } from '../payments/card-entry';
import { declineFailure } from '../payments/decline-messages';
import { createPaymentMethod } from '../payments/payment-methods';
import type { Sandbox } from '../sandbox';
import type { InvoiceEntity } from '../state/billing-entities';
import type { CardMethodEntity } from '../state/payment-entities';
import { integer, object, optional, parameters, required, text, unsettable } from '../wire/parameters';
import { missingResource, Refusal } from '../wire/refusal';
import { answerAttempt } from './payment-intents';
import { route, type Route } from './route';

const cardParams = parameters({
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

type Entered = ReturnType<typeof cardParams.read>;

function enteredCard(
  sandbox: Sandbox,
  account: string,
  email: string | null,
  { card, name, country, postal_code: postalCode }: Entered,
): CardMethodEntity {
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = card;
  const found = readCard({ number, expMonth, expYear, cvc }, new Date(sandbox.clock.now()));
  return createPaymentMethod(sandbox, account, {
    card: found,
    expMonth,
    expYear: expYear < 100 ? 2000 + expYear : expYear,
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
function nextStep(sandbox: Sandbox, key: string) {
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

const pay = route('publishable', 'POST /sandbox/invoices/:id/card', cardParams, (sandbox, { id, params }) => {
  const invoice = openInvoice(sandbox, id);
  const email = sandbox.store.get('customer', invoice.customer)?.email ?? null;
  const method = enteredCard(sandbox, invoice.account, email, params);
  const after = payNow(sandbox, invoice, method);
  if (after.lastError === null) keepCard(sandbox, invoice, method.id);
  answerAttempt(sandbox, after, publishablePaymentIntent);
  return nextStep(sandbox, id);
});

const look = route('publishable', 'GET /sandbox/invoices/:id/card', parameters({}), (sandbox, { id }) =>
  nextStep(sandbox, id),
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

export const savedCardRoutes: readonly Route[] = [pay, look, save];
