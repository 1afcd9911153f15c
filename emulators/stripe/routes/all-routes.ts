import { accountRoutes } from './accounts';
import { accountLinkRoutes } from './account-links';
import { accountV2Routes } from './accounts-v2';
import { balanceTransactionRoutes } from './balance-transactions';
import { billingPortalRoutes } from './billing-portal';
import { chargeRoutes } from './charges';
import { checkoutPageRoutes } from './checkout-page-api';
import { checkoutRoutes } from './checkout-sessions';
import { customerRoutes } from './customers';
import { disputeRoutes } from './disputes';
import { eventRoutes } from './events';
import { invoiceRoutes } from './invoices';
import { paymentIntentRoutes } from './payment-intents';
import { paymentMethodConfigurationRoutes } from './payment-method-configurations';
import { paymentMethodDomainRoutes } from './payment-method-domains';
import { payoutRoutes } from './payouts';
import { productRoutes } from './products';
import { publishableRoutes } from './publishable';
import { refundRoutes } from './refunds';
import type { Route } from './route';
import { savedCardRoutes } from './saved-card-api';
import { subscriptionRoutes } from './subscriptions';
import { webhookEndpointRoutes } from './webhook-endpoints';

export const ALL_ROUTES: readonly Route[] = [
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...balanceTransactionRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...payoutRoutes,
  ...accountRoutes,
  ...accountV2Routes,
  ...accountLinkRoutes,
  ...checkoutRoutes,
  ...productRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...billingPortalRoutes,
  ...paymentMethodConfigurationRoutes,
  ...paymentMethodDomainRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...publishableRoutes,
  ...checkoutPageRoutes,
  ...savedCardRoutes,
];
