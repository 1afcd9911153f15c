import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newStateDir, portsOf, removeStateDir, startBackend } from './backend';
import { expect, test } from './fixtures';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

// This test starts its own server, because it takes an owner offline whom other tests tip.
// Holds host-056.
test('a visitor reports a page without JavaScript; the host hides it, and the page says that it is hidden', async ({
  browser,
}) => {
  const stateDir = await newStateDir();
  const backend = await startBackend({ stateDir });
  const { addresses } = backend;
  const admin = async (...words: readonly string[]) => {
    const env = { ...process.env, ...portsOf(addresses), BUSKER_STATE: stateDir };
    const args = ['--import', 'tsx', 'scripts/admin.ts', ...words, '--local'];
    return (await run(process.execPath, args, { cwd: root, env })).stdout;
  };
  try {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${addresses.app}/@ada`);
    await page.getByRole('link', { name: 'Report' }).click();
    await page
      .getByLabel('What is it about?')
      .selectOption({ label: 'Personal data or pictures of a person' });
    await page.getByLabel('Which law, or which part of the terms?').fill('Terms, data of others');
    await page.getByLabel('What is shown, where').fill('The picture shows me.');
    await page.getByLabel('Your name').fill('Zoe');
    await page.getByLabel('Your email').fill('zoe@example.com');
    await page.getByLabel('I believe in good faith').check();
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your report' })).toBeVisible();
    const number = /number (\w{12})/.exec((await page.textContent('main')) ?? '')?.[1] ?? '';
    expect(await admin('reports', 'list')).toContain(number);

    const facts = 'The picture is of somebody who did not agree.';
    await admin('reports', 'decide', number, '--outcome', 'hidden', '--facts', facts, '--yes');
    await page.getByRole('link', { name: 'See the state of the report' }).click();
    await expect(page.getByText('Profile hidden for a time')).toBeVisible();
    // The server may show a page from its memory for ten seconds after another process has hidden it.
    await expect(async () => {
      await page.goto(`${addresses.app}/@ada`);
      await expect(page.getByText('not available')).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.goto(`${addresses.auth}/__local/outbox`);
    await expect(page.getByRole('heading', { name: 'A decision about your page @ada' })).toBeVisible();
    await context.close();
  } finally {
    await backend.stop();
    await removeStateDir(stateDir);
  }
});
