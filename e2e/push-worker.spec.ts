import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

// The real push event of Chromium, by its DevTools protocol: Playwright has no push (playwright#23954). Firefox has no such command.
test.skip(({ browserName }) => browserName !== 'chromium');

const user = 'a'.repeat(32);

const message = (origin: string, recipient = user) => ({
  web_push: 8030,
  notification: {
    title: 'Kim sent you $5.00',
    body: '“Lovely!”',
    navigate: `${origin}/tips?tip=tip_kim`,
    lang: 'en',
    dir: 'ltr',
    tag: 'tips',
    silent: false,
    data: { for: recipient },
  },
  mutable: true,
  for: recipient,
});

/** Registers the worker and notes that this user is signed in on this device. Returns the id of the registration. */
async function installWorker(page: Page, context: BrowserContext, origin: string) {
  await context.grantPermissions(['notifications'], { origin });
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  await page.evaluate(async (own) => {
    await navigator.serviceWorker.register('/push-worker.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    const note = { user: own, channel: null, closedText: 'Open Busker to see it', left: [] };
    await new Promise<void>((done, failed) => {
      const opening = indexedDB.open('busker-push', 1);
      opening.onupgradeneeded = () => void opening.result.createObjectStore('device');
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction('device', 'readwrite');
        writing.objectStore('device').put(note, 'note');
        writing.oncomplete = () => {
          opening.result.close();
          done();
        };
      };
    });
  }, user);
  const registrationId = await registered;
  return (data: string) =>
    devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Headless Chromium shows no notification to tap. Its event is made in the worker instead. */
async function tap(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
      dispatchEvent: (event: Event) => boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}

test('a push shows a notification, and a tap opens the tip in the dashboard', async ({
  page,
  context,
  busker,
  complaints,
}) => {
  // Only a real tap may hold its event open.
  complaints.expected(/waitUntil/);
  await signIn(page, busker, ada);
  const push = await installWorker(page, context, busker.app);

  await push(JSON.stringify(message(busker.app)));
  await expect
    .poll(() => shownOn(page))
    .toEqual([{ title: 'Kim sent you $5.00', body: '“Lovely!”', tag: 'tips' }]);

  await tap(context);
  await expect(page).toHaveURL(/\/tips\?tip=tip_kim$/);
  await expect.poll(() => shownOn(page)).toEqual([]);
});

test('a push for somebody else, or a broken one, shows no amount', async ({ page, context, busker }) => {
  await signIn(page, busker, ada);
  const push = await installWorker(page, context, busker.app);
  for (const data of [JSON.stringify(message(busker.app, 'b'.repeat(32))), '{', '']) {
    await push(data);
    await expect
      .poll(() => shownOn(page))
      .toEqual([{ title: 'Busker', body: 'Open Busker to see it', tag: 'closed' }]);
    await page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
        getNotifications: () => ready.getNotifications(),
      }));
      for (const shown of await getNotifications()) shown.close();
    });
    await expect.poll(() => shownOn(page)).toEqual([]);
  }
});

test('the dashboard can be installed: its manifest, icons and worker are there', async ({ page, busker }) => {
  await page.goto(`${busker.app}/sign-in`);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(new URL(href ?? '', busker.app).href);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons, display } = (await manifest.json()) as {
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(display).toBe('standalone');
  for (const { src, sizes } of [...icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const worker = await page.request.get(`${busker.app}/push-worker.js`);
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-type']).toContain('text/javascript');
});
