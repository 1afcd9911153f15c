import type { OverlayAnswer } from '../../../core/api/channel-api';
import type { OwnOverlay } from '../../../core/outbox/overlay/overlay';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';

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
