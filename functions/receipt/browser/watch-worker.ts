/** The part of the service worker's scope that the fan's worker uses (w3c.github.io/ServiceWorker, w3c.github.io/push-api). */
export interface FanWorkerScope {
  readonly registration: { showNotification(title: string, look: object): Promise<void> };
  readonly location: { readonly origin: string };
  readonly clients: {
    matchAll(options: object): Promise<readonly FanTab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: FanWorkerEvent) => void): void;
}

export interface FanTab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: string): void;
}

export interface FanWorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  /** A push has `json`. A message of a page is the value itself: the local push service hands one over. */
  readonly data?: unknown;
  /** A tap, and in Safari the notification of a declarative message. */
  readonly notification?: (FanNotice & { readonly data?: unknown; close?(): void }) | null;
}

/** A notification as it arrives: nothing of it is checked yet. */
interface FanNotice {
  readonly title?: unknown;
  readonly body?: unknown;
  readonly navigate?: unknown;
  readonly lang?: unknown;
  readonly dir?: unknown;
  readonly tag?: unknown;
}

/**
 * The service worker of the receipts, in the fan's browser: it shows the one message that the fan asked for. It loads nothing and keeps nothing.
 */
export function watchWorker(self: FanWorkerScope): void {
  const noticeIn = (given: unknown): FanNotice =>
    (given as { readonly notification?: FanNotice } | null)?.notification ?? {};

  /** An address of this host; anything else becomes its first page. */
  const own = (address: unknown): string => {
    const { origin } = self.location;
    const url =
      typeof address === 'string' && URL.canParse(address, origin) ? new URL(address, origin) : null;
    return url?.origin === origin ? url.href : `${origin}/`;
  };

  /** The receipts of this tip that are open with their token. */
  const receipts = async (href: string): Promise<readonly FanTab[]> => {
    const { origin, pathname } = new URL(href);
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return tabs.filter(({ url }) => url === origin + pathname || url.startsWith(`${origin}${pathname}#`));
  };

  // Browsers end a subscription whose pushes show nothing, so a message that cannot be read is shown too.
  const show = async (notice: FanNotice) => {
    const navigate = own(notice.navigate);
    // First, because it works also where the system shows no notifications.
    for (const tab of await receipts(navigate)) tab.postMessage('answered');
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    await self.registration.showNotification(text(notice.title) || 'Busker', {
      body: text(notice.body),
      lang: text(notice.lang),
      dir: notice.dir === 'rtl' ? 'rtl' : 'ltr',
      tag: text(notice.tag) || 'tip',
      icon: '/icons/busker-192.png',
      data: { navigate },
    });
  };

  const openPage = async (navigate: string) => {
    const [tab] = await receipts(navigate);
    if (tab === undefined) return self.clients.openWindow(navigate);
    tab.postMessage('answered');
    return tab.focus();
  };

  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener('push', (event) => {
    let notice: FanNotice = event.notification ?? {};
    try {
      if (event.data != null) notice = noticeIn((event.data as { json(): unknown }).json());
    } catch {
      // It is not JSON.
    }
    event.waitUntil(show(notice));
  });
  self.addEventListener('message', (event) => event.waitUntil(show(noticeIn(event.data))));
  self.addEventListener('notificationclick', (event) => {
    event.notification?.close?.();
    const data = event.notification?.data as { readonly navigate?: unknown } | null | undefined;
    event.waitUntil(openPage(own(data?.navigate)));
  });
}
