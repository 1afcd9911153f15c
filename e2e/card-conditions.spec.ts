import { devices, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contrast, type Rgb } from '@busker/core/web/readable-ink';
import { arTip, cardTexts, en, enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cardForm, openTipSheet, sheetAtRest, signIn } from './steps';
import { unreadable } from './broken-rules';

test.describe('conditions of a screen', () => {
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  const overflowOf = (element: Locator) => element.evaluate((node) => node.scrollWidth - node.clientWidth);

  for (const [name, viewport] of [
    ['320 px wide', { width: 320, height: 568 }],
    ['at 200 % zoom on a small screen', { width: 640, height: 360 }],
    ['on a telephone that lies on its side', { width: 667, height: 375 }],
  ] as const)
    // Holds web-044, tag-056.
    test(`${name}: the page does not scroll sideways, and the pay button can be reached`, async ({
      page,
      busker,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto(`${busker.examples}/tag-manager/`);
      await page.getByRole('button', { name: en.sendTip }).waitFor();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
      await expect(page.frameLocator('busker-card iframe').getByLabel('Card number')).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await overflowOf(sheet)).toBeLessThanOrEqual(0);
      const pay = sheet.getByRole('button', { name: 'Pay $10.00' });
      await pay.scrollIntoViewIfNeeded();
      await expect(pay).toBeInViewport({ ratio: 1 });
      // The sheet's head and foot leave room for the fields.
      const body = await sheet.locator('.sheet-body').boundingBox();
      expect(body?.height).toBeGreaterThan(viewport.height * 0.45);
    });

  test('text of twice the size makes the card taller, and nothing is cut off', async ({ page, busker }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${busker.examples}/tag-manager/`);
    const card = page.locator('busker-card');
    await card.getByRole('button', { name: en.sendTip }).waitFor();
    // The reader's own font size: the embed sizes its text relative to `medium`.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.enable');
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect
      .poll(() =>
        card.getByRole('heading').evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize)),
      )
      .toBeGreaterThan(36);
    expect(await overflowOf(card)).toBeLessThanOrEqual(0);
    for (const link of await card.getByRole('link').all())
      expect(await overflowOf(link)).toBeLessThanOrEqual(0);
  });

  // Holds tag-024.
  test('Arabic is written from right to left, in the card and in the sheet', async ({ page, busker }) => {
    const texts = cardTexts('ar');
    await page.goto(`${busker.examples}/plain-html/`);
    const card = page.locator('busker-card');
    await card.getByRole('button', { name: en.sendTip }).waitFor();
    await card.evaluate((element) => element.setAttribute('locale', 'ar'));
    await card.getByRole('button', { name: texts.sendTip }).click();
    const link = card.getByRole('link', { name: 'Instagram' });
    const icon = await link.locator('svg').first().boundingBox();
    const label = await link.locator('.label').boundingBox();
    expect(icon?.x).toBeGreaterThan(label?.x ?? Number.POSITIVE_INFINITY);
    const sheet = page.getByRole('dialog', { name: arTip.title(ada.name) });
    await expect(sheet).toHaveCSS('direction', 'rtl');
    const close = await sheet.getByRole('button', { name: arTip.close }).boundingBox();
    const frame = await sheet.boundingBox();
    expect(close?.x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) / 2);
    const rightEnd = async (part: Locator) => {
      const box = await part.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    const sign = sheet.locator('.field-before');
    expect(await sign.evaluate((node) => getComputedStyle(node).paddingRight)).toBe('14px');
    expect(await rightEnd(sheet.getByRole('heading'))).toBe(
      await rightEnd(sheet.locator('.field-label').first()),
    );
  });

  test('on a small phone every preset amount fits its button', async ({ page, busker }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${busker.examples}/plain-html/`);
    const card = page.locator('busker-card');
    await card.getByRole('button', { name: en.sendTip }).waitFor();
    // Arabic writes "US$" where English writes "$".
    await card.evaluate((element) => element.setAttribute('locale', 'ar'));
    await card.getByRole('button', { name: cardTexts('ar').sendTip }).click();
    const sheet = page.getByRole('dialog', { name: arTip.title(ada.name) });
    await expect(sheet.locator('.preset')).toHaveCount(3);
    for (const preset of await sheet.locator('.preset').all()) {
      const around = await preset.boundingBox();
      const amount = await preset.locator('span').boundingBox();
      expect(amount?.width).toBeLessThanOrEqual((around?.width ?? 0) - 16);
    }
    expect(await overflowOf(sheet)).toBeLessThanOrEqual(0);
  });

  test('the field of the privacy panel does not touch the text below it', async ({ page, busker }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByText(enTip.privacy).click();
    const field = await sheet.locator('.privacy .field-box').boundingBox();
    const text = await sheet.getByText(enTip.stripeSees).boundingBox();
    expect((text?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeGreaterThan(8);
  });

  test('on a narrow wall no amount is broken over two lines', async ({ page, busker }) => {
    const [currency, at] = ['usd', 1];
    const long = 'A name that is as long as a name may be here';
    const supporters = [{ name: long, message: null, amount: 12_345_600, currency, at }];
    const goal = { label: long, amount: 50_000_000, reached: 12_345_600, currency };
    await page.route('**/v1/profiles/ada/wall', (route) =>
      route.fulfill({ json: { v: 1, goal, supporters } }),
    );
    await page.setViewportSize({ width: 320, height: 700 });
    await openHostPage(page, busker, { body: '<busker-card profile="ada" goal wall="1"></busker-card>' });
    const amounts = page.locator('busker-card .goal-words .handle');
    await expect(amounts).toHaveCount(2);
    for (const amount of await amounts.all()) {
      const lines = await amount.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(lines).toBe(1);
    }
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  // Holds tag-057.
  test('in forced colours buttons and links have a border, and the focus is visible', async ({
    page,
    busker,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${busker.examples}/plain-html/`);
    const card = page.locator('busker-card');
    for (const part of [
      card.getByRole('button', { name: en.sendTip }),
      card.getByRole('link', { name: 'Instagram' }),
    ]) {
      await expect(part).toHaveCSS('border-top-style', 'solid');
      await expect(part).not.toHaveCSS('border-top-width', '0px');
    }
    await page.keyboard.press('Tab');
    const button = card.getByRole('button', { name: en.sendTip });
    await button.focus();
    await expect(button).toHaveCSS('outline-style', 'solid');
  });

  // Holds tag-057.
  test('a printed card has the links and no button', async ({ page, busker }) => {
    await page.goto(`${busker.examples}/plain-html/`);
    const card = page.locator('busker-card');
    await card.getByRole('button', { name: en.sendTip }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect(card.getByRole('button', { name: en.sendTip })).toBeHidden();
    await expect(card.getByRole('link', { name: 'Sheet music' })).toBeVisible();
  });

  // Holds tag-057.
  test('with reduced motion nothing is animated', async ({ page, busker }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await expect(sheet).toHaveCSS('animation-name', 'none');
    await expect(sheet.getByRole('button', { name: enTip.close })).toHaveCSS('transition-duration', '0s');
  });

  // Holds web-046.
  test('on a dark card the frames of the card form are not white', async ({ page, busker }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    const place = page.locator('busker-card > [slot=busker-pay]');
    // A browser paints a frame opaque if its page's colour scheme differs from the outer page's. Stripe's page is light.
    await expect(place).toHaveCSS('color-scheme', 'light');
    await expect(sheet).toHaveCSS('color-scheme', 'dark');
  });

  test('in forced colours the chosen amount differs from the others, and an open sheet is not printed', async ({
    page,
    busker,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    const colourOf = (amount: string) =>
      sheet
        .locator('.preset', { hasText: amount })
        .evaluate((preset) => getComputedStyle(preset).backgroundColor);
    await expect.poll(async () => (await colourOf('$5.00')) === (await colourOf('$3.00'))).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toBeHidden();
  });
});

test.describe('a narrow column', () => {
  /** A word longer than any of the columns. */
  const endless = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe';
  const words = {
    name: 'Käthe Brandenburg',
    bio: `Straßenmusik und Kammermusik, jeden Sonntag am Landwehrkanal. Manchmal auch die ${endless}.`,
  };
  const labels = ['Instagram', 'Noten und Aufnahmen', 'Nächste Konzerte', 'Newsletter'];

  const germanProfile = (page: Page) =>
    page.route('**/v1/profiles/ada', async (route) => {
      const response = await route.fetch();
      const profile = (await response.json()) as { links: readonly object[] };
      const links = labels.map((label, index) => ({ ...profile.links[index], label }));
      await route.fulfill({ response, json: { ...profile, ...words, links } });
    });

  /** The card's words that break across lines, and by how many pixels its content overflows. */
  const brokenWords = (page: Page) =>
    page.locator('busker-card').evaluate(({ shadowRoot }) => {
      const broken: string[] = [];
      const walker = document.createTreeWalker(shadowRoot as ShadowRoot, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        for (const { 0: word, index } of text.data.matchAll(/[^\s.,]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
      const card = shadowRoot?.querySelector('.card');
      return { broken, over: (card?.scrollWidth ?? 0) - (card?.clientWidth ?? 0) };
    });

  test('in a column of 180, 240 or 360 px only words longer than the column are broken', async ({
    page,
    busker,
  }) => {
    await germanProfile(page);
    await openHostPage(page, busker, {
      body: `<div id="column"><busker-card profile="ada"></busker-card></div>`,
    });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    for (const width of [180, 240, 360]) {
      await page.locator('#column').evaluate((column, wide) => (column.style.width = `${wide}px`), width);
      expect(await brokenWords(page)).toEqual({ broken: [endless], over: 0 });
    }
  });
});

test.describe('fields on a phone', () => {
  const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
  // In Chromium with touch the pointer is coarse, as on a phone.
  test.use({ viewport, hasTouch, isMobile });

  /** The fields into which a person types or from which they choose, with text smaller than 16 px: iOS enlarges the page at a tap on one. */
  const smallFields = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
        .filter(
          (field) =>
            !['checkbox', 'radio', 'range', 'file', 'hidden', 'color'].includes(
              field.getAttribute('type') ?? '',
            ),
        )
        .filter((field) => field.getBoundingClientRect().width > 1)
        .map((field) => ({
          name: field.getAttribute('name') ?? field.id,
          size: Number.parseFloat(getComputedStyle(field).fontSize),
        }))
        .filter(({ size }) => size < 16),
    );

  // Holds dash-184.
  test('every field that is tapped on a phone has text of at least 16 px', async ({ page, busker }) => {
    for (const path of ['/sign-in', '/create-account', '/@ada/tip', '/@ada/monthly']) {
      await page.goto(busker.app + path);
      await page.locator('input:visible, select:visible, textarea:visible').first().waitFor();
      expect({ path, small: await smallFields(page) }).toEqual({ path, small: [] });
    }
    await signIn(page, busker, ada);
    for (const path of [
      '/page/profile',
      '/page/amounts',
      '/page/thanks',
      '/settings/sites',
      '/settings/account',
      '/share/embed',
      '/insights',
    ]) {
      await page.goto(busker.app + path);
      await page.locator('main :is(input, select, textarea):visible').first().waitFor();
      expect({ path, small: await smallFields(page) }).toEqual({ path, small: [] });
    }
  });
});

test.describe('Dark Reader', () => {
  const ada = ownOwner({ name: 'Ada Lind' });

  /** The engine of the extension, in its dynamic mode. */
  const engine = () => readFileSync(createRequire(import.meta.url).resolve('darkreader'), 'utf8');
  const enable = `DarkReader.setFetchMethod(fetch); DarkReader.enable({});`;

  const channels = (computed: string): Rgb => {
    const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue];
  };

  for (const theme of ['light', 'dark', 'auto', 'match'])
    for (const when of ['from the start', 'later'])
      // Holds tag-112.
      test(`with Dark Reader ${when}, every text of a card with theme ${theme} and of its sheet is readable`, async ({
        page,
        busker,
      }) => {
        await openHostPage(page, busker, {
          head: `<script>${engine()}</script>${when === 'later' ? '' : `<script>${enable}</script>`}`,
          body: `<p>A page</p><busker-card profile="${ada.handle}" theme="${theme}" style="display: block; min-height: 577px"></busker-card>`,
        });
        const button = page.getByRole('button', { name: en.sendTip });
        await button.waitFor();
        if (when === 'later') {
          await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
          await page.evaluate(enable);
        }
        // What the add-on makes of the page itself.
        await expect
          .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
          .toBe('rgb(24, 26, 27)');
        await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
        await button.click();
        const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
        await sheetAtRest(sheet);
        const amount = sheet.getByRole('radio', { name: '$5.00' });
        await amount.check({ force: true });
        await expect(sheet.getByRole('button', { name: enTip.pay('$5.00') })).toBeEnabled();
        await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
        // Under the pointer the chosen amount keeps the ground that its text is readable on. Asked at the end of its transitions, which the next frame begins.
        const groundOfChosen = () =>
          amount.evaluate(async (radio) => {
            const place = radio.parentElement ?? radio;
            await new Promise(requestAnimationFrame);
            await Promise.all(place.getAnimations().map(({ finished }) => finished.catch(() => null)));
            return getComputedStyle(place).backgroundColor;
          });
        await page.mouse.move(1, 1);
        const ground5 = await groundOfChosen();
        await amount.hover({ force: true });
        await expect.poll(groundOfChosen).toBe(ground5);
        await page.screenshot({ path: test.info().outputPath('sheet.png') });
        const [label, ground] = await Promise.all([
          cardForm(page)
            .getByText('Card number', { exact: true })
            .evaluate((element) => getComputedStyle(element).color),
          sheet.evaluate((element) => getComputedStyle(element).backgroundColor),
        ]);
        expect(contrast(channels(label), channels(ground))).toBeGreaterThanOrEqual(4.5);
      });

  for (const theme of ['light', 'dark'])
    // Holds tag-148.
    test(`with Dark Reader, goal and supporters of a card with theme ${theme} are readable, and the end of the bar is seen on its ground`, async ({
      page,
      busker,
    }) => {
      const tip = { name: 'Kim', message: 'For the new bow', amount: 500, currency: 'usd', at: 1 };
      await page.route('**/v1/profiles/*/wall', (route) =>
        route.fulfill({
          json: {
            v: 1,
            goal: { label: 'A new bow', amount: 90_000, reached: 30_000, currency: 'usd' },
            supporters: [tip, { ...tip, name: null, every: 'month' }],
          },
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      await openHostPage(page, busker, {
        head: `<script>${engine()}</script><script>${enable}</script>`,
        body: `<busker-card profile="${ada.handle}" theme="${theme}" goal wall="5" style="display: block; min-height: 577px"></busker-card>`,
      });
      const bar = page.getByRole('progressbar', { name: 'A new bow' });
      await bar.waitFor();
      await expect(page.getByText('For the new bow').first()).toBeVisible();
      await expect.poll(() => page.evaluate(unreadable)).toEqual([]);
      const seen = await bar.evaluate((whole) => [
        whole.firstElementChild ? getComputedStyle(whole.firstElementChild).borderInlineEndColor : '',
        getComputedStyle(whole).backgroundColor,
      ]);
      expect(contrast(channels(seen[0] ?? ''), channels(seen[1] ?? ''))).toBeGreaterThanOrEqual(3);
    });
});
