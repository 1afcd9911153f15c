import type { Locator, Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';

test.describe('the pages of hosts', () => {
  const script = /\/embed\/v1\.js/;

  /** The URLs that the page requests from the app, in order. */
  function askedOf(page: Page, origin: string): string[] {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) asked.push(request.url().slice(origin.length));
    });
    return asked;
  }

  // Holds web-038, tag-034.
  test('many cards share one script and one request for their profiles; cards far down load later', async ({
    page,
    busker,
  }) => {
    const asked = askedOf(page, busker.app);
    await page.goto(`${busker.examples}/many-cards/`);
    const all = page.locator('busker-card');
    await expect(all.first().getByRole('button', { name: en.sendTip })).toBeVisible();

    const drawn = () =>
      all.evaluateAll((elements) =>
        elements.map((card) => Boolean(card.shadowRoot?.querySelector('.busker'))),
      );
    expect((await drawn()).at(-1)).toBe(false);

    await all.last().scrollIntoViewIfNeeded();
    await expect(all.last().getByRole('button', { name: en.sendTip })).toBeVisible();
    expect(asked.filter((path) => /\.js(\?|$)/.test(path))).toEqual([
      '/embed/v1.js',
      expect.stringMatching(/\/late-parts-.{6}\.js$/),
    ]);
    expect(asked.filter((path) => path.startsWith('/v1/profiles'))).toEqual([
      '/v1/profiles?handles=ada,grace',
    ]);
  });

  /** The computed styles of each part of the first card that the page's styles could change. */
  const looks = (page: Page) =>
    page.locator('busker-card').evaluate((card) => {
      const wanted = [
        'color',
        'backgroundColor',
        'fontFamily',
        'fontSize',
        'lineHeight',
        'letterSpacing',
        'wordSpacing',
        'textTransform',
        'textAlign',
        'pointerEvents',
        'visibility',
        'display',
        'float',
        'height',
        'paddingLeft',
        'cursor',
      ] as const;
      const parts = [...(card.shadowRoot?.querySelectorAll('[part], a, button, svg') ?? [])];
      return parts.map((part) => {
        const style = getComputedStyle(part);
        return [part.localName, part.getAttribute('part'), ...wanted.map((name) => style[name])].join(' | ');
      });
    });

  // Holds web-032, tag-051.
  test('the card looks the same on a page with hostile styles', async ({ page, busker }) => {
    // Wide enough that the card has its full width on both pages.
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.goto(`${busker.examples}/tag-manager/`);
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    const harmless = await looks(page);
    await page.goto(`${busker.examples}/hostile-css/`);
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    expect(harmless.length).toBeGreaterThan(10);
    expect(await looks(page)).toEqual(harmless);

    await test.step('a tip is paid there', async () => {
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await typeCard(page, cards.good);
      await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
      await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    });
  });

  // Holds web-010, tag-062.
  test('when the page hides the card form, the tip is paid on the hosted page', async ({ page, busker }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    await page.addStyleTag({ content: 'iframe { pointer-events: none !important }' });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(sheet).toContainText(enTip.whyElsewhere.deformed);
    await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();
  });

  // Holds web-057, tag-013.
  test("with src the profile and its picture load from the page's own site, and no server is asked", async ({
    page,
    busker,
  }) => {
    const asked = askedOf(page, busker.app);
    await page.goto(`${busker.examples}/static-json/`);
    const card = page.locator('busker-card');
    await expect(card.getByRole('heading', { name: 'Mara Quist' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Recordings' })).toHaveAttribute(
      'href',
      'https://archive.org/details/maraquist',
    );
    await expect(card.getByRole('link', { name: en.sendTip })).toHaveAttribute(
      'href',
      'https://maraquist.example/thanks',
    );
    const picture = card.locator('img');
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(asked.filter((path) => !path.startsWith('/embed/'))).toEqual([]);
  });

  // Holds web-037, tag-033.
  test('a tag manager that loads the script late and twice makes one card', async ({ page, busker }) => {
    const asked = askedOf(page, busker.app);
    await page.goto(`${busker.examples}/tag-manager/`);
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    await expect.poll(() => asked.filter((path) => script.test(path)).length).toBe(2);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: ada.name })).toHaveCount(1);
    expect(asked.filter((path) => path.startsWith('/v1/profiles'))).toHaveLength(1);
  });
});

test.describe('a card that matches its page', () => {
  const card = (attributes = '') => `<busker-card profile="ada" theme="match" ${attributes}></busker-card>`;

  const painted = (part: Locator) =>
    part.evaluate((element) => {
      const { backgroundColor, color, fontFamily } = getComputedStyle(element);
      return { backgroundColor, color, fontFamily };
    });

  // Holds tag-018.
  test("a matching card has the page's colours and font, and its link colour on the button", async ({
    page,
    busker,
  }) => {
    const head = `<style>body{background:#102030;color:#e8eef4;font-family:Georgia,serif} p a{color:#ffd166}</style>`;
    const body = `<main><p>Read <a href="#more">more</a></p>${card()}</main>`;
    await openHostPage(page, busker, { head, body });
    const shown = page.locator('busker-card [part=card]');
    await expect(shown).toHaveCSS('background-color', 'rgb(16, 32, 48)');
    expect(await painted(shown)).toMatchObject({ color: 'rgb(232, 238, 244)', fontFamily: 'Georgia, serif' });
    const button = page.getByRole('button', { name: 'Send a tip' });
    await expect(button).toHaveCSS('background-color', 'rgb(255, 209, 102)');
  });

  test('it corrects unreadable contrast, and keeps values that the page sets', async ({ page, busker }) => {
    const head = `<style>body{background:#fff;color:#ddd} busker-card{--busker-background:#fafafa}</style>`;
    await openHostPage(page, busker, { head, body: card('accent="#123456"') });
    const shown = page.locator('busker-card [part=card]');
    await expect(shown).toHaveCSS('background-color', 'rgb(250, 250, 250)');
    const { color } = await painted(shown);
    const [level = 255] = (/\d+/.exec(color) ?? []).map(Number);
    expect(level).toBeLessThan(120);
    await expect(page.getByRole('button', { name: 'Send a tip' })).toHaveCSS(
      'background-color',
      'rgb(18, 52, 86)',
    );
  });

  // Holds web-047.
  test("it follows the page's theme switch and the reader's colour scheme", async ({ page, busker }) => {
    const head = `<style>
    body{background:#fff;color:#111} .dark body{background:#0a0a0a;color:#eee}
    @media (prefers-color-scheme:dark){.auto body{background:#202020;color:#ccc}}</style>`;
    await openHostPage(page, busker, { head, body: `<div style="background:#f008"></div>${card()}` });
    const shown = page.locator('busker-card [part=card]');
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await expect(shown).toHaveCSS('background-color', 'rgb(10, 10, 10)');
    await page.evaluate(() => document.documentElement.classList.replace('dark', 'auto'));
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(shown).toHaveCSS('background-color', 'rgb(32, 32, 32)');
    await page.evaluate(() => document.querySelector('busker-card')?.setAttribute('theme', 'light'));
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
});
