import type { Browser, BrowserContext, Page } from '@playwright/test';
import { brokenRules } from './broken-rules';
import { expect, test, ownOwner } from './fixtures';
import { tabTo } from './keyboard-walk';
import { signIn, tipFrom } from './steps';

/** What a browser source of OBS 30 says that it is, and its usual size. */
const obs = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.5060.134 Safari/537.36 OBS/30.0.2',
  viewport: { width: 1920, height: 1080 },
} as const;

// Other tests' tips would be on this stream.
const ada = ownOwner({ name: 'Ada Lind' });
// One overlay for all, so one after another.
test.describe.configure({ mode: 'serial' });

const alertIn = (page: Page) => page.locator('.busker-alert:not(.busker-alert-leaving)');

/** Opens the owner's screen, makes the address if there is none, and returns it. */
async function openStream(page: Page): Promise<string> {
  await signIn(page, ada.addresses, ada);
  await page.goto(`${ada.addresses.app}/share/stream`);
  const make = page.getByRole('button', { name: 'Make the address' });
  const heading = page.getByRole('heading', { name: 'Secret address' });
  await expect(make.or(heading)).toBeVisible();
  if (await make.isVisible()) await make.click();
  await heading.waitFor();
  await page.getByRole('button', { name: 'Show the address' }).click();
  return page.getByRole('textbox', { name: 'Secret address' }).inputValue();
}

async function openSource(
  browser: Browser,
  address: string,
): Promise<{ source: BrowserContext; scene: Page }> {
  const source = await browser.newContext(obs);
  const scene = await source.newPage();
  await scene.goto(address);
  // The settings have arrived: the look is theirs.
  await expect(scene.locator('#overlay')).toHaveAttribute('data-look', /./);
  return { source, scene };
}

// Holds out-084.
test('offline a source shows nothing new, and then shows the missed tip once; the big screen thanks, and has the code', async ({
  page,
  browser,
}) => {
  const address = await openStream(page);
  const { source, scene } = await openSource(browser, address);
  // A card that comes in has less contrast for a moment.
  const still = { viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' } as const;
  const tablet = await browser.newContext(still);
  const screen = await tablet.newPage();
  await screen.goto(address.replace('/o#', '/o?view=screen#'));
  await expect(screen.getByRole('heading', { name: 'Ada Lind' })).toBeVisible();
  expect(await brokenRules(screen)).toEqual([]);
  await source.setOffline(true);
  await tablet.setOffline(true);

  await tipFrom(browser, ada.addresses, ada, 'Noor');
  await expect(page.getByRole('button', { name: /^Show again: Noor/ })).toBeVisible();
  await expect(alertIn(scene)).toHaveCount(0);
  await source.setOffline(false);
  await tablet.setOffline(false);
  await expect(alertIn(scene)).toContainText('Noor sent $5.00');
  await expect(alertIn(screen)).toContainText('Noor sent $5.00');
  await expect(screen.getByRole('img', { name: 'Scan to send a tip' })).toBeVisible();
  await expect(screen.locator('.busker-screen-thanks')).toContainText('Noor sent $5.00');
  await source.close();
  await tablet.close();
});

// Holds out-085.
test('by keyboard the owner lets a waiting alert go, and pauses; a new address ends the old page', async ({
  page,
  browser,
}) => {
  const { keyboard } = page;
  const address = await openStream(page);
  const { source, scene } = await openSource(browser, address);
  const other = await source.newPage();
  await other.goto(address.replace('/o#', '/o?view=screen#'));

  await test.step('names and messages wait for her', async () => {
    await page.getByLabel('Names and messages').selectOption('Appear when I press Show');
    await tipFrom(browser, ada.addresses, ada, 'Zoë');
    await expect(page.getByText('Waits for you')).toBeVisible();
    await expect(alertIn(scene)).toHaveCount(0);
    await page.getByRole('heading', { name: 'During the stream' }).click();
    await tabTo(page, 'Show: Zoë');
    await keyboard.press('Enter');
    await expect(alertIn(scene)).toContainText('Zoë sent $5.00');
    await page.getByRole('button', { name: 'Skip this alert' }).click();
    await expect(alertIn(scene)).toHaveCount(0);
  });

  await test.step('while it is paused nothing begins', async () => {
    await page.getByRole('heading', { name: 'During the stream' }).click();
    await tabTo(page, 'Pause');
    await keyboard.press('Enter');
    await expect(page.getByText('Paused. New tips wait')).toBeVisible();
    await page.getByRole('button', { name: 'Small tip' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(alertIn(scene)).toContainText('TEST');
  });

  await test.step('the old address says nothing in the stream, and on the big screen that it is old', async () => {
    await page.getByRole('button', { name: 'New address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New address' }).click();
    await expect(page.getByText('The address is new.')).toBeVisible();
    await expect(other.getByText('This address is no longer valid.')).toBeVisible();
    await expect(alertIn(scene)).toHaveCount(0);
    // The field follows the owner's document, which arrives by itself.
    const shown = page.getByRole('textbox', { name: 'Secret address' });
    await expect(shown).not.toHaveValue(address);
    const fresh = await shown.inputValue();
    const renewed = await openSource(browser, fresh);
    await page.getByRole('button', { name: 'Usual tip' }).click();
    await expect(alertIn(renewed.scene)).toContainText('TEST');
    await expect(alertIn(scene)).toHaveCount(0);
    await renewed.source.close();
  });
  await source.close();
});

// Holds out-086.
test('the preview is the overlay’s own page and follows the settings before they are stored', async ({
  page,
}) => {
  await openStream(page);
  const preview = page.frameLocator('iframe[title="Preview of an alert"]');
  await expect(preview.locator('.busker-alert')).toBeVisible();
  await page.getByText('Bubble', { exact: true }).click();
  await page.getByLabel('Place in the picture').selectOption('Top left');
  await page.getByLabel('Language of the alerts').selectOption('العربية');
  await expect(preview.locator('#overlay')).toHaveAttribute('data-look', 'bubble');
  await expect(preview.locator('#overlay')).toHaveAttribute('data-place', 'top-left');
  await expect(preview.locator('html')).toHaveAttribute('dir', 'rtl');
  const box = await preview.locator('.busker-alert').boundingBox();
  const frame = await page.locator('iframe[title="Preview of an alert"]').boundingBox();
  expect((box?.x ?? 0) - (frame?.x ?? 0)).toBeLessThan((frame?.width ?? 0) / 4);
});
