import { en } from '../widget/messages/en';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

const dialog = `<dialog id="box"><busker-card profile="ada"><a href="https://example.com/ada">Ada</a>
  <a href="https://example.com/tip">Tip Ada</a></busker-card></dialog>`;
const focusedLink = () => document.activeElement?.textContent;

test('in a dialog that is open from the start and focuses its first link by itself, the card comes', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: `${dialog}<script>box.showModal()</script>` });
  await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#box')).toBeHidden();
});

test('in a dialog that a click opens, the card comes too', async ({ page, busker }) => {
  await openHostPage(page, busker, {
    body: `<button onclick="box.showModal()">Support me</button>${dialog}`,
  });
  await page.getByRole('button', { name: 'Support me' }).click();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeVisible();
});

test('in a dialog whose links the fan already walks by key, nothing is swapped under the focus', async ({
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
