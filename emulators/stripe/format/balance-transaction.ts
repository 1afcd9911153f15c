import type Stripe from 'stripe';
import type {
  ApplicationFeeEntity,
  BalanceTransactionEntity,
  FeeRefundEntity,
} from '../state/payment-entities';

export function formatBalanceTransaction(
  transaction: BalanceTransactionEntity,
  nowSeconds: number,
): Stripe.BalanceTransaction {
  const fee = transaction.fees.reduce((sum, detail) => sum + detail.amount, 0);
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount: transaction.amount,
    available_on: transaction.availableOn,
    balance_type: 'payments',
    created: transaction.created,
    currency: transaction.currency,
    description: transaction.description,
    exchange_rate: null,
    fee,
    fee_details: transaction.fees.map((detail) => ({
      amount: detail.amount,
      application: detail.type === 'application_fee' ? 'ca_sandbox' : null,
      currency: transaction.currency,
      description: detail.description,
      type: detail.type,
    })),
    net: transaction.amount - fee,
    reporting_category: transaction.reportingCategory,
    source: transaction.source,
    status: transaction.availableOn <= nowSeconds ? 'available' : 'pending',
    type: transaction.type,
  } satisfies Stripe.BalanceTransaction;
}

export function formatFeeRefund(fee: ApplicationFeeEntity, refund: FeeRefundEntity): Stripe.FeeRefund {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    created: refund.created,
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  } satisfies Stripe.FeeRefund;
}

export function formatApplicationFee(fee: ApplicationFeeEntity): Stripe.ApplicationFee {
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.chargeAccount,
    amount: fee.amount,
    amount_refunded: fee.amountRefunded,
    application: 'ca_sandbox',
    balance_transaction: fee.balanceTransaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: fee.amountRefunded === fee.amount,
    refunds: {
      object: 'list',
      data: fee.refunds.map((refund) => formatFeeRefund(fee, refund)).reverse(),
      has_more: false,
      url: `/v1/application_fees/${fee.id}/refunds`,
    },
  } satisfies Stripe.ApplicationFee;
}
