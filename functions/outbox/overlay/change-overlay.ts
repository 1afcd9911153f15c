import type { ChangeOverlayBody, OverlayAnswer, OverlayLiveBody } from '../../../core/api/channel-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { alertLifetime, type OverlayAlert, type OverlayLive } from '../../../core/outbox/overlay/overlay';
import type { Deps } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { unlessLeaving } from '../channels/own-channels';
import { mayDoWithOverlay } from './overlay-limits';
import { changeOwnOverlay, noOverlay } from './own-overlay';
import { shownOverlay } from './shown-overlay';

type OverlayDeps = Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'ids'>;

/** `PATCH /v1/me/overlay`: changes what the body names, and nothing else. Open pages follow at once. */
export async function changeOverlay(
  deps: OverlayDeps,
  uid: string,
  body: ChangeOverlayBody,
): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'change', uid);
  if (!may.ok) return may;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const changed = await changeOwnOverlay(deps, uid, (overlay) => ({
    ...overlay,
    settings: { ...overlay.settings, ...given },
  }));
  return changed.ok ? ok(shownOverlay(deps.config, changed.value)) : changed;
}

/** `POST /v1/me/overlay/live`: what the owner does during a stream. */
export async function controlOverlay(
  deps: OverlayDeps,
  uid: string,
  body: OverlayLiveBody,
): Promise<Result<OverlayAnswer>> {
  const may = await mayDoWithOverlay(deps, 'change', uid);
  if (!may.ok) return may;
  const changed = await runControl(deps, uid, body);
  return changed.ok ? ok(shownOverlay(deps.config, changed.value)) : changed;
}

function runControl(deps: OverlayDeps, uid: string, body: OverlayLiveBody) {
  const change = (next: (live: OverlayLive) => Partial<OverlayLive>) =>
    changeOwnOverlay(deps, uid, (overlay) => ({
      ...overlay,
      live: { ...overlay.live, ...next(overlay.live) },
    }));
  switch (body.act) {
    case 'pause':
      return change(() => ({ paused: true }));
    case 'resume':
      return change(() => ({ paused: false }));
    case 'mute':
      return change(() => ({ muted: true }));
    case 'unmute':
      return change(() => ({ muted: false }));
    case 'skip':
      return change(({ skip }) => ({ skip: skip + 1 }));
    case 'again':
      return withAlert(deps, uid, body.tipId, (tx, key, alert) => {
        const again = repetitionOf(deps, alert);
        tx.write(stored.overlayAlert(key, again.id), again);
      });
    case 'show':
      return withAlert(deps, uid, body.tipId, (tx, key, alert) => {
        const approvedAt = alert.approvedAt ?? deps.clock.now();
        tx.write(stored.overlayAlert(key, alert.id), { ...alert, approvedAt });
      });
  }
}

/** Refused when the tip has no alert (any more): it is older than a day, was taken back, or is another owner's. */
const withAlert = (
  deps: OverlayDeps,
  uid: string,
  tipId: string,
  act: (tx: Transaction, key: string, alert: OverlayAlert) => void,
) =>
  unlessLeaving(deps, uid, async (tx) => {
    const overlay = await tx.read(stored.ownOverlay(uid));
    if (overlay === undefined) return noOverlay();
    const alert = tipId.includes('/') ? undefined : await tx.read(stored.overlayAlert(overlay.key, tipId));
    if (alert?.kind !== 'tip') return fail(problem('tip-not-found'));
    act(tx, overlay.key, alert);
    return ok(overlay);
  });

/** A repetition has no words: the page takes them from the alert, which may have lost them. */
function repetitionOf({ clock, ids }: OverlayDeps, alert: OverlayAlert): OverlayAlert {
  const at = clock.now();
  return {
    ...alert,
    id: `again-${ids.fresh()}`,
    kind: 'again',
    name: null,
    message: null,
    of: alert.id,
    at,
    approvedAt: at,
    expiresAt: at + alertLifetime,
  };
}
