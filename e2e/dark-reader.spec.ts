import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contrast, type Rgb } from '../core/web/readable-ink';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { cardForm, sheetAtRest } from './steps';
import { unreadable } from './unreadable';

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
