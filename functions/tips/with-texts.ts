import type { TipTextsRequest } from '../../core/api/tip-api';
import { ok, type Result } from '../../core/base/result';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { isMismatch } from '../../core/tip/state/payment-snapshot';
import { hasTexts, yearsAfter, type Tip } from '../../core/tip/tip';
import { tipTexts } from '../../core/tip/tip-text';

/** Keeps the reasons for a payment that does not match the tip: a new message does not correct a payment. */
function moderationAfter(
  tip: Tip,
  verdict: { readonly state: 'visible' | 'held'; readonly reasons: readonly string[] },
) {
  const kept = tip.moderation.reasons.filter(isMismatch);
  const reasons = [...kept, ...verdict.reasons];
  if (tip.moderation.state === 'hidden') return { state: 'hidden', reasons } as const;
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons } as const;
}

/**
 * The tip with another name or message, cleaned and moderated like the first time, and with the time at which they are erased. A missing field stays
 * unchanged. `invalid-fields`: a text is too long.
 */
export function withTexts(
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
