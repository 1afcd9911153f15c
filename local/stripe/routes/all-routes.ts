import { accountRoutes } from './accounts';
import { accountV2Routes } from './accounts-v2';
import { chargeRoutes } from './charges';
import { paymentIntentRoutes } from './payment-intents';
import { publishableRoutes } from './publishable';
import type { Route } from './route';

export const ALL_ROUTES: readonly Route[] = [
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...accountRoutes,
  ...accountV2Routes,
  ...publishableRoutes,
];
