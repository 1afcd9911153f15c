import { accountLinkRoutes, accountRoutes, accountV2Routes } from './accounts';
import { balanceTransactionRoutes, payoutRoutes } from './balance';
import { billingPortalRoutes } from './billing-portal';
import { chargeRoutes, refundRoutes } from './charges';
import { checkoutRoutes } from './checkout-sessions';
import { customerRoutes } from './customers';
import { disputeRoutes } from './disputes';
import { invoiceRoutes } from './invoices';
import { checkoutPageRoutes, savedCardRoutes } from './page-routes';
import { paymentIntentRoutes } from './payment-intents';
import { paymentMethodConfigurationRoutes, paymentMethodDomainRoutes } from './payment-method-domains';
import { productRoutes } from './products';
import { publishableRoutes } from './publishable';
import type { Route } from './resource';
import { subscriptionRoutes } from './subscriptions';
import { testClockRoutes } from './test-clocks';
import { eventRoutes, webhookEndpointRoutes } from './webhook-endpoints';

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
  ...testClockRoutes,
  ...billingPortalRoutes,
  ...paymentMethodConfigurationRoutes,
  ...paymentMethodDomainRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...publishableRoutes,
  ...checkoutPageRoutes,
  ...savedCardRoutes,
];
