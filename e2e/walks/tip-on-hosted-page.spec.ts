import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { payAtStripe, openTipSheet, originsAsked } from '../steps';
import { tagOf } from '../tenant';

// Holds tag-027, pay-467.
test('with pay="hosted" nothing loads from Stripe in the page, and the fan pays on Stripe’s page and is thanked in the card', async ({
  page,
  context,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const origins = originsAsked(context);
  const tag = tagOf(owner, busker).replace('<busker-card ', '<busker-card pay="hosted" ');
  await openHostPage(page, busker, { body: tag });
  const sheet = await openTipSheet(page, owner.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const pay = sheet.getByRole('button', { name: 'Pay $5.00' });
  await expect(pay).toHaveAttribute('aria-disabled', 'false');
  await page.waitForLoadState('networkidle');
  expect(origins()).toEqual([busker.app, busker.examples].toSorted());

  const [stripe] = await Promise.all([page.waitForEvent('popup'), pay.click()]);
  await stripe.waitForURL(`${busker.stripe}/**`);
  await payAtStripe(stripe);
  await stripe.waitForURL(`${busker.app}/t/**`);
  await expect(stripe.getByText('$5.00').first()).toBeVisible();
  // The tab began at our own page, so it may do here what the card may.
  await expect(stripe.getByRole('button', { name: enTip.undo })).toBeVisible();
  expect(stripe.url()).not.toContain('#');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});
