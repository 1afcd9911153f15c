import { en, enTip } from './card-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, grace } from './steps';
import { paidTips, thanks } from './truth';

const both =
  '<busker-card profile="grace" id="grace"></busker-card><busker-card profile="ada" id="ada"></busker-card>';

test("with cards of two owners, after the bank's page the paid card shows the outcome, also when the fan opened the other card first", async ({
  page,
  context,
  busker,
  complaints,
}) => {
  complaints.expected(/402/);
  await openHostPage(page, busker, { body: both });
  const sheet = page.getByRole('dialog', { name: enTip.title(ada.name) });
  const form = page.frameLocator('#ada > [slot] iframe');
  const typeNumber = async (number: string) => {
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiration date').fill('12 / 34');
    await form.getByLabel('Security code').fill('123');
    await form.getByLabel('ZIP code').fill('10001');
  };
  await page.locator('#ada').getByRole('button', { name: en.sendTip }).click();
  await sheet.getByRole('textbox', { name: enTip.otherAmount }).fill('7.81');
  await typeNumber(cards.declined);
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/tips');
  const pay = sheet.getByRole('button', { name: enTip.pay('$7.81') });
  await pay.click();
  const { clientSecret } = (await (await answered).json()) as { clientSecret: string };
  await expect(sheet.getByRole('alert')).toBeVisible();

  await test.step("the second owner's card is charged, and the bank's page opens", async () => {
    const charged = new Promise<void>((resolve) => {
      void context.route(/\/v1\/payment_intents\/[^/]+\/confirm/, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await typeNumber(cards.good);
    await pay.click();
    await charged;
  });

  await test.step('the fan returns, and opens the other card before the paid one has loaded', async () => {
    const back = new URLSearchParams({
      payment_intent: clientSecret.split('_secret_')[0] ?? '',
      payment_intent_client_secret: clientSecret,
      redirect_status: 'succeeded',
    });
    const address = `${busker.examples}/host-page-of-a-test?${back.toString()}`;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><script type="module" src="${busker.app}/embed/v1.js"></script>
          <busker-card profile="grace" id="grace"></busker-card><p id="late"></p>`,
      }),
    );
    await page.goto(address);
    await page.locator('#grace').getByRole('button', { name: en.sendTip }).click();
    const other = page.getByRole('dialog', { name: enTip.title(grace.name) });
    await expect(other.getByRole('radio').first()).toBeAttached();
    await expect(other).not.toContainText(enTip.checking);
    expect(page.url()).toBe(address);
    await page.locator('#late').evaluate((element) => {
      element.innerHTML = '<busker-card profile="ada" id="ada"></busker-card>';
    });
  });
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole('dialog', { name: enTip.title(ada.name) })).toContainText(
    enTip.wentThrough('$7.81', ada.name),
  );
  expect(page.url()).not.toContain('secret');
  expect(await paidTips(page, busker, 781)).toBe(1);
});
