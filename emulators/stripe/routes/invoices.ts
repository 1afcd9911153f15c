import { markPaid } from '../billing/subscriptions';
import { dropPayment } from '../billing/invoices';
import { payNow } from '../renewals/collect';
import { findInvoice, formatInvoice, formatInvoicePayment } from '../billing/records';
import { finalize, voidInvoice } from '../renewals/renew';
import { takePaymentMethod } from '../payments/payment-methods';
import type { Sandbox } from '../state/sandbox';
import type { InvoiceEntity } from '../state/billing-entities';
import {
  listPage,
  paging,
  flag,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
} from '../wire/parameters';
import { refused } from '../wire/refusal';
import { answerAttempt } from './payment-intents';
import { route, type Route } from './route';

const retrieve = route('secret', 'GET /v1/invoices/:id', parameters({}), (sandbox, { account, id }) =>
  formatInvoice(sandbox, findInvoice(sandbox, account, id)),
);

const listParams = parameters({
  ...paging,
  customer: optional(text()),
  status: optional(oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
  subscription: optional(text()),
});

const listAll = route('secret', 'GET /v1/invoices', listParams, (sandbox, { account, params }) => {
  const own = sandbox.store
    .all('invoice')
    .filter(
      (invoice) =>
        invoice.account === account &&
        (params.customer === undefined || invoice.customer === params.customer) &&
        (params.status === undefined || invoice.status === params.status) &&
        (params.subscription === undefined || invoice.subscription === params.subscription),
    );
  return listPage('invoice', '/v1/invoices', own, params, (invoice) => formatInvoice(sandbox, invoice));
});

const payParams = parameters({
  off_session: optional(flag),
  paid_out_of_band: optional(flag),
  payment_method: optional(text()),
});

function openOf(sandbox: Sandbox, invoice: InvoiceEntity): InvoiceEntity {
  if (invoice.status === 'draft') finalize(sandbox, { ...invoice, createdEvent: null });
  return sandbox.store.get('invoice', invoice.id) ?? invoice;
}

const pay = route('secret', 'POST /v1/invoices/:id/pay', payParams, (sandbox, { account, id, params }) => {
  const before = findInvoice(sandbox, account, id);
  if (before.status === 'paid') throw refused('Invoice is already paid', 'invoice_already_paid');
  if (before.status === 'void') throw refused('Invoice is void and cannot be paid.');
  const invoice = openOf(sandbox, before);
  if (params.paid_out_of_band === true && invoice.status !== 'paid') {
    dropPayment(sandbox, invoice);
    return formatInvoice(sandbox, markPaid(sandbox, invoice, 'off-stripe'));
  }
  if (invoice.status !== 'paid') {
    const method =
      params.payment_method === undefined ? null : takePaymentMethod(sandbox, account, params.payment_method);
    answerAttempt(sandbox, payNow(sandbox, invoice, method));
  }
  return formatInvoice(sandbox, findInvoice(sandbox, account, id));
});

const makeVoid = route('secret', 'POST /v1/invoices/:id/void', parameters({}), (sandbox, { account, id }) => {
  const invoice = findInvoice(sandbox, account, id);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw refused(`You can only pass in open invoices. This invoice isn't open.`);
  return formatInvoice(sandbox, voidInvoice(sandbox, invoice));
});

const paymentListParams = parameters({
  ...paging,
  invoice: optional(text()),
  payment: optional(
    object({ type: required(oneOf('payment_intent', 'payment_record')), payment_intent: optional(text()) }),
  ),
  status: optional(oneOf('canceled', 'open', 'paid')),
});

const listPayments = route(
  'secret',
  'GET /v1/invoice_payments',
  paymentListParams,
  ({ store }, { account, params }) => {
    const { invoice, payment, status } = params;
    const own = store
      .all('invoicePayment')
      .filter(
        (each) =>
          each.account === account &&
          (invoice === undefined || each.invoice === invoice) &&
          (status === undefined || each.status === status) &&
          (payment === undefined || each.paymentIntent === payment.payment_intent),
      );
    return listPage('invoice_payment', '/v1/invoice_payments', own, params, formatInvoicePayment);
  },
);

export const invoiceRoutes: readonly Route[] = [listAll, retrieve, pay, makeVoid, listPayments];
