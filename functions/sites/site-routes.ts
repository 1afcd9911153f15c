import { siteBody, siteCheckBody, verifyLinkBody } from '../../core/api/owner-api';
import type { Deps } from '../deps';
import { addSite, listSites } from './wallet-sites';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { checkLinksNow } from '../links/check-links-now';
import { verifyLink } from '../links/verify-link';
import { checkSite } from './check-site';

/** An owner's sites and links: wallet domains, the site check, rel=me in both directions, broken links. */
export function siteRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sites',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', (owner) => listSites(deps, owner)),
        POST: ownerCallWith(deps, 'signed-in', siteBody, (owner, body) => addSite(deps, owner, body)),
      },
    },
    {
      path: '/v1/me/sites/check',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', siteCheckBody, (owner, body) => checkSite(deps, owner, body)),
      },
    },
    {
      path: '/v1/me/links/verify',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', verifyLinkBody, (owner, body) =>
          verifyLink(deps, owner, body),
        ),
      },
    },
    {
      path: '/v1/me/links/check',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => checkLinksNow(deps, owner)) },
    },
  ];
}
