import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

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
