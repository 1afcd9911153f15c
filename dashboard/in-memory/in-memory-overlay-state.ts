import type { OverlayAlert, OwnOverlay } from '../../core/outbox/overlay/overlay';
import { Watched } from '../data/watched';

/** The overlay of a world. */
export class InMemoryOverlayState {
  /** null = the owner has none. */
  readonly own = new Watched<OwnOverlay | null>(null);
  /** Newest first. */
  readonly alerts = new Watched<readonly OverlayAlert[]>([]);
  /** What was asked for during a stream, and the tests, in this order. */
  readonly acts: string[] = [];
  keys = 0;
}
