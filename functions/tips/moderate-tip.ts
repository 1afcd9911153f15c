import type { DocumentId } from '../../core/base/text';
import type { ModerationBody } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps, Owner } from '../deps';
import { enqueueEvents } from '../outbox/enqueue-events';
import { stored } from '../store/stored';
import { writeTip } from './write-tip';

type ModerationDeps = Pick<Deps, 'store' | 'clock' | 'outboxQueue'>;

/** After the owner has shown a text, its content no longer holds it; a payment that does not match still does. */
function moderationAfter(tip: Tip, state: ModerationBody['state']): Tip['moderation'] {
  if (state === 'hidden') return { state, reasons: tip.moderation.reasons };
  const reasons = tip.moderation.reasons.filter((reason) => reason.startsWith('payment-mismatch:'));
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons };
}

/** The owner shows or hides a fan's texts. The payment is not changed. */
export async function moderateTip(
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
