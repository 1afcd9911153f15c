import { en } from '../widget/messages/en';
import { expect, test } from './fixtures';

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
