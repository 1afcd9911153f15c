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
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    // Never invoice.created: while an endpoint fails to take it, Stripe finalizes no invoice of the account for up to three days.
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.payment_action_required',
    'invoice.finalization_failed',
    'invoice.voided',
    'invoice.marked_uncollectible',
    'invoice_payment.paid',
    // They name a customer and no tip: the card that a network has renewed, and the end of all that a deleted customer pays.
    'payment_method.automatically_updated',
    'customer.deleted',
  ],
  /** Of connected accounts, in `connect` mode. */
  accounts: ['account.updated', 'account.application.deauthorized', 'payout.paid', 'payout.failed'],
} as const;
