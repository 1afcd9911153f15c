import type { Page, Browser, BrowserContext } from '@playwright/test';
import { expect, test, ownOwner } from './fixtures';
import { ada, openScreen, signIn, cards, tipFrom } from './steps';
import { brokenRules } from './broken-rules';
import { tabTo } from './keyboard-walk';

// Holds web-025, dash-091.
test('Ada builds a tag, downloads her QR code, and checks whether the tag is on her site', async ({
  page,
  busker,
}) => {
  await signIn(page, busker, ada);
  await openScreen(page, 'Share');
  await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
  const code = page.getByRole('textbox', { name: 'Embed code' });

  await test.step('a choice changes snippet and card at once', async () => {
    await page.getByLabel('Layout').selectOption('button');
    await page.getByLabel('Placement').fill('footer');
    await expect(code).toHaveValue(/<busker-card profile="ada" layout="button" placement="footer"/);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('button', { name: 'Send a tip' })).toBeVisible();
    await expect(preview.getByRole('link', { name: 'Instagram' })).toHaveCount(0);
  });

  await test.step('she downloads the QR code', async () => {
    const drawn = page.getByRole('img', { name: /^QR code of/ });
    await expect
      .poll(() => drawn.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PNG' }).click();
    expect((await download).suggestedFilename()).toBe('busker-ada.png');
  });

  await test.step('the server checks her site', async () => {
    await page.getByLabel('Page', { exact: true }).fill(`${busker.examples}/plain-html/`);
    await page.getByRole('button', { name: 'Check my site' }).click();
    await expect(page.getByText('It is live', { exact: true })).toBeVisible();
    await page.getByLabel('Page', { exact: true }).fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Check my site' }).click();
    await expect(page.getByText('Our server does not open private or unusual addresses')).toBeVisible();
  });
});

// Holds tag-041, dash-077.
test('a view and a click on Ada’s card are counted within seconds', async ({ page, context, busker }) => {
  await signIn(page, busker, ada);
  await openScreen(page, 'Insights');
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
  const site = await context.newPage();
  await site.goto(`${busker.examples}/plain-html/`);
  await site.locator('busker-card').getByRole('link', { name: 'Instagram' }).first().waitFor();
  await site.close();
  const views = page.locator('dl').filter({ hasText: 'Tips per view' }).locator('dd').first();
  await expect(views).toHaveText(/^[1-9]/);
});

/** The address that the sheet's code leads to, as the owner reads it. */
const addressOfCode = async (page: Page): Promise<string> =>
  (await page.getByText('The code leads to this address:').locator('bdi').textContent()) ?? '';

/** How many pages the browser would print. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

// Holds out-072.
test('by keyboard an owner prepares a sheet of cards with a place and an amount, and it prints on one page', async ({
  page,
  busker,
}) => {
  const { keyboard } = page;
  await signIn(page, busker, ada);
  await tabTo(page, 'Share');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Embed', level: 1 }).waitFor();
  await tabTo(page, 'Gig kit');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Gig kit', level: 1 }).waitFor();
  expect(await brokenRules(page)).toEqual([]);

  await tabTo(page, 'Sign');
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Cards' })).toBeVisible();
  await tabTo(page, 'A line of your own');
  await keyboard.type('Thank you <b>for</b> listening');
  await tabTo(page, 'Place');
  await keyboard.press('Control+A');
  await keyboard.type('Bar 2');
  await tabTo(page, 'Amount in the code');
  await keyboard.type('$5');
  await expect.poll(() => addressOfCode(page)).toBe(`${busker.app}/@ada/tip?amount=500&cur=usd&at=bar-2`);
  await expect(page.getByRole('img', { name: 'Cards' })).toContainText('Thank you <b>for</b> listening');
  expect(await printedPages(page)).toBe(1);
  expect(await brokenRules(page)).toEqual([]);
});

// Holds out-073.
test('a fan scans a code: the phone speaks Polish, nothing is lost offline, two presses are one tip, and Insights has the place', async ({
  page,
  browser,
  busker,
}) => {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pl-PL' });
  const fan = await phone.newPage();
  await fan.goto(`${busker.app}/@ada/tip?amount=700&cur=usd&at=underpass`);
  await expect(fan.locator('html')).toHaveAttribute('lang', 'pl');
  const pay = fan.getByRole('button', { name: 'Przejdź do płatności' });
  await expect(fan.getByRole('radio', { name: /7,00/ })).toBeChecked();

  await test.step('offline the form stays, says so, and keeps the name', async () => {
    await fan.locator('#name').fill('Zosia');
    await phone.setOffline(true);
    await pay.click();
    await expect(fan.locator('#offline')).toBeVisible();
    await expect(fan.locator('#name')).toHaveValue('Zosia');
    expect(await brokenRules(fan)).toEqual([]);
    await phone.setOffline(false);
    await expect(fan.locator('#offline')).toBeHidden();
  });

  await test.step('two presses lead to one payment', async () => {
    await pay.dblclick();
    await fan.waitForURL(`${busker.stripe}/**`);
    await fan.locator('#email').fill('zosia@example.com');
    await fan.locator('iframe, form').first().waitFor();
    await fan.locator('input[autocomplete="cc-number"]').fill(cards.good);
    await fan.locator('input[autocomplete="cc-exp"]').fill('12 / 34');
    await fan.locator('input[autocomplete="cc-csc"]').fill('123');
    await fan.locator('#pay').click();
    await fan.waitForURL(`${busker.app}/t/**`);
  });
  await phone.close();

  await test.step('the owner has one tip, with its place', async () => {
    await signIn(page, busker, ada);
    await page.goto(`${busker.app}/money/tips?q=Zosia`);
    const tips = page.getByRole('list', { name: 'List of tips' }).getByRole('listitem');
    await expect(tips).toHaveCount(1);
    await expect(tips).toContainText('$7.00');
    await openScreen(page, 'Insights');
    await expect(page.getByRole('table', { name: 'Tips by placement' })).toContainText('underpass');
  });
});

// Holds out-074.
test('the tip form is painted in its style and in the colours of the owner while its other files are on their way', async ({
  page,
  busker,
}) => {
  const address = `${busker.app}/@ada/tip?amount=500&cur=usd`;
  const button = page.getByRole('button', { name: 'Go to payment' });
  const looks = () =>
    button.evaluate((element) => {
      const { backgroundColor, color, minHeight, borderRadius } = getComputedStyle(element);
      return { backgroundColor, color, minHeight, borderRadius, page: document.body.scrollHeight };
    });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const whole = await looks();
  expect(whole.minHeight).toBe('48px');

  const refusals: string[] = [];
  page.on('console', (message) => refusals.push(message.text()));
  // Neither answered nor refused: as on a slow network.
  await page.route('**/v1/assets/**', () => undefined);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(button).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  expect(await looks()).toEqual(whole);
  expect(refusals.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});

test.describe('the stream', () => {
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
});
