import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { bankAsks, paidTips, payLeftTipAgain, readyToPay, thanks } from './truth';

// Interrupted tips: by the back button, in a second tab, without a network. Each test uses its own amount.

// Holds web-018.
test("back and forward during the bank's question: the sheet says that the outcome is unknown, and paying again charges once", async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/static-json/`);
  const pay = await readyToPay(page, busker, '7.31', cards.asksTheBank);
  await pay.click();
  await bankAsks(page);
  await page.goBack();
  await page.goForward();
  await payLeftTipAgain(page, '7.31');
  expect(await paidTips(page, busker, 731)).toBe(1);
});

test('the same page in two tabs: each sheet shows its own tip, and one Pay charges once', async ({
  page,
  context,
  busker,
}) => {
  const other = await context.newPage();
  const waiting = await readyToPay(other, busker, '7.32', cards.good);
  const pay = await readyToPay(page, busker, '7.32', cards.good);
  await page.bringToFront();
  await pay.click();
  await expect(thanks(page)).toBeVisible();
  await other.bringToFront();
  await expect(waiting).toBeEnabled();
  await expect(thanks(other)).toBeHidden();
  await other.close();
  expect(await paidTips(page, busker, 732)).toBe(1);
});

test('offline when the sheet opens: it says that nothing was charged, and a retry continues', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED/);
  let lost = 0;
  await page.route(/\/v1\/tip-sessions\?/, (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await expect(sheet.getByRole('alert')).toHaveText(enTip.refused['unreachable'] ?? '');
  await sheet.getByRole('button', { name: enTip.tryAgain }).click();
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.33');
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: enTip.pay('$7.33') }).click();
  await expect(thanks(page)).toBeVisible();
  expect(await paidTips(page, busker, 733)).toBe(1);
});

test('offline when the hosted page opens: no empty tab stays open, and another tap makes no second tip', async ({
  page,
  context,
  busker,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED/);
  let lost = 0;
  await page.route(
    (url) => url.origin === busker.app && url.pathname === '/v1/tips',
    async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort();
    },
  );
  await page.goto(`${busker.examples}/plain-html/`);
  await page.locator('busker-card').evaluate((card) => card.setAttribute('pay', 'hosted'));
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.34');
  const pay = sheet.getByRole('button', { name: enTip.pay('$7.34') });
  await pay.click();
  await expect(sheet.getByRole('alert')).toHaveText(enTip.offline);
  await expect.poll(() => context.pages().length).toBe(1);
  const opening = page.waitForEvent('popup');
  await pay.click();
  const tab = await opening;
  await expect(tab.getByLabel('Card number')).toBeVisible();

  await test.step('the payment tab is closed unpaid: the sheet claims nothing, and its link opens the tab again', async () => {
    await tab.close();
    await expect(thanks(page)).toBeHidden();
    const again = page.waitForEvent('popup');
    await sheet.getByRole('link', { name: enTip.openPayPage }).click();
    await expect((await again).getByLabel('Card number')).toBeVisible();
    await sheet.getByRole('button', { name: enTip.back }).click();
    await expect(pay).toBeEnabled();
    expect(await paidTips(page, busker, 734)).toBe(0);
  });
});

// Holds web-019.
test("the answer to an undo is lost: the sheet asks for the tip's status, and the money is refunded once", async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED/);
  const pay = await readyToPay(page, busker, '7.35', cards.good);
  await pay.click();
  await page.route('**/v1/tips/*/undo', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: enTip.undo }).click();
  await expect(page.getByRole('dialog')).toContainText(enTip.undone('$7.35'));
  await page.getByRole('button', { name: enTip.done }).click();
  await expect(page.getByRole('button', { name: en.sendTip })).toBeFocused();
});
