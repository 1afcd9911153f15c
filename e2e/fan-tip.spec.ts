import { enTip } from '../widget/messages/en-tip';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, signIn, typeCard } from './steps';

// Holds web-001, dash-064.
test('a fan sends Ada a tip on her own site, and Ada sees it arrive', async ({
  page: fan,
  context,
  browser,
  busker,
}) => {
  const adasBrowser = await browser.newContext();
  const dashboard = await adasBrowser.newPage();
  await signIn(dashboard, busker, ada);
  await dashboard.getByRole('link', { name: 'Tips' }).click();
  await dashboard.getByRole('heading', { name: 'Tips', level: 1 }).waitFor();

  await test.step('the fan reads the page: all requests go to Busker', async () => {
    const hosts = new Set<string>();
    context.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await fan.goto(`${busker.examples}/plain-html/`);
    await fan.getByRole('button', { name: 'Send a tip' }).waitFor();
    expect([...hosts].toSorted()).toEqual([busker.examples, busker.app].toSorted());
  });

  const sheet = await openTipSheet(fan, ada.name);
  await test.step('they choose an amount and write a message', async () => {
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Mo');
    await sheet.getByRole('textbox', { name: enTip.message }).fill('For the piece in the rain');
  });

  await test.step('they pay by card and see the thanks', async () => {
    await typeCard(fan, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  await test.step("the tip appears in Ada's open list and is announced", async () => {
    const row = dashboard.getByRole('list', { name: 'List of tips' }).getByRole('listitem').first();
    await expect(row).toContainText('Mo');
    await expect(row).toContainText('$5.00');
    await expect(row).toContainText('For the piece in the rain');
    await expect(dashboard.getByRole('status').filter({ hasText: 'New tip: $5.00 from Mo' })).toBeAttached();
  });
  await adasBrowser.close();
});
