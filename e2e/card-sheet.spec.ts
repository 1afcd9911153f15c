import type { Locator, Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cardForm, cards, openTipSheet, sheetAtRest, typeCard } from './steps';

test.describe('the sheet', () => {
  // The positions of the sheet's parts, and its focused element.

  const topOf = async (place: Locator) => (await place.boundingBox())?.y;

  /** Whether the element is wholly between the sheet's head and its pay bar. */
  const isWhollySeen = (page: Page, place: Locator) =>
    expect
      .poll(async () => {
        const body = await page.locator('.sheet-body').boundingBox();
        const box = await place.boundingBox();
        if (!body || !box) return 'not there';
        return box.y >= body.y - 1 && box.y + box.height <= body.y + body.height + 1 ? 'seen' : { body, box };
      })
      .toBe('seen');

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
      test.use({ viewport });

      test('choosing an amount moves neither amounts nor words, the card form opens below them, and Pay with an empty card shows what is missing', async ({
        page,
        busker,
      }) => {
        await page.goto(`${busker.examples}/plain-html/`);
        const sheet = await openTipSheet(page, ada.name);
        const amounts = sheet.getByRole('group', { name: enTip.amount });
        const form = page.locator('busker-card > [slot] iframe').first();
        // Waits for the end of the sheet's animation.
        await sheet.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
        const message = sheet.getByRole('textbox', { name: enTip.message });
        const tops = async () => [await topOf(amounts), await topOf(message)];
        const before = await tops();
        await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
        const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
        await expect(pay).toBeEnabled();
        await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
        expect(await tops()).toEqual(before);
        expect((await topOf(form)) ?? 0).toBeGreaterThan(before[1] ?? 0);
        await form.scrollIntoViewIfNeeded();
        await isWhollySeen(page, form);

        await sheet.getByText(enTip.privacy).scrollIntoViewIfNeeded();
        await pay.click();
        for (const place of [
          cardForm(page).getByLabel('Card number'),
          cardForm(page).getByRole('alert').first(),
        ]) {
          await expect(place).toBeVisible();
          await isWhollySeen(page, place);
        }
        await sheet.locator('.sheet-body').evaluate((body) => body.scrollTo(0, 0));
        expect(await tops()).toEqual(before);
      });
    });

  test("the fan refuses the bank's question: the focus returns to the sheet, and Escape closes it", async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/402/);
    await page.goto(`${busker.examples}/plain-html/`);
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.asksTheBank);
    const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
    await pay.click();
    await page
      .frameLocator('iframe[title="3D Secure authentication"]')
      .getByRole('button', { name: 'Fail authentication' })
      .click();
    await expect(sheet.getByRole('alert')).toHaveText(enTip.decline['not-verified']);
    await expect(pay).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
  });

  test('the hosted page opens in a tab: the focus stays in the sheet, and Escape closes it', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: '<busker-card profile="ada" pay="hosted"></busker-card>' });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    const opening = page.waitForEvent('popup');
    await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
    await (await opening).close();
    await expect(sheet.getByRole('link', { name: enTip.openPayPage })).toBeVisible();
    await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  test('Escape in a card inside the page’s own dialog closes only the sheet', async ({ page, busker }) => {
    await openHostPage(page, busker, {
      body: `<dialog id="own"><busker-card profile="ada"></busker-card></dialog>
      <script>document.querySelector('#own').showModal()</script>`,
    });
    const sheet = await openTipSheet(page, ada.name);
    await expect(sheet.getByRole('heading', { name: enTip.title(ada.name) })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.locator('#own')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('#own')).toBeHidden();
  });
});

test.describe('in a dialog of the page', () => {
  const dialog = `<dialog id="box"><busker-card profile="ada"><a href="https://example.com/ada">Ada</a>
  <a href="https://example.com/tip">Tip Ada</a></busker-card></dialog>`;
  const focusedLink = () => document.activeElement?.textContent;

  test('the card upgrades in a dialog that is open from the start and has focused its first link', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: `${dialog}<script>box.showModal()</script>` });
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('#box')).toBeHidden();
  });

  test('the card upgrades in a dialog that a click opens', async ({ page, busker }) => {
    await openHostPage(page, busker, {
      body: `<button onclick="box.showModal()">Support me</button>${dialog}`,
    });
    await page.getByRole('button', { name: 'Support me' }).click();
    await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
  });

  test('the card keeps the links of a dialog while the fan moves through them by keyboard', async ({
    page,
    busker,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/profiles/ada', async (route) => {
      await held;
      await route.continue();
    });
    await openHostPage(page, busker, { body: `${dialog}<script>box.showModal()</script>` });
    await page.locator('busker-card').locator('slot').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate(focusedLink)).toBe('Ada');
    await page.locator('busker-card').evaluate(() => customElements.whenDefined('busker-card'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusedLink)).toBe('Tip Ada');
    const arrived = page.waitForResponse('**/v1/profiles/ada');
    answer();
    await (await arrived).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.evaluate(focusedLink)).toBe('Tip Ada');
    await page.keyboard.press('Escape');
  });
});

test.describe('in a box that holds it', () => {
  const head = `<style>
  header{position:sticky;top:0;z-index:10;height:120px;background:#fed}
  main{position:relative;z-index:1}
  .held{transform:translateY(20px);width:340px;height:420px;overflow:hidden;will-change:transform}</style>`;
  const body = `<header>Shop</header><main><div class="held"><busker-card profile="ada"></busker-card></div></main>`;

  test("in a transformed, clipped box under the page's header the sheet still fills the window", async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { head, body });
    const sheet = await openTipSheet(page, ada.name);
    await expect(sheet).toBeInViewport({ ratio: 1 });
    const covered = await page.evaluate(() => document.elementFromPoint(640, 20)?.localName);
    expect(covered).toBe('busker-card');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Send a tip' })).toBeFocused();
  });

  // Holds web-006, tag-063, pay-031.
  test("the bank's question can be answered above it", async ({ page, busker }) => {
    await openHostPage(page, busker, { head, body });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.asksTheBank);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
    await bank.getByRole('button', { name: /complete/i }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(sheet).toBeInViewport({ ratio: 1 });
  });

  // Holds web-045.
  test('a page that handles the mouse wheel does not stop the open sheet from scrolling', async ({
    page,
    busker,
  }) => {
    await page.setViewportSize({ width: 900, height: 420 });
    // Scroll libraries handle every wheel and touch event of the page like this.
    const greedy = `<script>for (const type of ['wheel', 'touchmove'])
    window.addEventListener(type, (event) => event.preventDefault(), { passive: false })</script>`;
    await openHostPage(page, busker, { head: greedy, body: '<busker-card profile="ada"></busker-card>' });
    const sheet = await openTipSheet(page, ada.name);
    const scrolled = () => sheet.locator('.sheet-body').evaluate((body) => body.scrollTop);
    await sheet.getByText(enTip.privacy).click();
    await sheet.locator('.sheet-body').hover();
    await page.mouse.wheel(0, 160);
    await expect.poll(scrolled).toBeGreaterThan(50);
  });
});

test.describe('presses on the card', () => {
  const ada = ownOwner({ name: 'Ada Lind' });
  const card = () =>
    `<busker-card profile="${ada.handle}" style="display: block; min-height: 577px"><a rel="me" href="https://instagram.com/adalind.cello">Instagram</a></busker-card>`;

  /** It has brought its styles. */
  const latePart = (page: Page) =>
    expect
      .poll(() => page.locator('busker-card').evaluate((host) => host.shadowRoot?.adoptedStyleSheets.length))
      .toBeGreaterThan(1);

  /** It comes when what this gives is called. */
  const holdLatePart = async (page: Page): Promise<() => void> => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/embed/**/late-parts-*.js*', async (route) => {
      await held;
      await route.continue();
    });
    return () => release();
  };

  /** Blocks of page builders and themes: each would take a press inside the card for its own. */
  const blocks: Readonly<Record<string, (card: string) => string>> = {
    'a link of a page builder': (inside) =>
      `<a href="/gone.html" class="wp-block-group"><div><p>Support us</p>${inside}</div></a>`,
    'a link that a script has put around it': (inside) =>
      `${inside}<script>const link = document.createElement('a'); link.href = '/gone.html'; const it = document.querySelector('busker-card'); it.before(link); link.append(it)</script>`,
    'a teaser with its own click': (inside) =>
      `<article onclick="location.href = '/gone.html'">${inside}</article>`,
    'a teaser that the keyboard reaches': (inside) =>
      `<div role="link" tabindex="0" onclick="location.href = '/gone.html'" onkeydown="if (event.key === 'Enter') location.href = '/gone.html'">${inside}</div>`,
    'a page that looks for what was clicked': (inside) =>
      `<section data-href="/gone.html">${inside}</section><script>document.addEventListener('click', ({ target }) => { const found = target.closest('[data-href]'); if (found) location.href = found.dataset.href })</script>`,
    'a page that follows middle clicks': (inside) =>
      `<section>${inside}</section><script>for (const name of ['click', 'auxclick', 'dblclick']) document.addEventListener(name, ({ target }) => { if (target.closest('section')) location.href = '/gone.html' })</script>`,
  };

  for (const [name, around] of Object.entries(blocks))
    // Holds tag-140.
    test(`in ${name}, a press inside the card never leaves the page`, async ({ page, busker }) => {
      await openHostPage(page, busker, { body: around(card()) });
      const here = page.url();
      const button = page.getByRole('button', { name: en.sendTip }).first();
      await button.click();
      const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
      await sheetAtRest(sheet);
      await sheet.getByRole('heading').first().click();
      await sheet.getByText(enTip.amount, { exact: true }).click();
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await sheet.getByRole('textbox', { name: enTip.message }).click();
      await sheet.getByRole('textbox', { name: enTip.message }).dblclick();
      await sheet.getByText(enTip.privacy).click();
      await expect(sheet.getByRole('checkbox', { name: enTip.anonymous })).toBeVisible();
      await sheet.getByRole('checkbox', { name: enTip.anonymous }).check();
      await sheet.getByRole('textbox', { name: enTip.message }).click({ button: 'middle' });
      await sheet.getByRole('button', { name: enTip.close }).press('Enter');
      await expect(sheet).toBeHidden();
      // By the keyboard, too.
      await button.press('Enter');
      await expect(sheet).toBeVisible();
      expect(page.url()).toBe(here);
    });

  // Holds tag-140.
  test('in a block with a click of its own the links of the card are followed, before the late part is there and with it', async ({
    page,
    busker,
  }) => {
    const release = await holdLatePart(page);
    await openHostPage(page, busker, { body: `<div onclick="location.href = '/gone.html'">${card()}</div>` });
    await page.getByRole('button', { name: en.sendTip }).waitFor();
    const follow = async () => {
      const opening = page.waitForEvent('popup');
      await page.locator('busker-card').getByRole('link').first().click();
      await opening;
      expect(page.url()).toContain('host-page-of-a-test');
    };
    await follow();
    release();
    await latePart(page);
    await follow();
  });

  // Holds tag-140.
  test('before the late part is there, no press on the card follows a link or reaches a handler around it', async ({
    page,
    busker,
  }) => {
    const release = await holdLatePart(page);
    await openHostPage(page, busker, {
      body: `<article><a href="/gone.html">${card()}</a></article>
      <script>window.heard = []; for (const name of ['click', 'auxclick', 'dblclick', 'keydown'])
        document.querySelector('article').addEventListener(name, (event) => heard.push(event.key ?? event.type))</script>`,
    });
    const shown = page.locator('busker-card');
    const name = shown.getByRole('heading');
    await name.click();
    await name.dblclick();
    await name.click({ button: 'middle' });
    // Between its parts.
    await shown.locator('section').click({ position: { x: 4, y: 4 } });
    const opening = page.waitForEvent('popup');
    await shown.getByRole('link').first().press('Enter');
    await opening;
    await page.getByRole('button', { name: en.sendTip }).click();
    release();
    await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
    expect(await page.evaluate('heard')).toEqual([]);
    expect(page.url()).toContain('host-page-of-a-test');
  });

  // Holds tag-141.
  test("the page hears every other key, and a press on the page's own links", async ({ page, busker }) => {
    await openHostPage(page, busker, {
      body: `<section>${card().replace('></busker-card>', '><a href="#own">Own</a></busker-card>')}</section>
      <script>window.heard = []; for (const name of ['keydown', 'busker-tip-open', 'click'])
        document.querySelector('section').addEventListener(name, (event) => heard.push(event.key ?? event.type))</script>`,
    });
    const button = page.getByRole('button', { name: en.sendTip });
    await button.waitFor();
    await latePart(page);
    await button.press('Escape');
    await button.press('x');
    await button.press('Enter');
    await expect.poll(() => page.evaluate('heard')).toEqual(['Escape', 'x', 'busker-tip-open']);
    await page
      .locator('busker-card > a')
      .last()
      .evaluate((own: HTMLAnchorElement) => own.click());
    expect(await page.evaluate('heard')).toEqual(['Escape', 'x', 'busker-tip-open', 'click']);
  });
});
