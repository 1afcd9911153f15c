import type { Page } from '@playwright/test';
import { alteredEmbed, openHostPage } from './host-page';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';

test.describe('the late part', () => {
  // What a page has before, without, and with the late part of the card (docs/decisions/card.md).

  const latePart = '**/embed/**/late-parts-*.js*';

  /** Holds a file back, the late part if none is named, until the returned function is called. */
  async function hold(page: Page, file = latePart): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(file, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  // Holds tag-082.
  test('without the late part the links work and say so to the page, and the tip button is a link to the tip page', async ({
    page,
    busker,
    complaints,
    context,
  }) => {
    complaints.expected(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    await page.route(latePart, (route) => route.abort());
    await openHostPage(page, busker, {
      head: `<script>
      addEventListener('busker-ready', ({ detail }) => { document.title = detail.handle; });
      addEventListener('busker-link-click', (event) => { document.title = event.detail.label; event.preventDefault(); });
    </script>`,
      body: '<busker-card profile="ada"></busker-card>',
    });
    const card = page.locator('busker-card');
    await expect(card.getByRole('link', { name: en.sendTip })).toHaveAttribute('href', /@ada/);
    await expect(page).toHaveTitle('ada');
    const first = card.locator('a.link').first();
    await first.click();
    await expect(page).toHaveTitle((await first.textContent()) ?? '');

    await page.unroute(latePart);
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(card.getByRole('button', { name: en.sendTip })).toBeVisible();
    await openTipSheet(page, ada.name);
  });

  // Holds tag-083.
  test('the card shows before its late part, and a tap from before opens the sheet when it comes', async ({
    page,
    busker,
  }) => {
    const release = await hold(page);
    await openHostPage(page, busker, { body: '<busker-card profile="ada"></busker-card>' });
    const button = page.getByRole('button', { name: en.sendTip });
    await button.click();
    const link = await page.locator('busker-card').getByRole('link').first().elementHandle();
    release();
    await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
    // Nothing was drawn twice.
    expect(await link?.evaluate((element) => element.isConnected)).toBe(true);
  });

  for (const loads of ['late-parts', 'tip-sheet'])
    // Holds tag-161.
    test(`a sheet that is closed while ${loads} loads stays closed, and the next tap opens it`, async ({
      page,
      busker,
    }) => {
      const release = await hold(page, `**/embed/**/${loads}-*.js*`);
      const asked = page.waitForRequest((request) => request.url().includes(`/${loads}-`));
      await openHostPage(page, busker, { body: '<busker-card profile="ada"></busker-card>' });
      const button = page.getByRole('button', { name: en.sendTip });
      await button.click();
      await asked;
      const card = page.locator('busker-card');
      await card.evaluate((element) => (element as unknown as { closeTip: () => void }).closeTip());
      release();
      await page.waitForFunction(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}-`)),
        loads,
      );
      const dialog = page.getByRole('dialog', { name: enTip.title(ada.name) });
      await expect(button).toHaveAttribute('aria-busy', 'false');
      await expect(dialog).toBeHidden();
      await button.click();
      await expect(dialog).toBeVisible();
    });

  // Holds tag-084.
  test('several handles are one request, before the late part', async ({ page, busker }) => {
    const release = await hold(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/v1/profiles')) asked.push(pathname + search);
    });
    await openHostPage(page, busker, {
      body: '<busker-card profile="ada"></busker-card><busker-card profile="grace"></busker-card>',
    });
    await expect(page.locator('busker-card').first().getByRole('button', { name: en.sendTip })).toBeVisible();
    expect(asked).toEqual(['/v1/profiles?handles=ada,grace']);
    release();
    await expect(page.locator('busker-card').last().getByRole('button', { name: en.sendTip })).toBeVisible();
  });

  for (const attribute of ['theme="match"', 'layout="floating"'])
    // Holds tag-085.
    test(`a tag that only the late part can draw asks for it with its profile: ${attribute}`, async ({
      page,
      busker,
    }) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/v1/profiles/**', async (route) => {
        await held;
        await route.continue();
      });
      const asked = page.waitForRequest((request) => request.url().includes('/late-parts-'));
      await openHostPage(page, busker, { body: `<busker-card profile="ada" ${attribute}></busker-card>` });
      await asked;
      answer();
      await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    });

  // Holds tag-086.
  test('a card that is moved into the document of a frame is drawn there, with its styles', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, {
      body: '<busker-card profile="ada"></busker-card><iframe title="Another document" width="600" height="900"></iframe>',
    });
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    await page.waitForFunction(
      () => (document.querySelector('busker-card')?.shadowRoot?.adoptedStyleSheets.length ?? 0) > 1,
    );
    await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      const card = document.querySelector('busker-card');
      if (frame?.contentDocument && card) frame.contentDocument.body.append(card);
    });
    const inFrame = page.frameLocator('iframe').locator('busker-card');
    await expect(inFrame.getByRole('button', { name: en.sendTip })).toBeVisible();
    expect(
      await inFrame.evaluate(
        (card) => card.shadowRoot?.querySelector('.tip')?.getBoundingClientRect().height,
      ),
    ).toBeGreaterThanOrEqual(48);
    // New elements are drawn there, too.
    await inFrame.evaluate((card) => card.setAttribute('layout', 'links'));
    await expect(inFrame.getByRole('heading')).toBeHidden();
    await inFrame.evaluate((card) => card.setAttribute('layout', 'card'));
    await expect(inFrame.getByRole('heading', { name: ada.name })).toBeVisible();
  });

  // Holds web-051, tag-066.
  test('a chunk that is not the published one never runs, and the fan reads where else to tip', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/integrity/);
    const site = await alteredEmbed(busker.app);
    await page.goto(site.page);
    await page.getByRole('button', { name: en.sendTip }).click();
    await expect(page.getByRole('alert')).toContainText(en.tipElsewhere);
    expect(await page.evaluate(() => 'alteredRan' in globalThis)).toBe(false);
    site.close();
  });
});

test.describe('parts that do not load', () => {
  // Parts of the card that failed to load at first. They load once the network is back, without a page reload.

  const failed = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|did not load/;

  /** Requests for this file of the embed fail until the returned function is called. */
  async function cutOff(page: Page, file: string): Promise<() => Promise<void>> {
    const pattern = `**/embed/**/${file}-*.js*`;
    await page.route(pattern, (route) => route.abort());
    return () => page.unroute(pattern);
  }

  test('the sheet does not load: each press tries again, and opens it once online', async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(failed);
    await page.goto(`${busker.examples}/plain-html/`);
    const button = page.getByRole('button', { name: en.sendTip });
    await button.waitFor();
    await context.setOffline(true);
    for (const press of ['first', 'second', 'third'])
      await test.step(`the ${press} press says that the sheet did not open`, async () => {
        await button.click();
        await expect(page.getByRole('alert')).toContainText(en.tipElsewhere);
      });
    await context.setOffline(false);
    await button.click();
    await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
    await expect(page.getByText(en.tipElsewhere)).toBeHidden();
  });

  test('the pay step does not load: the sheet says that nothing was charged, and a retry leads to payment in the page', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(failed);
    const restore = await cutOff(page, 'pay-step');
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.41');
    await expect(sheet.getByRole('alert')).toHaveText(enTip.refused['unreachable'] ?? '');
    await restore();
    await sheet.getByRole('button', { name: enTip.tryAgain }).click();
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: enTip.pay('$7.41') }).click();
    await expect(thanks(page)).toBeVisible();
  });

  test("the card's language does not load: the card is in English, and in the page's language once online", async ({
    page,
    context,
    busker,
    complaints,
  }) => {
    complaints.expected(failed);
    const restore = await cutOff(page, 'card-texts');
    await openHostPage(page, busker, { body: '<busker-card profile="ada" locale="de"></busker-card>' });
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    await restore();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Trinkgeld senden' })).toBeVisible();
  });

  test('the sheet is closed while its card form loads: opened again, it takes the tip in the page', async ({
    page,
    busker,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${busker.stripe}/**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    const asked = page.waitForRequest((request) => request.url().startsWith(busker.stripe));
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await asked;
    await sheet.getByRole('button', { name: enTip.close }).click();
    const answered = page.waitForResponse((response) => response.url().startsWith(busker.stripe));
    release();
    await answered;
    // Long enough that a check of the form in the closed sheet would have run.
    await page.waitForLoadState('networkidle');
    await openTipSheet(page, ada.name);
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
    await expect(thanks(page)).toBeVisible();
  });
});
