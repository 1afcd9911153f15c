import { defaultPreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Tip } from '../../core/tip/tip';
import type { TipStatus, TipTextsRequest } from '../../core/api/tip-api';
import { tellsNews } from '../../core/tip/state/tip-projection';
import { hasTexts, yearsAfter } from '../../core/tip/text-lifetime';
import { tipTexts } from '../../core/tip/tip-text';
import type { Deps } from '../deps';
import type { TipReference } from '../stripe/payments';
import { ringEvents } from '../outbox/ring-events';
import { stored } from '../store/stored';
import { mayChangeTip } from './change-limits';
import { writeTip } from './write-tip';
import type { Caller } from '../limits/caller';
import { tipStatusOf } from './tip-status';

/** Keeps the reasons for a payment that does not match the tip: a new message does not correct a payment. */
function moderationAfter(
  tip: Tip,
  verdict: { readonly state: 'visible' | 'held'; readonly reasons: readonly string[] },
) {
  const kept = tip.moderation.reasons.filter((reason) => reason.startsWith('payment-mismatch:'));
  const reasons = [...kept, ...verdict.reasons];
  if (tip.moderation.state === 'hidden') return { state: 'hidden', reasons } as const;
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons } as const;
}

interface Changed {
  readonly before: Tip;
  readonly after: Tip;
}

/** The fan edits or erases name and message, at any time. They are cleaned and moderated like the first time. A missing field stays unchanged. */
export async function changeTexts(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipTextsRequest,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { uid, tipId } = reference;
  const docs = [stored.tip(uid, tipId), stored.profile(uid), stored.preferences(uid)] as const;
  const [seen, profileSeen, preferences] = await deps.store.readVersioned(docs);
  const { keepTipsYears } = preferences.value ?? defaultPreferences;
  if (seen.value === undefined) return fail(problem('tip-not-found'));
  const after = withTexts(seen.value, profileSeen.value, wanted, keepTipsYears);
  if (!after.ok) return after;
  if (!tellsNews(seen.value, after.value)) return ok(await tipStatusOf(deps, seen.value));
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  const changed = await deps.store.transaction(async (tx): Promise<Result<Changed>> => {
    const tip = await tx.read(docs[0]);
    if (tip === undefined) return fail(problem('tip-not-found'));
    const next = withTexts(tip, await tx.read(docs[1]), wanted, keepTipsYears);
    if (!next.ok) return next;
    // Who erases everything leaves no address of a browser behind either.
    const { name, message } = next.value.fan;
    if (name === null && message === null) tx.remove(paths.tipWatch(tipId));
    const trigger = { cause: 'erase', eventId: null } as const;
    return ok({ before: tip, after: writeTip(tx, tip, next.value, trigger, deps.clock.now()) });
  });
  if (!changed.ok) return changed;
  const { before, after: written } = changed.value;
  // Words on a stream must go at once, not with the next sweep.
  await ringEvents(deps, before, written);
  return ok(await tipStatusOf(deps, written));
}

function withTexts(
  tip: Tip,
  profile: StoredProfile | undefined,
  wanted: TipTextsRequest,
  keepTipsYears: number,
): Result<Tip> {
  const name = wanted.name === undefined ? tip.fan.name : wanted.name;
  const message = wanted.message === undefined ? tip.fan.message : wanted.message;
  const texts = tipTexts({ name, message }, profile?.tips.blockWords);
  if (!texts.ok) return texts;
  const fan = { ...tip.fan, name: texts.value.name, message: texts.value.message };
  const eraseTextsAt = hasTexts({ ...tip, fan }) ? yearsAfter(tip.createdAt, keepTipsYears) : null;
  return ok({ ...tip, fan, eraseTextsAt, moderation: moderationAfter(tip, texts.value.moderation) });
}
