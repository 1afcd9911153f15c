import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openTipSheet, typeCard } from '../steps';
import { tagOf } from '../tenant';

// Holds pay-182.
test("a card that needs the bank's confirmation succeeds", async ({ page, busker, tenant }) => {
  const owner = await tenant();
  await openHostPage(page, busker, { body: tagOf(owner, busker) });
  const sheet = await openTipSheet(page, owner.name);
  await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
  await typeCard(page, cards.asksTheBank);
  await sheet.getByRole('button', { name: 'Pay $10.00' }).click();
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});
