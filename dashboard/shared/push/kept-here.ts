import { browserPushDevice } from './browser-push-device';
import { ownNotes } from './device-note';
import type { KeptDevice } from './keep-device';

/** This browser's part in keepDevice and leaveDevice; null where it can have no notifications. */
export const keptHere = (uid: string, remove: KeptDevice['remove']): KeptDevice | null =>
  'serviceWorker' in navigator ? { uid, remove, device: browserPushDevice(), notes: ownNotes() } : null;
