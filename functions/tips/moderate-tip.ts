import type { DocumentId } from '../../core/base/document-id';
import type { ModerationBody } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { writeTip } from './write-tip';

type ModerationDeps = Pick<Deps, 'store' | 'clock'>;

/** After the owner has shown a text, its content no longer holds it; a payment that does not match still does. */
function moderationAfter(tip: Tip, state: ModerationBody['state']): Tip['moderation'] {
  if (state === 'hidden') return { state, reasons: tip.moderation.reasons };
  const reasons = tip.moderation.reasons.filter((reason) => reason.startsWith('payment-mismatch:'));
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons };
}

/** The owner shows or hides a fan's texts. The payment is not changed. */
export function moderateTip(
  { store, clock }: ModerationDeps,
  { uid }: Owner,
  tipId: DocumentId,
  { state }: ModerationBody,
): Promise<Result<Pick<Tip, 'tipId' | 'moderation'>>> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    if (tip === undefined) return fail(problem('tip-not-found'));
    const moderation = moderationAfter(tip, state);
    writeTip(tx, tip, { ...tip, moderation }, { cause: 'moderation', eventId: null }, clock.now());
    return ok({ tipId, moderation });
  });
}
