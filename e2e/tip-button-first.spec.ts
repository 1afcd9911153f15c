import { en } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';

const links = Array.from({ length: 50 }, (_, n) => ({
  id: `k${n}`,
  label: `Link ${n}`,
  url: `https://link-${n}.example`,
  group: null,
  verified: false,
}));

test('on a small phone the tip button is visible without scrolling above fifty links', async ({
  page,
  busker,
}) => {
  await page.route('**/v1/profiles/ada', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), links } });
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${busker.app}/@ada`);
  await expect(page.getByRole('link', { name: 'Link 49' })).toBeAttached();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeInViewport({ ratio: 1 });
});

test('without script the tip button comes before the links', async ({ browser, busker }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  });
  const page = await context.newPage();
  await page.goto(`${busker.app}/@ada`);
  await expect(page.getByRole('link', { name: en.sendTip })).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('a link that gets the focus is not under the tip button that is always visible', async ({
  page,
  busker,
}) => {
  await page.route('**/v1/profiles/ada', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), links } });
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await openHostPage(page, busker, { body: '<busker-card profile="ada" tips="sticky"></busker-card>' });
  const button = page.getByRole('button', { name: en.sendTip });
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Link 0', exact: true }).focus();
  for (let n = 1; n < 20; n += 1) {
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: `Link ${n}`, exact: true });
    await expect(link).toBeFocused();
    const [over, under] = [await button.boundingBox(), await link.boundingBox()];
    expect((under?.y ?? 640) + (under?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
  }
});
