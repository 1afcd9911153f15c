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

export interface PushEvent extends LastingEvent {
  readonly data?: { json(): unknown } | null;
  /** Safari: the notification of a declarative message. Then there is no `data`. */
  readonly notification?: ShownNotification | null;
}

export interface ShownNotification {
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

export interface WorkerRegistration {
  readonly pushManager: Pick<PushManager, 'subscribe'>;
  showNotification(title: string, look: NotificationLook): Promise<void>;
}

export interface WorkerClients {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Tab[]>;
  openWindow(url: string): Promise<unknown>;
  claim(): Promise<void>;
}

export interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}
