import type { Frame, Page } from '@playwright/test';
import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards } from './steps';

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
