import type { Frame, Locator, Page } from '@playwright/test';
import { copyTexts, en, enTip } from './card-texts';
import { expect, test, ownOwner } from './fixtures';
import { openHostPage } from './host-page';
import { payAtStripe, ada, cards, openTipSheet, originsAsked, typeCard } from './steps';
import { bankAsks, paidTips, thanks } from './truth';

test.describe('the way out of a sheet', () => {
  const ada = ownOwner({ name: 'Ada Lind' });
  const card = () =>
    `<busker-card profile="${ada.handle}" style="display: block; min-height: 577px"></busker-card>`;

  /** A page that removes what it does not know as soon as the bank asks. */
  const removesTheQuestion = `<script>
  setInterval(() => { for (const frame of document.querySelectorAll('body > iframe')) frame.remove(); }, 50);
</script>`;

  async function fill(page: Page, amount: string, number: string): Promise<Locator> {
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill(amount);
    await typeCard(page, number);
    return sheet;
  }

  const pay = (sheet: Locator, amount: string) =>
    sheet.getByRole('button', { name: enTip.pay(`$${amount}`) }).click();

  // Holds tag-101, tag-102.
  test("a fan who never sees the bank's question goes on with Stripe's page, and pays once", async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: card() + removesTheQuestion });
    const sheet = await fill(page, '5.31', cards.asksTheBank);
    await pay(sheet, '5.31');
    await expect(sheet).toContainText(enTip.withYourBank);
    const goOn = sheet.getByRole('button', { name: enTip.payThere });
    await expect(sheet.getByText(enTip.noQuestion)).toBeVisible();
    const opening = page.waitForEvent('popup');
    await goOn.click();
    const tab = await opening;
    await payAtStripe(tab);
    await expect(thanks(page)).toBeVisible();
    expect(await paidTips(page, busker, 531, ada.account)).toBe(1);
  });

  // Holds tag-103.
  test('a fan who closes the sheet while the bank is asked reads on its next opening that nothing was paid, and pays', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: card() + removesTheQuestion });
    const sheet = await fill(page, '5.32', cards.asksTheBank);
    await pay(sheet, '5.32');
    const close = sheet.getByText(enTip.close, { exact: true });
    await expect(close).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('way-out.png') });
    await close.click();
    await expect(sheet).toBeHidden();
    const again = await openTipSheet(page, ada.name);
    await expect(again.getByRole('alert')).toHaveText(enTip.notPaid);
    await typeCard(page, cards.good);
    await pay(again, '5.32');
    await expect(thanks(page)).toBeVisible();
    expect(await paidTips(page, busker, 532, ada.account)).toBe(1);
  });

  // Holds tag-103.
  test('a payment that the bank allows after the sheet was closed is told on its next opening', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, { body: card() });
    const sheet = await fill(page, '5.33', cards.asksTheBank);
    await pay(sheet, '5.33');
    await bankAsks(page);
    // The question stays below a window of the page, so only the sheet can be pressed. (Firefox ends Playwright's connection at `dispatchEvent`.)
    const close = sheet.getByText(enTip.close, { exact: true });
    await expect(close).toBeVisible();
    await close.evaluate((button: HTMLElement) => button.click());
    await expect(sheet).toBeHidden();
    const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await expect.poll(() => paidTips(page, busker, 533, ada.account)).toBe(1);
    await openTipSheet(page, ada.name);
    await expect(thanks(page)).toBeVisible();
  });

  // Holds tag-100.
  test('a page that sweeps foreign elements away now and then: the sheet leads to the hosted page before Pay', async ({
    page,
    busker,
  }) => {
    await openHostPage(page, busker, {
      body: `<div id="app">${card()}</div><script>
      setInterval(() => { for (const e of [...document.body.children]) if (e.id !== 'app' && e.localName !== 'script') e.remove(); }, 1500);
    </script>`,
    });
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5.34');
    await expect(sheet).toContainText(enTip.whyElsewhere.covered);
    const opening = page.waitForEvent('popup');
    await pay(sheet, '5.34');
    await payAtStripe(await opening);
    await expect(thanks(page)).toBeVisible();
  });

  // Holds tag-100.
  test('in full screen the sheet leads to the hosted page before Pay', async ({ page, busker }) => {
    await openHostPage(page, busker, {
      body: `<div id="show" style="background: white"><button onclick="show.requestFullscreen()">Show</button>${card()}</div>`,
    });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('show');
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('5.35');
    await expect(sheet).toContainText(enTip.whyElsewhere.covered);
  });
});

test.describe('where the page allows no card form', () => {
  /** Chooses five dollars and pays on the hosted page, in the tab that the tap opens. */
  async function payElsewhere(page: Page, where: Page | Frame, why: string): Promise<void> {
    await where.getByRole('button', { name: en.sendTip }).click();
    const sheet = where.getByRole('dialog', { name: enTip.title(ada.name) });
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(sheet).toContainText(why);
    const opening = page.waitForEvent('popup');
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    const tab = await opening;
    await tab.getByLabel('Email').fill('fan@example.com');
    await tab.getByLabel('Card number').fill(cards.good);
    await tab.getByLabel('Expiration date').fill('12 / 40');
    await tab.getByLabel('Security code').fill('123');
    await tab.getByLabel('ZIP code').fill('10001');
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(where.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  }

  // Holds web-024, tag-060, pay-033.
  test('on a page that enforces Trusted Types, the sheet leads to the hosted page and says why', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/TrustedScriptURL|Trusted/i);
    await page.goto(`${busker.examples}/trusted-types/`);
    await payElsewhere(page, page, enTip.whyElsewhere.blocked);
  });

  // Holds web-002, pay-029.
  test("inside another component's shadow root, the sheet leads to the hosted page and says why", async ({
    page,
    busker,
  }) => {
    await page.goto(`${busker.examples}/foreign-shadow-root/`);
    await payElsewhere(page, page, enTip.whyElsewhere['foreign-shadow-root']);
  });

  // Holds web-050.
  test('in a sandboxed frame without storage or origin the links and the tip work', async ({
    page,
    busker,
  }) => {
    // The whole frame fits into the window: not every Chromium scrolls the outer page to what is fixed at the foot of a frame.
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(`${busker.examples}/sandboxed-iframe/`);
    const frame = page.frames().find((one) => one.url().endsWith('block.html'));
    if (!frame) throw new Error('The frame is not there');
    await expect(frame.getByRole('link', { name: 'Sheet music' })).toBeVisible();
    await payElsewhere(page, frame, enTip.whyElsewhere.blocked);
  });

  // Holds web-009, pay-033.
  test('if a blocker stops the payment script, the sheet leads to the hosted page and says why', async ({
    page,
    busker,
    complaints,
  }) => {
    complaints.expected(/ERR_BLOCKED_BY_CLIENT/);
    await page.route(`${busker.stripe}/**`, (route) => route.abort('blockedbyclient'));
    await page.goto(`${busker.examples}/plain-html/`);
    await page.getByRole('button', { name: en.sendTip }).click();
    const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(sheet).toContainText(enTip.whyElsewhere.blocked);
    await expect(sheet.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();
  });

  // Holds web-004, pay-033.
  test('on a page with another version of the payment script, that version stays, and the sheet leads to the hosted page and says why', async ({
    page,
    busker,
  }) => {
    // A shop that loaded Stripe.js before the card.
    const head = `<script>window.Stripe = Object.assign(() => ({ shop: true }), { version: 'basil' })</script>`;
    await openHostPage(page, busker, { head, body: '<busker-card profile="ada"></busker-card>' });
    await payElsewhere(page, page, enTip.whyElsewhere['other-stripe-version']);
    const kept = await page.evaluate(
      () => (window as unknown as { Stripe: { version: string } }).Stripe.version,
    );
    expect(kept).toBe('basil');
    expect(await page.locator('script[src*="stripe"]').count()).toBe(0);
  });
});

test.describe('in a browser inside an app', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const android =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
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
});
