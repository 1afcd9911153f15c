/** The events that a webhook endpoint at Stripe has to send. The server ignores all others. */
export const webhookEvents = {
  payments: [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.canceled',
    'payment_intent.requires_action',
    // Stripe books a card payment a moment after it succeeds. Only then are its fees known.
    'charge.updated',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'radar.early_fraud_warning.created',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ],
  /** Of connected accounts, in `connect` mode. */
  accounts: ['account.updated', 'account.application.deauthorized'],
} as const;
