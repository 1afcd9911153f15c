import { randomBytes } from 'node:crypto';
import type { OverlayAnswer } from '../../../core/api/channel-api';
import { languageOf } from '../../../core/base/language-tags';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { paths } from '../../../core/documents/documents';
import { newOverlayLive, newOverlaySettings, type OwnOverlay } from '../../../core/outbox/overlay/overlay';
import type { Deps, Owner } from '../../deps';
import { stored } from '../../store/stored';
import { unlessLeaving } from '../channels/own-channels';
import { mayDoWithOverlay } from './overlay-limits';
import { noOverlay, writeOverlay } from './own-overlay';
import { removeAlerts } from './remove-overlay';
import { shownOverlay } from './shown-overlay';

/** 160 random bits. */
const newKey = (): string => randomBytes(20).toString('hex');

/** `POST /v1/me/overlay`: makes the overlay of a published profile. A second call answers the one that is there. `browsers`: a BCP 47 tag. */
export async function makeOverlay(
  deps: Deps,
  { uid, guest }: Owner,
  browsers: string,
): Promise<Result<OverlayAnswer>> {
  if (guest) return fail(problem('account-needed'));
  const may = await mayDoWithOverlay(deps, 'key', uid);
  if (!may.ok) return may;
  const made = await unlessLeaving<OwnOverlay>(deps, uid, async (tx) => {
    const before = await tx.read(stored.ownOverlay(uid));
    if (before !== undefined) return ok(before);
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const preferences = await tx.read(stored.preferences(uid));
    const chosen = preferences?.language ?? 'auto';
    const language = languageOf(chosen === 'auto' ? browsers : chosen);
    return ok(
      writeOverlay(tx, uid, {
        v: 1,
        key: newKey(),
        createdAt: deps.clock.now(),
        handle: profile.handle,
        settings: { ...newOverlaySettings, language },
        live: newOverlayLive,
      }),
    );
  });
  return made.ok ? ok(shownOverlay(deps.config, made.value)) : made;
}

/** `POST /v1/me/overlay/key`: a new key. The old page is gone with this answer, and shows nothing more. */
export async function renewOverlayKey(deps: Deps, uid: string): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'key', uid);
  return may.ok ? replaceKey(deps, uid) : may;
}

/** Ends the address of the overlay together with all sessions: whoever had one may have seen it. Without an overlay it does nothing. It can be repeated. */
export async function endOverlayAddress(deps: Deps, uid: string): Promise<void> {
  await replaceKey(deps, uid);
}

async function replaceKey(deps: Deps, uid: string): Promise<Result<OverlayAnswer>> {
  const renewed = await unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.read(stored.ownOverlay(uid));
    if (before === undefined) return noOverlay();
    tx.remove(paths.overlay(before.key));
    const after = writeOverlay(tx, uid, { ...before, key: newKey(), createdAt: deps.clock.now() });
    return ok({ after, old: before.key });
  });
  if (!renewed.ok) return renewed;
  await removeAlerts(deps, renewed.value.old);
  return ok(shownOverlay(deps.config, renewed.value.after));
}
