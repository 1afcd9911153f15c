import { expect, test } from './fixtures';
import { ada, openScreen, signIn, tipOnPlainPage } from './steps';

// Holds dash-095.
test('offline no screen breaks or shows a false zero, and each loads by itself once online', async ({
  page,
  context,
  busker,
  complaints,
}) => {
  complaints.expected(
    /net::ERR|Could not reach|cleardot|Failed to load|Failed to fetch|NotLoaded|did not load/,
  );
  const screens = [/\/insights-screen-/, /\/embed-screen-/].map((name) =>
    page.waitForResponse((response) => name.test(response.url()), { timeout: 0 }),
  );
  await signIn(page, busker, ada);
  const go = async (name: string, ...at: [place: string, tab?: string]) => {
    await openScreen(page, ...at);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  // The screens' code loads while the browser is idle.
  await go('Tips', 'Money');
  await go('Account', 'Settings', 'Account');
  // Done once their imports have loaded too. The network is never idle: a listener's request stays open.
  const urls = (await Promise.all(screens)).map((response) => response.url());
  await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(() => true)`);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. Your edits stay')).toBeVisible();

  await go('Insights', 'Insights');
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible();
  await expect(page.getByText('Link clicks')).toHaveCount(0);
  await go('Embed', 'Share');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Waiting for a connection')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(/busker-card profile="ada"/);

  await context.setOffline(false);
  await expect(preview.getByRole('button', { name: 'Send a tip' })).toBeVisible();
});

test('a screen whose styles did not load says so, and one press loads them', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/net::ERR|NotLoaded|did not load/);
  const styles = /\/assets\/later-[^/]+\.css$/;
  await signIn(page, busker, ada);
  // The route stays: once, on a busy machine, a press right after `unroute` got no style sheet within a minute.
  let isCut = true;
  await page.route(styles, (route) => (isCut ? route.abort() : route.continue()));
  await page.reload();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  isCut = false;
  await again.press('Enter');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  // Behind the first sheet: their rules apply as if it were one.
  const addresses = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href),
  );
  expect(addresses).toEqual([expect.stringMatching(/\/style-/), expect.stringMatching(styles)]);
});

// Holds dash-068.
test('a refund that is sent twice and whose answer is lost is made once', async ({
  page,
  browser,
  busker,
  complaints,
}) => {
  complaints.expected(/net::ERR_FAILED/);
  const name = `Hurry ${Date.now() % 100_000}`;
  await test.step('a fan sends a tip', () => tipOnPlainPage(browser, busker, name));

  await signIn(page, busker, ada);
  await page.goto(`${busker.app}/money/tips?q=${encodeURIComponent(name)}`);
  await page.getByRole('list', { name: 'List of tips' }).getByRole('link', { name }).click();
  const ids: unknown[] = [];
  await page.route(/\/v1\/me\/tips\/[^/]+\/refunds$/, async (route) => {
    const { requestId } = route.request().postDataJSON() as { requestId: string };
    ids.push(requestId);
    const answer = await route.fetch();
    if (ids.length === 1) return route.abort();
    return route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this tip' });
  await dialog.getByRole('radio', { name: 'Partial' }).check();
  await dialog.getByLabel('Amount').fill('2');
  await dialog.getByRole('button', { name: 'Refund $2.00' }).dblclick();
  await expect(dialog.getByText(/we do not know whether \$2\.00 was refunded/)).toBeVisible();

  await test.step('Escape closes the dialog and not the tip; opened again, the dialog still shows the refund', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Refund…' }).click();
  });
  await dialog.getByRole('button', { name: 'Try again' }).dblclick();
  await expect(dialog.getByText('$2.00 is on its way back to the card.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const details = page.getByRole('dialog', { name: 'Tip', exact: true });
  await expect(details.getByText('You refunded $2.00')).toHaveCount(1);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
