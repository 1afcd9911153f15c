import * as v from 'valibot';
import { readUrl } from '@busker/core/text/safe-url';
import { openRequest, openedAnswer, type DeviceNote, type DeviceNotes } from '../device/device-note';

/**
 * The part of the service worker's scope that the push worker uses (w3c.github.io/ServiceWorker, w3c.github.io/push-api). TypeScript's own types of it
 * exclude those of pages, and this folder is compiled together with the dashboard.
 */
export interface WorkerScope {
  readonly registration: WorkerRegistration;
  readonly clients: WorkerClients;
  readonly location: { readonly origin: string };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

export interface WorkerEvents {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly push: PushEvent;
  readonly message: LastingEvent & { readonly data: unknown };
  readonly notificationclick: LastingEvent & { readonly notification: ShownNotification };
  readonly pushsubscriptionchange: LastingEvent & {
    readonly oldSubscription?: PushSubscription | null;
    readonly newSubscription?: PushSubscription | null;
  };
}

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends LastingEvent {
  readonly data?: { json(): unknown } | null;
  /** Safari: the notification of a declarative message. Then there is no `data`. */
  readonly notification?: ShownNotification | null;
}

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly dir: string;
  readonly tag: string;
  readonly data: unknown;
  readonly navigate?: string;
  close(): void;
}

/** `renotify` is not in TypeScript's types: a notification that replaces another one makes itself heard again. */
export interface NotificationLook {
  readonly body: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly tag: string;
  readonly renotify: boolean;
  readonly icon: string;
  readonly data: { readonly navigate: string };
}

interface WorkerRegistration {
  readonly pushManager: Pick<PushManager, 'subscribe'>;
  showNotification(title: string, look: NotificationLook): Promise<void>;
}

interface WorkerClients {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Tab[]>;
  openWindow(url: string): Promise<unknown>;
  claim(): Promise<void>;
}

export interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Milliseconds that an open dashboard has for its answer. */
const mostWait = 800;

/** A browser may refuse the focus long after the tap. The page is right then, too. */
const shown = (tab: Tab) => tab.focus().catch(() => undefined);

const withoutHash = (url: string) => url.replace(/#.*/, '');

/** Asks a tab to show an address without loading its page again: the owner may be typing there. False = it is not a dashboard that can. */
function asked(tab: Tab, path: string): Promise<boolean> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const end = (opened: boolean) => {
      port1.close();
      done(opened);
    };
    port1.onmessage = ({ data }) => end(data === openedAnswer);
    setTimeout(() => end(false), mostWait);
    tab.postMessage(openRequest(path), [port2]);
  });
}

/** Shows an address of this origin: in the tab that has it already, else in an open dashboard, else in a new tab. */
async function openPage(clients: WorkerClients, href: string): Promise<void> {
  const { origin, pathname, search } = new URL(href);
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = tabs.filter(({ url }) => readUrl(url)?.origin === origin);
  const there = own.find(({ url }) => withoutHash(url) === withoutHash(href));
  if (there !== undefined) {
    await shown(there);
    return;
  }
  for (const tab of own) {
    if (!(await asked(tab, pathname + search))) continue;
    await shown(tab);
    return;
  }
  await clients.openWindow(href);
}

/** A message to this device, as the worker shows it. */
interface ReadMessage {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly tag: string;
  /** Whom it is for: `pushUser` of the owner. */
  readonly for: string;
}

const text = v.string();
const notification = v.object({
  title: v.pipe(text, v.minLength(1)),
  body: text,
  navigate: text,
  lang: text,
  dir: v.picklist(['ltr', 'rtl']),
  tag: v.pipe(text, v.minLength(1)),
  data: v.object({ for: text }),
});
const message = v.object({ notification });

function read(given: unknown): ReadMessage | null {
  const parsed = v.safeParse(notification, given);
  if (!parsed.success) return null;
  const { data, ...shown } = parsed.output;
  return { ...shown, for: data.for };
}

/** A message that another page of this origin hands over, as the local push service does; null = it is not readable. */
function readMessage(given: unknown): ReadMessage | null {
  const parsed = v.safeParse(message, given);
  return parsed.success ? read(parsed.output.notification) : null;
}

/** The message of a push event; null = it has none, or none that this worker can read. */
function messageOf(event: Pick<PushEvent, 'data' | 'notification'>): ReadMessage | null {
  if (event.notification) return read(event.notification);
  try {
    return readMessage(event.data?.json());
  } catch {
    return null;
  }
}

const icon = '/icons/busker-192.png';

/** An address of this origin; anything else becomes the first page. */
function sameOrigin(navigate: unknown, origin: string): string {
  const url = typeof navigate === 'string' ? readUrl(navigate, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/`;
}

/**
 * Shows a notification for every push: browsers end a subscription whose pushes stay silent. The message is shown only to the owner who is signed in
 * on this device. Everybody else, and a message that cannot be read, gets a notification without amounts, names and words.
 */
function showMessage(
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
