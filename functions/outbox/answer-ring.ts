import { sendLetter, type LetterDeps } from '../mail/send-letter';
import { collect, type CollectDeps } from './collect';
import { deliver } from './deliver';
import type { OutboxRing } from './outbox-bell';
import { relay } from './relay';
import { tellWatch, type WatchDeps } from './watch/tell-watch';

export type RingDeps = CollectDeps & WatchDeps & LetterDeps;

/** Does what a ring asks for, if it is still to be done. It throws only when the store does not answer, or a document cannot be read. */
export function answerRing(deps: RingDeps, ring: OutboxRing): Promise<void> {
  switch (ring.kind) {
    case 'relay':
      return relay(deps, ring.uid, ring.eventId);
    case 'deliver':
      return deliver(deps, ring.uid, ring.deliveryId, 'quick');
    case 'deliver-slowly':
      return deliver(deps, ring.uid, ring.deliveryId, 'slow');
    case 'collect':
      return collect(deps, ring.uid, ring.channelId);
    case 'watch':
      return tellWatch(deps, ring.tipId);
    case 'letter':
      return sendLetter(deps, ring.id);
  }
}
