import type { Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ownOwner } from './own-owner';
import { sheetAtRest } from './steps';

const ada = ownOwner({ name: 'Ada Lind' });
const card = () =>
  `<busker-card profile="${ada.handle}" style="display: block; min-height: 577px"><a rel="me" href="https://instagram.com/adalind.cello">Instagram</a></busker-card>`;

/** It has brought its styles. */
const latePart = (page: Page) =>
  expect
    .poll(() => page.locator('busker-card').evaluate((host) => host.shadowRoot?.adoptedStyleSheets.length))
    .toBeGreaterThan(1);

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
test('in a link, the links of the card are followed', async ({ page, busker }) => {
  await openHostPage(page, busker, { body: `<div onclick="location.href = '/gone.html'">${card()}</div>` });
  const link = page.locator('busker-card').getByRole('link').first();
  // Until then a press on a link of the card reaches the page too.
  await latePart(page);
  const opening = page.waitForEvent('popup');
  await link.click();
  await opening;
  expect(page.url()).toContain('host-page-of-a-test');
});

// Holds tag-140.
test('the first press on the tip button, before the late part is there, follows no link around the card', async ({
  page,
  busker,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/embed/**/late-parts-*.js*', async (route) => {
    await held;
    await route.continue();
  });
  await openHostPage(page, busker, {
    body: `<article onclick="location.href = '/gone.html'"><a href="/gone.html">${card()}</a></article>`,
  });
  await page.getByRole('button', { name: en.sendTip }).click();
  release();
  await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toBeVisible();
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
