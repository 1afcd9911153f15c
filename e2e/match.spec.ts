import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

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
