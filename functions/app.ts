import { Hono } from 'hono';
import type { Deps } from './deps';
import { failSafely, logged } from './http/requests';
import { mount } from './http/routes';
import { securityHeaders } from './http/security-headers';
import { accountRoutes } from './routes/account-routes';
import { aroundRoutes } from './routes/around-routes';
import { challengeRoutes } from './routes/challenge-routes';
import { docsRoutes } from './routes/docs-routes';
import { eventRoutes } from './routes/event-routes';
import { oembedRoutes } from './routes/oembed-routes';
import { ownerRoutes } from './routes/owner-routes';
import { ownerTipRoutes } from './routes/owner-tip-routes';
import { pageRoutes } from './routes/page-routes';
import { paymentsRoutes } from './routes/payments-routes';
import { profileRoutes } from './routes/profile-routes';
import { serviceRoutes } from './routes/service-routes';
import { receiptRoutes } from './routes/receipt-routes';
import { siteRoutes } from './routes/site-routes';
import { tipFormRoutes } from './routes/tip-form-routes';
import { tipRoutes } from './routes/tip-routes';
import { webhookRoutes } from './routes/webhook-routes';

/** The whole server as one app: what Cloud Functions deploys, what local/ serves, what the tests ask. */
export function createApp(deps: Deps): Hono {
  const app = new Hono();
  app.use(logged(deps));
  app.use(securityHeaders(deps.config));
  failSafely(app, deps);
  const routes = [
    ...serviceRoutes(deps),
    ...docsRoutes(),
    ...challengeRoutes(deps),
    ...profileRoutes(deps),
    ...tipRoutes(deps),
    ...ownerRoutes(deps),
    ...ownerTipRoutes(deps),
    ...paymentsRoutes(deps),
    ...accountRoutes(deps),
    ...siteRoutes(deps),
    ...webhookRoutes(deps),
    ...receiptRoutes(deps),
    ...eventRoutes(deps),
    ...pageRoutes(deps),
    ...tipFormRoutes(deps),
    ...aroundRoutes(deps),
    ...oembedRoutes(deps),
  ];
  for (const route of routes) mount(app, deps.config, route);
  return app;
}
