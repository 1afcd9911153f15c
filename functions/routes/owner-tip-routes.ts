import type { Context } from 'hono';
import { moderationBody, refundBody } from '../../core/owner-api';
import type { Deps } from '../deps';
import { moderateTip } from '../handlers/moderate-tip';
import { refundByOwner } from '../handlers/refund-by-owner';
import { ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';

const tipIdOf = (c: Context) => c.req.param('tipId') ?? '';

/** What an owner does with a tip: give money back, show or hide its words. */
export function ownerTipRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/tips/:tipId/refunds',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'fresh', refundBody, (owner, body, c) =>
          refundByOwner(deps, owner, tipIdOf(c), body),
        ),
      },
    },
    {
      path: '/v1/me/tips/:tipId/moderation',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', moderationBody, (owner, body, c) =>
          moderateTip(deps, owner, tipIdOf(c), body),
        ),
      },
    },
  ];
}
