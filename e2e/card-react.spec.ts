import { en, enTip } from './card-texts';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { expect, test } from './fixtures';

// Holds web-039, tag-048, tag-070.
test('in a React app the npm build follows its props, calls its event handlers and takes a tip', async ({
  page,
  busker,
}) => {
  await page.goto(`${busker.examples}/react/`);
  const card = page.locator('busker-card');
  const said = page.locator('main > [role=status]');
  await expect(said).toHaveText('The card of ada is there.');
  await expect(card.locator('.busker')).toHaveClass(/light/);
  // The card's links have replaced the page's own.
  await expect(card.getByRole('link', { name: 'Instagram' }).filter({ visible: true })).toHaveCount(1);
  await expect(card.getByRole('link', { name: 'Tip Ada' })).toBeHidden();

  await test.step('a changed prop changes the card', async () => {
    await page.getByLabel('Dark card').check();
    await expect(card.locator('.busker')).toHaveClass(/dark/);
  });

  await test.step('the card mounts and unmounts with its component', async () => {
    await page.getByLabel('Show it').uncheck();
    await expect(card).toHaveCount(0);
    await page.getByLabel('Show it').check();
    await expect(card.getByRole('button', { name: en.sendTip })).toBeVisible();
  });

  await test.step('a tip is paid, and the app gets the event', async () => {
    const sheet = await openTipSheet(page, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await typeCard(page, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await expect(said).toHaveText('Tipped 500 usd.');
  });
});
