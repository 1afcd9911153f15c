import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { pageOf, type OwnOverlay } from '../../../core/outbox/overlay/overlay';
import type { Deps } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { unlessLeaving } from '../channels/own-channels';

export const noOverlay = () => fail(problem('channel-not-found'));

/** Writes the owner's overlay, and its page beside it. */
export function writeOverlay(tx: Transaction, uid: string, overlay: OwnOverlay): OwnOverlay {
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
