import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { closeServer, listenOnLoopback } from '../emulators/loopback';
import { newStateDir, removeStateDir, startBackend, type Backend } from './backend';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard-walk';
import { ada, openScreen, signIn, tipOnPlainPage } from './steps';

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
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
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
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: kind, exact: true }).click();
  return dialog;
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
    await expect(channel(page, 'a…@example.com')).toContainText('On');
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
