import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';

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
