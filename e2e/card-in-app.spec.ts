import { copyTexts, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, originsAsked } from './steps';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const apps = {
  Instagram: `${iPhone} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone17,1; iOS 18_5; en_US; scale=3.00)`,
  TikTok: `${android} Chrome/138.0.0.0 Mobile Safari/537.36 musical_ly_2024001 BytedanceWebview/d8a21c6`,
  Facebook: `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.37.101;FBBV/1;FBDV/iPhone17,1]`,
};

for (const [app, userAgent] of Object.entries(apps))
  test.describe(`in the in-app browser of ${app}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 760 }, hasTouch: true });

    // Holds web-013, web-014, tag-061, pay-033.
    test('links can be copied, and a tip is paid on the hosted page in the same tab, with the reason', async ({
      page,
      context,
      busker,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const origins = originsAsked(context);
      await page.goto(`${busker.examples}/plain-html/`);
      await page.getByRole('button', { name: copyTexts.en.link('Sheet music') }).click();
      const link = page.locator('busker-card').getByRole('link', { name: 'Sheet music' });
      const address = await link.filter({ visible: true }).getAttribute('href');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      await expect(page.getByRole('status').filter({ hasText: copyTexts.en.done })).toHaveCount(1);

      const sheet = await openTipSheet(page, ada.name);
      await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
      await expect(sheet).toContainText(enTip.whyElsewhere['in-app']);
      expect(origins()).toEqual([busker.examples, busker.app].toSorted());
      await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
      await page.getByLabel('Email').fill('fan@example.com');
      expect(context.pages()).toHaveLength(1);
      await page.getByLabel('Card number').fill(cards.good);
      await page.getByLabel('Expiration date').fill('12 / 40');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel('ZIP code').fill('10001');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.waitForURL(`${busker.app}/t/**`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank|paid|tip/i);
    });
  });
