import { Hono } from 'hono';
import type { Deps } from './deps';
import { failSafely, logged, securityHeaders, withoutTrailingSlash, mount, type Route } from './http/routes';
import { accountRoutes, sessionRoutes, recoveryRoutes } from './accounts/account-routes';
import { exportRoutes } from './exports/export-routes';
import { adminRoutes } from './moderation/admin-routes';
import { appealRoutes, objectionRoutes, moderationRoutes, reportRoutes } from './reports/report-routes';
import { channelRoutes } from './channels/channel-routes';
import { aroundRoutes, blocksAsset, frameAsset } from './public-pages/around-routes';
import { challengeRoutes, challengeAsset, challengeAnswerAsset } from './challenge/challenge-routes';
import { docsRoutes, pageRoutes } from './public-pages/page-routes';
import { earlierFileRoutes } from './earlier-files/earlier-file-routes';
import { domainRoutes } from './domains/domain-routes';
import { eventRoutes } from './view-counts/event-routes';
import { limitedReads } from './limits/route-rules';
import { legalRoutes } from './legal/legal-routes';
import { termsRoutes } from './legal/terms-routes';
import { overlayRoutes } from './overlay/overlay-routes';
import { offRoutes } from './mail-channel/off-routes';
import { ownerDomains } from './public-pages/owner-domain';
import { mailRoutes } from './mail/mail-routes';
import { ownerTipRoutes } from './books/owner-tip-routes';
import { payoutRoutes } from './books/payout-routes';
import { paymentsRoutes } from './connect/payments-routes';
import { ownerProfileRoutes, profileRoutes } from './profiles/published-profile';
import { serviceRoutes, verifyRoutes } from './http/service-routes';
import { readinessRoutes } from './jobs/recurring-jobs';
import { answerRefusal } from './pages/page';
import { receiptRoutes } from './receipt/receipt-routes';
import { siteRoutes } from './card-domains/site-routes';
import { importRoutes } from './imports/import-page';
import { standingRoutes } from './standing/standing-routes';
import { tipFormRoutes, offlineAsset } from './checkout/tip-form-routes';
import { monthlyRoutes, ownerMonthlyRoutes } from './monthly-pages/manage-monthly';
import { stopPageRoutes, printAsset } from './monthly-pages/stop-page-routes';
import { tipRoutes } from './checkout/tip-routes';
import { receiptAsset } from './receipt/receipt-page';
import { assetRoutes, iconAsset } from './pages/page-assets';
import { styleHash } from './pages/page-style';
import { followHandle } from './monthly/monthly-plan';
import { webhookRoutes } from './events/webhook-routes';

const pageAssets = [
  receiptAsset,
  frameAsset,
  offlineAsset,
  challengeAsset,
  challengeAnswerAsset,
  printAsset,
  blocksAsset,
  iconAsset,
];

/** The app with the middleware of every answer. */
function serverApp(deps: Deps, routes: readonly Route[]): Hono {
  const app = new Hono();
  app.use(logged(deps));
  app.use(securityHeaders(deps.config, styleHash));
  app.use(ownerDomains(deps));
  app.use(withoutTrailingSlash());
  failSafely(app, deps);
  for (const route of routes) mount(app, deps.config, route);
  return app;
}

/** The function `count`: only the route that counts views. */
export const createCountApp = (deps: Deps): Hono => serverApp(deps, eventRoutes(deps));

/** The whole server as one app: Cloud Functions deploy it, local/ serves it, and the tests call it. */
export function createApp(deps: Deps): Hono {
  const routes = [
    ...assetRoutes(pageAssets),
    ...serviceRoutes(deps),
    ...earlierFileRoutes(deps),
    ...readinessRoutes(deps),
    ...verifyRoutes(deps),
    ...docsRoutes(),
    ...legalRoutes(deps),
    ...termsRoutes(deps),
    ...reportRoutes(deps),
    ...appealRoutes(deps),
    ...challengeRoutes(deps),
    ...profileRoutes(deps),
    ...tipRoutes(deps),
    ...monthlyRoutes(deps),
    ...stopPageRoutes(deps),
    ...ownerProfileRoutes(deps, followHandle),
    ...ownerTipRoutes(deps),
    ...ownerMonthlyRoutes(deps),
    ...paymentsRoutes(deps),
    ...payoutRoutes(deps),
    ...accountRoutes(deps),
    ...sessionRoutes(deps),
    ...channelRoutes(deps),
    ...overlayRoutes(deps),
    ...recoveryRoutes(deps),
    ...exportRoutes(deps),
    ...standingRoutes(deps),
    ...adminRoutes(deps),
    ...moderationRoutes(deps),
    ...objectionRoutes(deps),
    ...mailRoutes(deps),
    ...siteRoutes(deps),
    ...importRoutes(deps),
    ...domainRoutes(deps),
    ...webhookRoutes(deps),
    ...receiptRoutes(deps),
    ...offRoutes(deps),
    ...eventRoutes(deps),
    ...pageRoutes(deps),
    ...tipFormRoutes(deps),
    ...aroundRoutes(deps),
  ];
  return serverApp(deps, limitedReads(deps, routes, answerRefusal));
}
