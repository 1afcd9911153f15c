import type { ReplyBody } from '../../core/api/owner-api';
import type { DocumentId } from '../../core/base/text';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { defaultPreferences } from '../../core/documents/account-document';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import { mayReply } from '../../core/tip/tip-text';
import { hasTexts, yearsAfter, type Tip } from '../../core/tip/tip';
import type { Deps, Owner } from '../deps';
import { restrictedBy } from '../profiles/restricted';
import { enqueueEvents } from '../outbox/enqueue-events';
import { stored } from '../store/stored';
import { writeTip } from './write-tip';

type ReplyDeps = Pick<Deps, 'store' | 'clock' | 'outboxQueue'>;
type Replied = Result<Pick<Tip, 'tipId' | 'reply'>>;

const trigger = { cause: 'reply', eventId: null } as const;

/**
 * The owner answers a tip; its fan reads the answer on the receipt. A changed answer keeps the time of the first one, from which the hour for changes
 * counts. The same text again changes nothing. Owners whose profile the host does not show cannot write, but can remove.
 */
export async function replyToTip(
  deps: ReplyDeps,
  owner: Owner,
  tipId: DocumentId,
  body: ReplyBody,
): Promise<Replied> {
  const written = await writeReply(deps, owner, tipId, body);
  if (!written.ok) return written;
  const { before, after } = written.value;
  if (after !== before) await enqueueEvents(deps, before, after);
  return ok({ tipId, reply: after.reply });
}

interface Written {
  readonly before: Tip;
  /** The same when nothing changed. */
  readonly after: Tip;
}

function writeReply(
  { store, clock }: ReplyDeps,
  { uid }: Owner,
  tipId: DocumentId,
  { text }: ReplyBody,
): Promise<Result<Written>> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), clock.now());
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    if (tip === undefined) return fail(problem('tip-not-found'));
    if (restriction !== null && !rightsIn(restriction).shown) return fail(restrictedBy(restriction));
    if (tip.reply?.text === text) return ok({ before: tip, after: tip });
    if (!mayReply(tip, clock.now())) return fail(problem('reply-not-possible'));
    const reply = { text, at: tip.reply?.at ?? clock.now() };
    const eraseTextsAt = tip.eraseTextsAt ?? yearsAfter(tip.createdAt, keepTipsYears);
    const after = writeTip(tx, tip, { ...tip, reply, eraseTextsAt }, trigger, clock.now());
    return ok({ before: tip, after });
  });
}

/** Removes the answer, at any time. */
export function removeReply(
  { store, clock }: ReplyDeps,
  { uid }: Owner,
  tipId: DocumentId,
): Promise<Replied> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    if (tip === undefined) return fail(problem('tip-not-found'));
    if (tip.reply === null) return ok({ tipId, reply: null });
    const eraseTextsAt = hasTexts({ ...tip, reply: null }) ? tip.eraseTextsAt : null;
    writeTip(tx, tip, { ...tip, reply: null, eraseTextsAt }, trigger, clock.now());
    return ok({ tipId, reply: null });
  });
}
