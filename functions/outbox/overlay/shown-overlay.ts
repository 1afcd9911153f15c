import type { OverlayAnswer, RecentAlert } from '../../../core/api/overlay-api';
import { collections, paths } from '../../../core/documents/documents';
import { decodeOverlayAlert } from '../../../core/documents/overlay-alert-document';
import type { OverlayAlert, OwnOverlay } from '../../../core/outbox/overlay/overlay';
import type { Deps } from '../../deps';
import { readable, stored } from '../../store/stored';

/** How many of the newest alerts the dashboard lists. Tests and repetitions are read too, and left out. */
const mostShown = 20;
const mostRead = 60;

type ShownDeps = Pick<Deps, 'store' | 'config'>;

/** `GET /v1/me/overlay`. */
export async function readOverlay(deps: ShownDeps, uid: string): Promise<OverlayAnswer> {
  const own = await deps.store.read(stored.ownOverlay(uid));
  return own === undefined ? { overlay: null } : shownOverlay(deps, own);
}

/** The overlay as its owner sees it. The key is in the fragment of the address, which no request carries. */
export async function shownOverlay(
  { store, config }: ShownDeps,
  { key, createdAt, settings, live }: OwnOverlay,
): Promise<OverlayAnswer> {
  const found = await store.find(
    { from: paths.overlayAlerts(key), orderBy: [['at', 'desc']], limit: mostRead },
    (data) => readable(collections.overlays, decodeOverlayAlert(data)),
  );
  const alerts = found
    .map(({ value }) => value)
    .filter(({ kind }) => kind === 'tip')
    .slice(0, mostShown)
    .map(recent);
  return {
    overlay: { url: `${config.publicOrigin}/o#${key}`, createdAt, settings, live, alerts },
  };
}

const recent = ({ id, amount, currency, name, message, at, approvedAt }: OverlayAlert): RecentAlert => ({
  tipId: id,
  amount,
  currency,
  name,
  message,
  at,
  approvedAt,
});
