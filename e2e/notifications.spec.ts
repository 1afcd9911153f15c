import type { BrowserContext, Locator, Page, Worker } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { newStateDir, removeStateDir, startBackend, type Backend } from './backend';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard-walk';
import { ada, openScreen, signIn, tipOnPlainPage } from './steps';

test.describe('channels', () => {
  interface Received {
    readonly headers: Record<string, string>;
    readonly body: string;
  }
  const received: Received[] = [];
  let receiver: Server;
  let hook = '';
  let stateDir = '';
  let backend: Backend;

  // Its own backend: a webhook to this machine must be allowed at the start.
  test.beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        const headers = Object.entries(request.headers).map(
          ([name, value]) => [name, String(value)] as const,
        );
        received.push({ headers: Object.fromEntries(headers), body });
        response.writeHead(200).end('Thanks');
      });
    });
    const port = await listenOnLoopback(receiver, 0, { name: 'the receiver' });
    hook = `127.0.0.1:${port}`;
    stateDir = await newStateDir();
    backend = await startBackend({ stateDir, env: { LIMIT_FACTOR: '1000', WEBHOOK_ALLOW: hook } });
  });
  test.afterAll(async () => {
    await backend.stop();
    await removeStateDir(stateDir);
    await closeServer(receiver);
  });

  const outbox = () => `${backend.addresses.auth}/__local/outbox`;

  /** Opens the dialog and chooses a kind of channel. */
  async function addChannel(page: Page, kind: string): Promise<Locator> {
    await page.getByRole('button', { name: kind, exact: true }).click();
    return page.getByRole('dialog');
  }

  const channel = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Channels' }).getByRole('listitem').filter({ hasText: name });

  // Holds out-001.
  test('Ada is told of a tip by a webhook and by mail, chooses the events by keyboard, and reads the log', async ({
    page,
    browser,
  }) => {
    let secret = '';
    await signIn(page, backend.addresses, ada);
    await openScreen(page, 'Settings', 'Notifications');
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();

    await test.step('mail to her sign-in address is on since she published', async () => {
      await expect(channel(page, ada.email)).toContainText('On');
    });

    await test.step('she adds a webhook and keeps its secret', async () => {
      const dialog = await addChannel(page, 'Webhook');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${hook}/in`);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog).toContainText('whsec_');
      secret = /whsec_[\w+/]{43}=/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
      expect(await brokenRules(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'I copied it' }).click();
      await dialog.getByRole('button', { name: 'Send the test message' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(channel(page, hook)).toContainText('On');
    });

    await test.step('she adds another mail address with the code of the mail', async () => {
      const dialog = await addChannel(page, 'Email');
      await dialog.getByRole('radio', { name: 'Another address' }).check();
      await dialog.getByRole('textbox', { name: 'Email' }).fill('band@example.com');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      const code = dialog.getByRole('textbox', { name: 'Six digits' });
      await expect(code).toBeFocused();
      const answer = await page.request.get(`${backend.addresses.app}/__post/mails`);
      const [mail] = (await answer.json()) as { to: string; text: string }[];
      expect(mail?.to).toBe('band@example.com');
      await code.fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
      await code.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(channel(page, 'b…@example.com')).toContainText('On');
    });

    await test.step('a test message arrives', async () => {
      await page.getByRole('button', { name: `Test ${hook}` }).click();
      await expect(page.getByText('The test message arrived.')).toBeVisible();
      await expect(page.getByText('Thanks')).toBeVisible();
    });

    await test.step('by keyboard alone she switches refunds off for the webhook', async () => {
      const refunds = page.getByRole('switch', { name: `Refunds to ${hook}`, exact: true });
      await expect(refunds).toBeChecked();
      await page.getByRole('heading', { name: 'Channels' }).click();
      await tabTo(page, `Refunds to ${hook}`);
      await page.keyboard.press('Space');
      await expect(refunds).not.toBeChecked();
      await page.reload();
      await expect(refunds).not.toBeChecked();
      expect(await brokenRules(page)).toEqual([]);
    });

    await test.step('a fan tips: the webhook has the signed event, the log its delivery, the outbox the mail', async () => {
      await tipOnPlainPage(browser, backend.addresses, 'Kim');
      const log = page.getByRole('list', { name: 'Delivery log' }).getByRole('listitem');
      await expect(log.filter({ hasText: 'New tips' })).toContainText('Arrived');
      const { headers, body } = received.find((each) => each.body.includes('tip.paid')) ?? {
        headers: {},
        body: '',
      };
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({
        type: 'tip.paid',
        data: { tip: { name: 'Kim', amount: 500 } },
      });
      expect(await brokenRules(page)).toEqual([]);
      await expect(async () => {
        await page.goto(outbox());
        await expect(page.getByText('Kim sent you $5.00').first()).toBeVisible({ timeout: 1000 });
      }).toPass();
    });
  });
});

test.describe('the push worker', () => {
  // The real push event of Chromium, by its DevTools protocol: Playwright has no push (playwright#23954). Firefox has no such command.
  test.skip(({ browserName }) => browserName !== 'chromium');

  const user = 'a'.repeat(32);

  const message = (origin: string, recipient = user) => ({
    web_push: 8030,
    notification: {
      title: 'Kim sent you $5.00',
      body: '“Lovely!”',
      navigate: `${origin}/money/tips?tip=tip_kim`,
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

  /** The part of the worker's global scope that these tests reach into. */
  interface Scope {
    registration: {
      getNotifications(): Promise<readonly Shown[]>;
      showNotification(title: string, look: { readonly body: string; readonly tag: string }): Promise<void>;
    };
    ExtendableEvent: new (type: string) => Event;
    dispatchEvent(event: Event): boolean;
  }

  interface Shown {
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    close(): void;
  }

  async function workerOf(context: BrowserContext): Promise<Worker> {
    const [worker] = context.serviceWorkers();
    return worker ?? context.waitForEvent('serviceworker');
  }

  /** Chromium's headless shell has no notifications at all. There the worker's calls are kept instead. */
  async function keepNotifications(worker: Worker): Promise<void> {
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope & {
        readonly Notification: { readonly permission: string };
      };
      if (scope.Notification.permission === 'granted') return;
      const shown = new Map<string, Shown>();
      Object.assign(scope.registration, {
        getNotifications: () => Promise.resolve([...shown.values()]),
        showNotification(title: string, look: { readonly body: string; readonly tag: string }) {
          shown.set(look.tag, { title, ...look, close: () => void shown.delete(look.tag) });
          return Promise.resolve();
        },
      });
    });
  }

  const shownIn = (worker: Worker) =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as Scope;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });

  const closeAll = (worker: Worker) =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as Scope;
      for (const shown of await registration.getNotifications()) shown.close();
    });

  /** A headless browser shows no notification to tap, so the event is made in the worker. A made event cannot be held open. */
  const tap = (worker: Worker) =>
    worker.evaluate(async () => {
      const scope = globalThis as unknown as Scope;
      const [notification] = await scope.registration.getNotifications();
      const event = new scope.ExtendableEvent('notificationclick');
      scope.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
    });

  // Holds out-044.
  test('a push shows a notification, and a tap opens the tip in the dashboard', async ({
    page,
    context,
    busker,
  }) => {
    await signIn(page, busker, ada);
    const push = await installWorker(page, context, busker.app);
    const worker = await workerOf(context);
    await keepNotifications(worker);

    await push(JSON.stringify(message(busker.app)));
    await expect
      .poll(() => shownIn(worker))
      .toEqual([{ title: 'Kim sent you $5.00', body: '“Lovely!”', tag: 'tips' }]);

    await tap(worker);
    await expect(page).toHaveURL(/\/tips\?tip=tip_kim$/);
    await expect.poll(() => shownIn(worker)).toEqual([]);
  });

  // Holds out-042.
  test('a push for somebody else, or a broken one, shows no amount', async ({ page, context, busker }) => {
    await signIn(page, busker, ada);
    const push = await installWorker(page, context, busker.app);
    const worker = await workerOf(context);
    await keepNotifications(worker);
    for (const data of [JSON.stringify(message(busker.app, 'b'.repeat(32))), '{', '']) {
      await push(data);
      await expect
        .poll(() => shownIn(worker))
        .toEqual([{ title: 'Busker', body: 'Open Busker to see it', tag: 'closed' }]);
      await closeAll(worker);
      await expect.poll(() => shownIn(worker)).toEqual([]);
    }
  });

  test('the dashboard can be installed: its manifest, icons and worker are there', async ({
    page,
    busker,
  }) => {
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
});
