import type { AccountEntity, AccountLinkEntity, PaymentMethodDomainEntity } from './account-entities';
import type {
  BillingSettingsEntity,
  CustomerEntity,
  InvoiceEntity,
  InvoicePaymentEntity,
  MailEntity,
  PortalConfigurationEntity,
  PortalSessionEntity,
  PriceEntity,
  ProductEntity,
  SubscriptionEntity,
} from './billing-entities';
import type { CheckoutSessionEntity } from './checkout-entities';
import type { DiscountEntity } from './discount-entities';
import type { DisputeEntity, EarlyFraudWarningEntity, RefundEntity } from './dispute-entities';
import type {
  DeliveryEntity,
  EventEntity,
  IdempotencyEntity,
  JobEntity,
  SettingEntity,
  WebhookEndpointEntity,
} from './event-entities';
import type {
  ApplicationFeeEntity,
  BalanceTransactionEntity,
  ChargeEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
} from './payment-entities';
import type { PayoutEntity } from './payout-entities';

export interface Entities {
  account: AccountEntity;
  accountLink: AccountLinkEntity;
  applicationFee: ApplicationFeeEntity;
  balanceTransaction: BalanceTransactionEntity;
  billingSettings: BillingSettingsEntity;
  charge: ChargeEntity;
  checkoutSession: CheckoutSessionEntity;
  customer: CustomerEntity;
  delivery: DeliveryEntity;
  discount: DiscountEntity;
  dispute: DisputeEntity;
  earlyFraudWarning: EarlyFraudWarningEntity;
  event: EventEntity;
  idempotency: IdempotencyEntity;
  invoice: InvoiceEntity;
  invoicePayment: InvoicePaymentEntity;
  job: JobEntity;
  mail: MailEntity;
  paymentIntent: PaymentIntentEntity;
  paymentMethod: PaymentMethodEntity;
  paymentMethodDomain: PaymentMethodDomainEntity;
  payout: PayoutEntity;
  portalConfiguration: PortalConfigurationEntity;
  portalSession: PortalSessionEntity;
  price: PriceEntity;
  product: ProductEntity;
  refund: RefundEntity;
  setting: SettingEntity;
  subscription: SubscriptionEntity;
  webhookEndpoint: WebhookEndpointEntity;
}
export type Kind = keyof Entities;

/** Kind, id and the new entity. A change without the entity removes it. */
export type Change = readonly [kind: Kind, id: string, entity: unknown] | readonly [kind: Kind, id: string];
