import { randomBytes } from 'node:crypto';
import type { OverlayAnswer } from '@busker/core/dashboard-api/channel-api';
import { languageOf } from '@busker/core/locale/language-tags';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { collections, paths } from '@busker/core/documents/documents';
import { newOverlayLive, newOverlaySettings, pageOf, type OwnOverlay } from '@busker/core/overlay/overlay';
import { unlessLeaving } from '../channels/own-channels';
import type { Deps, Owner } from '../deps';
import { may } from '../limits/limit-rules';
import { removeFound, stored, type Transaction } from '../store/store';

const hour = 60 * 60_000;

const rules = {
  /** New overlays and new keys. */
  key: (uid: string) => ({ key: `overlay-keys-${uid}`, points: 20, windowMs: 24 * hour }),
  /** Settings and live controls: a busy stream skips and shows many alerts. */
  change: (uid: string) => ({ key: `overlay-changes-${uid}`, points: 1200, windowMs: hour }),
  test: (uid: string) => ({ key: `overlay-tests-${uid}`, points: 60, windowMs: hour }),
} as const;

export const mayDoWithOverlay = (
  deps: Pick<Deps, 'limits' | 'config'>,
  what: keyof typeof rules,
  uid: string,
): Promise<Result<null>> => may(deps, rules[what](uid));

export const noOverlay = () => fail(problem('channel-not-found'));

/** Writes the owner's overlay, and its page beside it. */
function writeOverlay(tx: Transaction, uid: string, overlay: OwnOverlay): OwnOverlay {
  tx.write(stored.ownOverlay(uid), overlay);
  tx.write(stored.overlay(overlay.key), pageOf(overlay));
  return overlay;
}

/** Changes the overlay as it is now. Refused when the owner has none. */
export function changeOwnOverlay(
  deps: Pick<Deps, 'store'>,
  uid: string,
  change: (overlay: OwnOverlay) => OwnOverlay,
): Promise<Result<OwnOverlay>> {
  return unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.read(stored.ownOverlay(uid));
    return before === undefined ? noOverlay() : ok(writeOverlay(tx, uid, change(before)));
  });
}

/**
 * Removes the overlay of an owner, and answers whether there was one. The page goes first, so that it shows nothing more. The owner's document goes last,
 * because it has the key: a removal that ends in between can be repeated. Alerts that are planned meanwhile are removed at the end.
 */
export async function removeOverlay({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  const own = await store.read(stored.ownOverlay(uid));
  if (own === undefined) return false;
  await store.commit([], (writes) => writes.remove(paths.overlay(own.key)));
  await removeAlerts({ store }, own.key);
  await store.commit([], (writes) => {
    writes.remove(paths.overlay(own.key));
    writes.remove(paths.ownOverlay(uid));
  });
  await removeAlerts({ store }, own.key);
  return true;
}

const removeAlerts = ({ store }: Pick<Deps, 'store'>, key: string): Promise<void> =>
  removeFound(store, { from: paths.overlayAlerts(key) });

/** `GET /v1/me/overlay`. */
export async function readOverlay(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  uid: string,
): Promise<OverlayAnswer> {
  const own = await store.read(stored.ownOverlay(uid));
  return own === undefined ? { overlay: null } : shownOverlay(config, own);
}

/** The overlay as its owner sees it. The key is in the fragment of the address, which no request carries. */
export const shownOverlay = (
  { publicOrigin }: Pick<Deps['config'], 'publicOrigin'>,
  { key, createdAt, settings, live }: OwnOverlay,
): OverlayAnswer => ({
  overlay: { url: `${publicOrigin}/o#${key}`, createdAt, settings, live },
});

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
        settings: { ...newOverlaySettings, language, accent: profile.look.accent.toLowerCase() },
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

/** Removes everything that is stored to notify an owner. The channels go first, so that nothing is sent meanwhile. */
export async function removeOutbox({ store }: Pick<Deps, 'store'>, uid: string): Promise<void> {
  await store.commit([], (writes) => {
    writes.remove(paths.channels(uid));
    writes.remove(paths.pace(uid));
  });
  await removeOverlay({ store }, uid);
  await removeFound(store, { from: collections.channelSecrets, where: [['uid', '==', uid]] });
  await removeFound(store, { from: paths.events(uid) });
  await removeFound(store, { from: paths.deliveries(uid) });
}
