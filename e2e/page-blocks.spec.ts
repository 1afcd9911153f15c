import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import type { Blocks } from '@busker/core/blocks/block';
import { brokenRules } from './broken-rules';
import { expect, ownOwner, test } from './fixtures';
import { originsAsked } from './steps';

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
