/** The SDK's types of the parameters and of the answer, for each endpoint. */
interface WireType {
  readonly params: string;
  readonly answer: string;
}

const list = (item: string): string => `Stripe.ApiList<${item}>`;
const one = (name: string, action: string): WireType => ({
  params: `Stripe.${name}${action}Params`,
  answer: `Stripe.${name}`,
});
const many = (name: string): WireType => ({
  params: `Stripe.${name}ListParams`,
  answer: list(`Stripe.${name}`),
});

const BILLING_TYPES: Readonly<Record<string, WireType>> = {
  'POST /v1/products': one('Product', 'Create'),
  'GET /v1/products': many('Product'),
  'GET /v1/products/:id': one('Product', 'Retrieve'),
  'POST /v1/products/:id': one('Product', 'Update'),
  'POST /v1/prices': one('Price', 'Create'),
  'GET /v1/prices': many('Price'),
  'GET /v1/prices/:id': one('Price', 'Retrieve'),
  'POST /v1/customers': one('Customer', 'Create'),
  'POST /v1/customers/:id': one('Customer', 'Update'),
  'GET /v1/customers': many('Customer'),
  'GET /v1/customers/search': {
    params: 'Stripe.CustomerSearchParams',
    answer: 'Stripe.ApiSearchResult<Stripe.Customer>',
  },
  'GET /v1/customers/:id': {
    params: 'Stripe.CustomerRetrieveParams',
    answer: 'Stripe.Customer | Stripe.DeletedCustomer',
  },
  'DELETE /v1/customers/:id': {
    params: 'Stripe.CustomerDeleteParams',
    answer: 'Stripe.DeletedCustomer',
  },
  'POST /v1/test_helpers/test_clocks': one('TestHelpers.TestClock', 'Create'),
  'GET /v1/test_helpers/test_clocks': many('TestHelpers.TestClock'),
  'GET /v1/test_helpers/test_clocks/:id': one('TestHelpers.TestClock', 'Retrieve'),
  'POST /v1/test_helpers/test_clocks/:id/advance': one('TestHelpers.TestClock', 'Advance'),
  'DELETE /v1/test_helpers/test_clocks/:id': {
    params: 'Stripe.TestHelpers.TestClockDeleteParams',
    answer: 'Stripe.TestHelpers.DeletedTestClock',
  },
  'GET /v1/subscriptions': many('Subscription'),
  'GET /v1/subscriptions/:id': one('Subscription', 'Retrieve'),
  'POST /v1/subscriptions/:id': one('Subscription', 'Update'),
  'DELETE /v1/subscriptions/:id': one('Subscription', 'Cancel'),
  'GET /v1/invoices': many('Invoice'),
  'GET /v1/invoices/:id': one('Invoice', 'Retrieve'),
  'POST /v1/invoices/:id/pay': one('Invoice', 'Pay'),
  'POST /v1/invoices/:id/void': one('Invoice', 'VoidInvoice'),
  'GET /v1/invoice_payments': many('InvoicePayment'),
  'POST /v1/billing_portal/configurations': one('BillingPortal.Configuration', 'Create'),
  'GET /v1/billing_portal/configurations': many('BillingPortal.Configuration'),
  'GET /v1/billing_portal/configurations/:id': one('BillingPortal.Configuration', 'Retrieve'),
  'POST /v1/billing_portal/configurations/:id': one('BillingPortal.Configuration', 'Update'),
  'POST /v1/billing_portal/sessions': one('BillingPortal.Session', 'Create'),
};

export const WIRE_TYPES: Readonly<Record<string, WireType>> = {
  'POST /v1/payment_intents': one('PaymentIntent', 'Create'),
  'GET /v1/payment_intents': many('PaymentIntent'),
  'GET /v1/payment_intents/:id': one('PaymentIntent', 'Retrieve'),
  'POST /v1/payment_intents/:id': one('PaymentIntent', 'Update'),
  'POST /v1/payment_intents/:id/confirm': one('PaymentIntent', 'Confirm'),
  'POST /v1/payment_intents/:id/cancel': one('PaymentIntent', 'Cancel'),
  'GET /v1/charges/:id': one('Charge', 'Retrieve'),
  'GET /v1/charges': many('Charge'),
  'GET /v1/balance_transactions': many('BalanceTransaction'),
  'GET /v1/balance_transactions/:id': one('BalanceTransaction', 'Retrieve'),
  'POST /v1/refunds': one('Refund', 'Create'),
  'GET /v1/refunds/:id': one('Refund', 'Retrieve'),
  'GET /v1/refunds': many('Refund'),
  'GET /v1/disputes/:id': one('Dispute', 'Retrieve'),
  'GET /v1/disputes': many('Dispute'),
  'POST /v1/disputes/:id': one('Dispute', 'Update'),
  'POST /v1/disputes/:id/close': one('Dispute', 'Close'),
  'GET /v1/radar/early_fraud_warnings/:id': one('Radar.EarlyFraudWarning', 'Retrieve'),
  'GET /v1/radar/early_fraud_warnings': many('Radar.EarlyFraudWarning'),
  'POST /v1/payouts': one('Payout', 'Create'),
  'GET /v1/payouts/:id': one('Payout', 'Retrieve'),
  'GET /v1/payouts': many('Payout'),
  'GET /v1/balance': one('Balance', 'Retrieve'),
  'GET /v1/balance_settings': one('BalanceSettings', 'Retrieve'),
  'GET /v1/account': { params: 'Stripe.AccountRetrieveCurrentParams', answer: 'Stripe.Account' },
  'GET /v1/accounts/:id': one('Account', 'Retrieve'),
  'POST /v2/core/accounts': one('V2.Core.Account', 'Create'),
  'GET /v2/core/accounts/:id': one('V2.Core.Account', 'Retrieve'),
  'POST /v2/core/account_links': one('V2.Core.AccountLink', 'Create'),
  'POST /v2/core/accounts/:id/close': one('V2.Core.Account', 'Close'),
  'POST /v1/checkout/sessions': one('Checkout.Session', 'Create'),
  'GET /v1/checkout/sessions/:id': one('Checkout.Session', 'Retrieve'),
  'POST /v1/checkout/sessions/:id/expire': one('Checkout.Session', 'Expire'),
  'GET /v1/checkout/sessions': many('Checkout.Session'),
  'GET /v1/payment_method_configurations': many('PaymentMethodConfiguration'),
  'GET /v1/payment_method_configurations/:id': one('PaymentMethodConfiguration', 'Retrieve'),
  'POST /v1/payment_method_configurations/:id': one('PaymentMethodConfiguration', 'Update'),
  'POST /v1/payment_method_domains': one('PaymentMethodDomain', 'Create'),
  'GET /v1/payment_method_domains/:id': one('PaymentMethodDomain', 'Retrieve'),
  'GET /v1/payment_method_domains': many('PaymentMethodDomain'),
  'POST /v1/payment_method_domains/:id': one('PaymentMethodDomain', 'Update'),
  'POST /v1/payment_method_domains/:id/validate': one('PaymentMethodDomain', 'Validate'),
  'POST /v1/webhook_endpoints': one('WebhookEndpoint', 'Create'),
  'GET /v1/webhook_endpoints': many('WebhookEndpoint'),
  'GET /v1/webhook_endpoints/:id': one('WebhookEndpoint', 'Retrieve'),
  'POST /v1/webhook_endpoints/:id': one('WebhookEndpoint', 'Update'),
  'DELETE /v1/webhook_endpoints/:id': {
    params: 'Stripe.WebhookEndpointDeleteParams',
    answer: 'Stripe.DeletedWebhookEndpoint',
  },
  ...BILLING_TYPES,
  'GET /v1/events/:id': { params: 'Stripe.EventRetrieveParams', answer: '' },
  'GET /v1/events': { params: 'Stripe.EventListParams', answer: '' },
};

/** Every event type that the sandbox sends. */
export const EVENT_TYPES = [
  'account.application.deauthorized',
  'account.updated',
  'application_fee.created',
  'application_fee.refunded',
  'capability.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.refund.updated',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.finalization_failed',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice_payment.paid',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_method.automatically_updated',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'payout.reconciliation_completed',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'test_helpers.test_clock.advancing',
  'test_helpers.test_clock.created',
  'test_helpers.test_clock.deleted',
  'test_helpers.test_clock.ready',
] as const;

export const eventType = (type: string): string => `Extract<Stripe.Event, { type: '${type}' }>`;

/** `GET /v1/charges/ch_1` matches the route `GET /v1/charges/:id`. */
export function addressOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string | undefined {
  const given = path.split('/');
  return Object.keys(WIRE_TYPES).find((address) => {
    const [verb, pattern = ''] = address.split(' ');
    const wanted = pattern.split('/');
    return (
      verb === method &&
      wanted.length === given.length &&
      wanted.every((part, index) => part.startsWith(':') || part === given[index])
    );
  });
}
