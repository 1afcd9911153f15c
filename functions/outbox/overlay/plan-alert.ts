import { pageOf, type OverlayAlert, type OwnOverlay } from '../../../core/outbox/overlay/overlay';
import { tipAlert } from '../../../core/outbox/overlay/tip-alert';
import type { OutboxEvent } from '../../../core/outbox/outbox-event';
import { readEach, type Transaction } from '../../store/store';
import { stored } from '../../store/stored';

/** Writes what the event changes at the overlay. It is called after the last read of the transaction. */
type WriteAlert = (tx: Transaction) => void;

const nothing: WriteAlert = () => undefined;

/**
 * What an event means for the owner's overlay, in the transaction that relays it. A paid tip gets an alert; every other event of a tip changes the alert
 * that is there, or removes it. The tip is read as it is now, so that late and repeated events do no harm.
 */
export async function planAlert(
  tx: Transaction,
  uid: string,
  overlay: OwnOverlay | undefined,
  event: OutboxEvent,
): Promise<WriteAlert> {
  if (overlay === undefined) return nothing;
  const { fact, tip } = event;
  if (fact.type === 'profile.published') return planHandle(uid, overlay, fact.handle);
  if (tip === null) return nothing;
  const place = stored.overlayAlert(overlay.key, tip.tipId);
  const [current, before] = await readEach(tx, [stored.tip(uid, tip.tipId), place]);
  if (fact.type !== 'tip.paid' && before === undefined) return nothing;
  const { words } = overlay.settings;
  const times = before ?? { at: event.at, approvedAt: words === 'approved' ? null : event.at };
  const after = current === undefined ? null : tipAlert(current, words, times);
  if (after === null) return before === undefined ? nothing : (writes) => writes.remove(place.path);
  return isSame(before, after) ? nothing : (writes) => writes.write(place, after);
}

const isSame = (before: OverlayAlert | undefined, after: OverlayAlert): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** A renamed profile: goal and code of the overlay follow. */
function planHandle(uid: string, overlay: OwnOverlay, handle: string): WriteAlert {
  if (overlay.handle === handle) return nothing;
  const renamed = { ...overlay, handle };
  return (tx) => {
    tx.write(stored.ownOverlay(uid), renamed);
    tx.write(stored.overlay(overlay.key), pageOf(renamed));
  };
}
