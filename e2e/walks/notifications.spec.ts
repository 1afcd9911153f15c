import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { openScreen, signIn, tipFrom } from '../steps';
import { brokenRules } from '../broken-rules';

test('an owner gets one mail about a tip, and reads when it arrived', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await signIn(page, busker, owner);
  await openScreen(page, 'Settings', 'Notifications');
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();

  const channels = page.getByRole('region', { name: 'Channels' }).getByRole('listitem');
  const mail = channels.filter({ hasText: owner.email });
  await test.step('mail to the sign-in address is on since they published', async () => {
    await expect(mail).toContainText('On');
  });

  await test.step('a fan tips: one mail is sent, and the channel says when', async () => {
    await tipFrom(browser, busker, owner, 'Kim');
    await expect(mail).toContainText('Last arrived');
    await page.goto(`${busker.auth}/__local/outbox`);
    const sent = page.locator(`li[data-to="${owner.email}"]`).filter({ hasText: 'Kim sent you $5.00' });
    await expect(sent).toHaveCount(1);
  });
});

/** What a browser source of OBS 30 says that it is, and its usual size. */
const obs = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.5060.134 Safari/537.36 OBS/30.0.2',
  viewport: { width: 1920, height: 1080 },
} as const;

const alertIn = (page: Page) => page.locator('.busker-alert:not(.busker-alert-leaving)');

// Holds out-052, out-083.
test('in OBS a paid tip appears with the name, once, in the colour of Custom CSS, also when the source is loaded again', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await signIn(page, busker, owner);
  await page.goto(`${busker.app}/share/stream`);
  await page.getByRole('button', { name: 'Make the address' }).click();
  await page.getByRole('heading', { name: 'Secret address' }).waitFor();
  await page.getByRole('button', { name: 'Show the address' }).click();
  const address = await page.getByRole('textbox', { name: 'Secret address' }).inputValue();
  expect(await brokenRules(page)).toEqual([]);

  const source = await browser.newContext(obs);
  const scene = await source.newPage();
  const opened = async () => {
    // The settings have arrived: the look is theirs.
    await expect(scene.locator('#overlay')).toHaveAttribute('data-look', /./);
    // As obs-browser adds it: a style element, by script.
    await scene.addStyleTag({ content: ':root { --busker-overlay-accent: rgb(200, 10, 90); }' });
  };
  await scene.goto(address);
  await opened();
  expect(await scene.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgba(0, 0, 0, 0)',
  );

  await test.step('a fan tips', async () => {
    await tipFrom(browser, busker, owner, 'Kim <b>');
    await expect(alertIn(scene)).toContainText('Kim <b> sent $5.00');
    expect(await alertIn(scene).evaluate((card) => getComputedStyle(card).borderInlineStartColor)).toBe(
      'rgb(200, 10, 90)',
    );
    await expect(page.getByRole('button', { name: /^Show again: Kim <b>/ })).toBeVisible();
  });

  await test.step('a refresh in the middle of the alert does not repeat it', async () => {
    await scene.reload();
    await opened();
    await page.getByRole('button', { name: 'Large tip' }).click();
    // The next alert is the test: the tip's would have come first.
    await expect(alertIn(scene)).toContainText('TEST');
    await expect(alertIn(scene)).toHaveCount(1);
  });
  await source.close();
});
