import { readUrl } from '../../core/base/safe-url';
import type { DeviceNote } from '../shared/push/device-note';
import type { ReadMessage } from './read-message';
import type { WorkerScope } from './worker-scope';

const icon = '/icons/busker-192.png';

/** An address of this origin; anything else becomes the first page. */
export function sameOrigin(navigate: unknown, origin: string): string {
  const url = typeof navigate === 'string' ? readUrl(navigate, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/`;
}

/**
 * Shows a notification for every push: browsers end a subscription whose pushes stay silent. The message is shown only to the owner who is signed in
 * on this device. Everybody else, and a message that cannot be read, gets a notification without amounts, names and words.
 */
export function showMessage(
  { registration, location }: Pick<WorkerScope, 'registration' | 'location'>,
  message: ReadMessage | null,
  note: Pick<DeviceNote, 'user' | 'closedText'>,
): Promise<void> {
  if (message === null || note.user === null || message.for !== note.user) {
    const data = { navigate: `${location.origin}/` };
    return registration.showNotification('Busker', {
      body: note.closedText,
      tag: 'closed',
      renotify: true,
      icon,
      data,
    });
  }
  const { title, body, lang, dir, tag } = message;
  const data = { navigate: sameOrigin(message.navigate, location.origin) };
  return registration.showNotification(title, { body, lang, dir, tag, renotify: true, icon, data });
}
