import type { DeviceNotes } from '../shared/push/device-note';
import { openPage } from './open-page';
import { messageOf, readMessage } from './read-message';
import { sameOrigin, showMessage } from './show-message';
import type { ShownNotification, WorkerScope } from './worker-scope';

function navigateOf({ data, navigate }: ShownNotification): unknown {
  if (typeof data === 'object' && data !== null && 'navigate' in data) return data.navigate;
  return navigate;
}

/**
 * The listeners of the push worker. It has no fetch handler and no cache: a dashboard that cannot be replaced by a deploy is worse than one that
 * needs the network.
 */
export function startWorker(scope: WorkerScope, notes: DeviceNotes): void {
  // A new worker takes over at once: no open page depends on the old one.
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

  scope.addEventListener('push', (event) => {
    const message = messageOf(event);
    event.waitUntil(notes.read().then((note) => showMessage(scope, message, note)));
  });

  // The local push service has no connection to the browser. A page of the local server hands its messages over.
  scope.addEventListener('message', (event) => {
    const message = readMessage(event.data);
    if (message !== null) event.waitUntil(notes.read().then((note) => showMessage(scope, message, note)));
  });

  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const href = sameOrigin(navigateOf(event.notification), scope.location.origin);
    event.waitUntil(openPage(scope.clients, href));
  });

  // The old address is dead, and only a signed-in page may give the server a new one. Without a channel, the dashboard offers this device again.
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(notes.change((note) => ({ ...note, channel: null })));
  });
}
