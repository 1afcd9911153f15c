import type { Context } from 'hono';
import { readDocumentId, type DocumentId } from '../../core/base/text';
import { booksQuery } from '../../core/api/books-api';
import { moderationBody, refundBody, replyBody } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { moderateTip } from './moderate-tip';
import { removeReply, replyToTip } from './reply-to-tip';
import { parseWith } from '../../core/base/parse';
import { mayReadBooks } from '../limits/owner-limits';
import { readBooks } from './books/read-books';
import { refundByOwner } from './refund/refund-by-owner';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';

/** The tip in the URL; an invalid document id is not a tip. */
function atTip(c: Context, act: (tipId: DocumentId) => Promise<Result<object>>): Promise<Result<object>> {
  const tipId = readDocumentId(c.req.param('tipId'));
  return tipId === undefined ? Promise.resolve(fail(problem('tip-not-found'))) : act(tipId);
}

/** An owner's actions on a tip: refund it, show or hide its texts, answer it. And the books of all tips. */
export function ownerTipRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/books',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }, c) => {
          const asked = parseWith(booksQuery, c.req.query());
          if (!asked.ok) return asked;
          const allowed = await mayReadBooks(deps, uid);
          return allowed.ok ? readBooks(deps, uid, asked.value) : allowed;
        }),
      },
    },
    {
      path: '/v1/me/tips/:tipId/refunds',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'fresh', refundBody, (owner, body, c) =>
          atTip(c, (tipId) => refundByOwner(deps, owner, tipId, body)),
        ),
      },
    },
    {
      path: '/v1/me/tips/:tipId/moderation',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', moderationBody, (owner, body, c) =>
          atTip(c, (tipId) => moderateTip(deps, owner, tipId, body)),
        ),
      },
    },
    {
      path: '/v1/me/tips/:tipId/reply',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', replyBody, (owner, body, c) =>
          atTip(c, (tipId) => replyToTip(deps, owner, tipId, body)),
        ),
        DELETE: ownerCall(deps, 'signed-in', (owner, c) =>
          atTip(c, (tipId) => removeReply(deps, owner, tipId)),
        ),
      },
    },
  ];
}
