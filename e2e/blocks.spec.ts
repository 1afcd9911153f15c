import { readFile } from 'node:fs/promises';
import type { Blocks } from '@busker/core/blocks/block';
import type { Page } from '@playwright/test';
import { brokenRules } from './broken-rules';
import { expect, ownOwner, test } from './fixtures';
import { signIn, originsAsked } from './steps';

const nina = ownOwner({ name: 'Nina Voss', draft: { links: {} }, isUnpublished: true });

// Holds dash-1239, dash-1374.
test('a new owner adds text, a picture, a video, dates, contact and other ways to give, publishes, and the page shows them', async ({
  busker,
  page,
  context,
}) => {
  test.slow();
  await signIn(page, busker, nina);
  const add = async (kind: RegExp) => {
    await page.getByRole('button', { name: 'Add a block' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
  };
  const addEntry = () => page.getByRole('button', { name: 'Add an entry' }).last().click();

  await test.step('each form opens by itself, with the focus in its first field', async () => {
    await add(/^Text/);
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
    await page.keyboard.type('My record is out.');
    await add(/^Music or video/);
    await expect(page.getByRole('textbox', { name: 'Address of the song, video or post' })).toBeFocused();
    await page.keyboard.type('youtu.be/dQw4w9WgXcQ');
    await add(/^Contact/);
    await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123456');
    await add(/^Dates/);
    await addEntry();
    await page.getByLabel('Date', { exact: true }).fill('2099-05-01');
    await page.getByRole('textbox', { name: 'What', exact: true }).fill('Club night');
  });

  await test.step('a picture is uploaded and described', async () => {
    await add(/^Picture/);
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Description of the picture' })
      .getByRole('button', { name: 'Upload picture' })
      .click();
    await (
      await chooser
    ).setFiles({ name: 'nina.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByRole('textbox', { name: 'Description of the picture' }).fill('Nina on a stage');
    await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  });

  const publish = () => page.getByRole('button', { name: 'Publish', exact: true }).click();
  await test.step('a coin address with a wrong character is refused at its field', async () => {
    await add(/^Other ways to give/);
    await addEntry();
    const place = page.getByRole('textbox', { name: 'Address of your page, or coin address' });
    await place.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5');
    await publish();
    await expect(page.getByText(/^A character of this address is wrong/)).toBeVisible();
    await place.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await place.blur();
    await addEntry();
    await page
      .getByRole('textbox', { name: 'Address of your page, or coin address' })
      .nth(1)
      .fill('paypal.me/ninavoss');
  });

  await publish();
  await expect(page.getByText('Everything is published')).toBeVisible();

  await test.step('the page shows all of them without a script', async () => {
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false });
    const site = await plain?.newPage();
    if (!plain || !site) throw new Error('no browser');
    await site.goto(`${busker.app}/@${nina.handle}`);
    await expect(site.getByText('My record is out.')).toBeVisible();
    const photo = site.getByRole('img', { name: 'Nina on a stage' });
    await expect(photo).toBeVisible();
    const size = page.viewportSize() ?? { width: 1, height: 1 };
    const [width, height] = await Promise.all(['width', 'height'].map((name) => photo.getAttribute(name)));
    expect(Number(width) / Number(height)).toBeCloseTo(size.width / size.height, 1);
    await expect(site.getByText('Club night')).toBeVisible();
    await expect(site.locator('a[href^="tel:"]')).toBeVisible();
    await expect(site.locator('a[href*="youtu.be/dQw4w9WgXcQ"]')).toBeVisible();
    const giving = site.locator('section').filter({ hasText: 'Also here' });
    await expect(giving.getByRole('link', { name: /PayPal/ })).toHaveAttribute(
      'href',
      'https://paypal.me/ninavoss',
    );
    await giving.getByText('QR · Bitcoin').click();
    await expect(giving.getByRole('img', { name: /^bitcoin:bc1q/ })).toBeVisible();
    await plain.close();
  });
});

const placed = { on: true, from: null, until: null };
const link = { label: 'My site', url: 'https://tenant.example/', on: true };
const show = { day: '2035-05-04', time: '20:30', ends: '23:00', title: 'Lido', place: 'Berlin', url: '' };
const blocks: Blocks = {
  words: { kind: 'text', ...placed, order: 0, label: '', text: 'I sing on https://tenant.example/square.' },
  film: {
    kind: 'media',
    ...placed,
    order: 2,
    label: 'The film',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    picture: null,
  },
  gigs: { kind: 'dates', ...placed, order: 3, label: 'Next gigs', zone: 'Europe/Berlin', rows: [show] },
  reach: {
    kind: 'contact',
    ...placed,
    order: 5,
    label: 'Write to me',
    email: 'tess@tenant.example',
    phone: '',
    place: '',
  },
  row: {
    kind: 'icons',
    ...placed,
    order: 6,
    label: '',
    rows: [{ label: 'Instagram', url: 'https://instagram.com/tess' }],
  },
};
const links = { k1: { ...link, order: 1 }, k2: { ...link, label: 'My songs', order: 4 } };

test.describe('the blocks of a page', () => {
  const tess = ownOwner({ name: 'Tess Blocks', draft: { blocks, links } });
  const address = () => `${tess.addresses.app}/@${tess.handle}`;
  const player = (page: Page) => page.getByRole('link', { name: /^Play/ });

  // Holds dash-1207.
  test('ask no other site before a press, and then show the player in the same place', async ({ page }) => {
    const player0 = 'https://www.youtube-nocookie.com';
    await page
      .context()
      .route(`${player0}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>player</title><p>The film runs.</p>' }),
      );
    const origins = originsAsked(page.context());
    await page.goto(address());
    await page.getByRole('button', { name: 'Send a tip' }).waitFor();
    await expect(page.getByRole('link', { name: 'tenant.example/square' })).toBeVisible();
    expect(origins()).toEqual([tess.addresses.app]);
    expect(await brokenRules(page)).toEqual([]);
    const before = await player(page).boundingBox();
    await player(page).focus();
    await page.keyboard.press('Enter');
    const frame = page.getByTitle('The film');
    await expect(frame).toBeFocused();
    expect(await frame.boundingBox()).toEqual(before);
    await expect(
      frame.contentFrame().locator('iframe').contentFrame().getByText('The film runs.'),
    ).toBeVisible();
    expect(origins()).toEqual([tess.addresses.app, player0].toSorted());
  });

  // Holds dash-1208.
  test('give a calendar and a contact to save', async ({ page }) => {
    await page.goto(address());
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
    };
    expect(await saved('Add to calendar')).toEqual([
      'gigs.ics',
      expect.stringContaining('DTSTART:20350504T183000Z'),
    ]);
    expect(await saved('Save contact')).toEqual([
      'reach.vcf',
      expect.stringContaining('EMAIL:tess@tenant.example'),
    ]);
  });

  // Holds dash-1206.
  test('are whole without a script, also right to left on a phone', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(`${address()}?lang=ar`);
    await expect(page.locator('main .block, main .links')).toHaveCount(7);
    await expect(page.locator('.player a')).toHaveAttribute('href', 'https://youtu.be/dQw4w9WgXcQ');
    await expect(page.getByRole('link', { name: 'tess@tenant.example' })).toHaveAttribute(
      'href',
      'mailto:tess@tenant.example',
    );
    const width = page.locator('html').evaluate((html) => html.scrollWidth);
    expect(await width).toBeLessThanOrEqual(360);
    await context.close();
  });
});
