import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openScreen, openTipSheet, originsAsked, signIn, typeCard } from '../steps';
import { tagOf } from '../tenant';

// Holds web-001, dash-064.
test('a fan sends an owner a tip on the owner’s own site, and the owner sees it arrive', async ({
  page: fan,
  context,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const ownersBrowser = await browser.newContext();
  const dashboard = await ownersBrowser.newPage();
  await signIn(dashboard, busker, owner);
  await openScreen(dashboard, 'Money');
  await dashboard.getByRole('heading', { name: 'Tips', level: 1 }).waitFor();

  await test.step('the fan reads the page: all requests go to the site and to Busker', async () => {
    const origins = originsAsked(context);
    await openHostPage(fan, busker, { body: tagOf(owner, busker) });
    await fan.getByRole('button', { name: 'Send a tip' }).waitFor();
    expect(origins()).toEqual([busker.examples, busker.app].toSorted());
  });

  const sheet = await openTipSheet(fan, owner.name);
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

  await test.step('the tip appears in the owner’s open list, once, and is announced', async () => {
    const rows = dashboard.getByRole('list', { name: 'List of tips' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Mo');
    await expect(rows).toContainText('$5.00');
    await expect(rows).toContainText('For the piece in the rain');
    await expect(dashboard.getByRole('status').filter({ hasText: 'New tip: $5.00 from Mo' })).toBeAttached();
  });
  await ownersBrowser.close();
});
