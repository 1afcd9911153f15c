import type { Context } from 'hono';
import { booksQuery, closeYearBody, yearStartBody } from '@busker/core/books/books-api';
import {
  moderationBody,
  refundBody,
  replyBody,
  thanksBody,
  type ModerationBody,
} from '@busker/core/dashboard-api/owner-api';
import { fail, ok, parseWith, problem, type Result } from '@busker/core/base/result';
import { readDocumentId, type DocumentId } from '@busker/core/text/text';
import type { JobKind } from '@busker/core/jobs/job-document';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { mayReadBooks } from '../limits/limit-rules';
import { enqueueEvents } from '../outbox/relay';
import type { JobPlan } from '../queue/job-work';
import { refundByOwner } from '../refunds/refund-tip';
import { stored } from '../store/store';
import { writeTip } from '../tips/write-tip';
import { removeReply, replyToTip, thankMany, thankPlan } from './answers';
import { closeYear, keepYearStart, readBooks } from './read-books';

type ModerationDeps = Pick<Deps, 'store' | 'clock' | 'outboxQueue'>;

/** After the owner has shown a text, its content no longer holds it; a payment that does not match still does. */
function moderationAfter(tip: Tip, state: ModerationBody['state']): Tip['moderation'] {
  if (state === 'hidden') return { state, reasons: tip.moderation.reasons };
  const reasons = tip.moderation.reasons.filter((reason) => reason.startsWith('payment-mismatch:'));
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons };
}

/** The owner shows or hides a fan's texts. The payment is not changed. */
async function moderateTip(
  deps: ModerationDeps,
  { uid }: Owner,
  tipId: DocumentId,
  { state }: ModerationBody,
): Promise<Result<Pick<Tip, 'tipId' | 'moderation'>>> {
  const { store, clock } = deps;
  const written = await store.transaction(async (tx) => {
    const before = await tx.read(stored.tip(uid, tipId));
    if (before === undefined) return null;
    const moderation = moderationAfter(before, state);
    const trigger = { cause: 'moderation', eventId: null } as const;
    return { before, after: writeTip(tx, before, { ...before, moderation }, trigger, clock.now()) };
  });
  if (written === null) return fail(problem('tip-not-found'));
  await enqueueEvents(deps, written.before, written.after);
  return ok({ tipId, moderation: written.after.moderation });
}

/** The tip in the URL; an invalid document id is not a tip. */
function atTip(c: Context, act: (tipId: DocumentId) => Promise<Result<object>>): Promise<Result<object>> {
  const tipId = readDocumentId(c.req.param('tipId'));
  return tipId === undefined ? Promise.resolve(fail(problem('tip-not-found'))) : act(tipId);
}

export const answerJobs = { thank: thankPlan } satisfies Partial<Record<JobKind, JobPlan>>;

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
      path: '/v1/me/books/year',
      cors: 'own',
      on: {
        PUT: ownerCallWith(deps, 'signed-in', yearStartBody, async ({ uid }, body) => {
          const allowed = await mayReadBooks(deps, uid);
          return allowed.ok ? keepYearStart(deps, uid, body) : allowed;
        }),
      },
    },
    {
      path: '/v1/me/books/closed',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', closeYearBody, async ({ uid }, body) => {
          const allowed = await mayReadBooks(deps, uid);
          return allowed.ok ? closeYear(deps, uid, body) : allowed;
        }),
      },
    },
    {
      path: '/v1/me/thanks',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', thanksBody, (owner, body) => thankMany(deps, owner, body)),
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
