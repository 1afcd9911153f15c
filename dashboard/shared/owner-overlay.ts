import type { ChangeOverlayBody, OverlayLiveBody, OverlayTest } from '../../core/api/channel-api';
import type { Answer } from './answer';

/** The owner's overlay at the server. What changes also arrives by the store's listeners. */
export interface OwnerOverlay {
  /** Makes the overlay with its secret address. Needs a sign-in of the last five minutes, else `api/recent-sign-in-required`. */
  make(): Answer;
  /** What is left out stays. */
  change(changes: ChangeOverlayBody): Answer;
  /** A new address; the old one shows nothing more. Needs a recent sign-in. */
  renewKey(): Answer;
  remove(): Answer;
  act(wanted: OverlayLiveBody): Answer;
  /** Sends alerts with a TEST ribbon. */
  test(test: OverlayTest): Answer;
}
