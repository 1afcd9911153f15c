import { markPaid } from '../billing/subscriptions';
import { dropPayment } from '../billing/invoices';
import { payNow } from '../renewals/collect';
import { formatInvoice, formatInvoicePayment } from '../billing/records';
import { finalize, voidInvoice } from '../renewals/renew';
import { takePaymentMethod } from '../payments/payment-methods';
import type { Sandbox } from '../state/sandbox';
import type { InvoiceEntity } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { refused } from '../wire/refusal';
import { answerAttempt } from './payment-intents';
import { by, keeping, resource, route, type Route } from './resource';

const invoices = resource('invoice', {
  address: '/v1/invoices',
  called: 'invoice',
  param: 'invoice',
  format: (sandbox, invoice) => formatInvoice(sandbox, invoice),
});

const payParams = p.parameters({
  off_session: p.optional(p.flag),
  paid_out_of_band: p.optional(p.flag),
  payment_method: p.optional(p.text()),
});

function openOf(sandbox: Sandbox, invoice: InvoiceEntity): InvoiceEntity {
  if (invoice.status === 'draft') finalize(sandbox, { ...invoice, createdEvent: null });
  return sandbox.store.get('invoice', invoice.id) ?? invoice;
}

const pay = route('secret', 'POST /v1/invoices/:id/pay', payParams, (sandbox, { account, id, params }) => {
  const before = invoices.find(sandbox, account, id);
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
  return formatInvoice(sandbox, invoices.find(sandbox, account, id));
});

const makeVoid = route(
  'secret',
  'POST /v1/invoices/:id/void',
  p.parameters({}),
  (sandbox, { account, id }) => {
    const invoice = invoices.find(sandbox, account, id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw refused(`You can only pass in open invoices. This invoice isn't open.`);
    return formatInvoice(sandbox, voidInvoice(sandbox, invoice));
  },
);

const invoicePayments = resource('invoicePayment', {
  address: '/v1/invoice_payments',
  called: 'invoice_payment',
  param: 'id',
  format: (_, payment) => formatInvoicePayment(payment),
});

const ofPayment = p.object({
  type: p.required(p.oneOf('payment_intent', 'payment_record')),
  payment_intent: p.optional(p.text()),
});

export const invoiceRoutes: readonly Route[] = [
  invoices.list({
    customer: by(p.text(), (invoice) => invoice.customer),
    status: by(p.oneOf('draft', 'open', 'paid', 'uncollectible', 'void'), (invoice) => invoice.status),
    subscription: by(p.text(), (invoice) => invoice.subscription),
  }),
  invoices.retrieve,
  pay,
  makeVoid,
  invoicePayments.list({
    invoice: by(p.text(), (payment) => payment.invoice),
    payment: keeping(ofPayment, (payment, asked) => payment.paymentIntent === asked.payment_intent),
    status: by(p.oneOf('canceled', 'open', 'paid'), (payment) => payment.status),
  }),
];
