import type { AccountEntity, AccountLinkEntity, PaymentMethodDomainEntity } from './account-entities';
import type { CheckoutSessionEntity } from './checkout-entities';
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
  charge: ChargeEntity;
  checkoutSession: CheckoutSessionEntity;
  delivery: DeliveryEntity;
  dispute: DisputeEntity;
  earlyFraudWarning: EarlyFraudWarningEntity;
  event: EventEntity;
  idempotency: IdempotencyEntity;
  job: JobEntity;
  paymentIntent: PaymentIntentEntity;
  paymentMethod: PaymentMethodEntity;
  paymentMethodDomain: PaymentMethodDomainEntity;
  payout: PayoutEntity;
  refund: RefundEntity;
  setting: SettingEntity;
  webhookEndpoint: WebhookEndpointEntity;
}
export type Kind = keyof Entities;

/** Kind, id and the new entity. A change without the entity removes it. */
export type Change = readonly [kind: Kind, id: string, entity: unknown] | readonly [kind: Kind, id: string];
