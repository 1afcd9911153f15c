import { defaultTipSettings, type MonthlyOffer } from '@busker/core/profile/draft';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { payAtStripe, openTipSheet } from '../steps';
import { tagOf } from '../tenant';

test('a fan begins a monthly tip in the card and stops it on its own page', async ({
  page,
  busker,
  tenant,
}) => {
  const monthly: MonthlyOffer = { on: true, intervals: ['month'], presets: { month: null, year: null } };
  const owner = await tenant({ draft: { tips: { ...defaultTipSettings, monthly } } });
  await openHostPage(page, busker, { body: tagOf(owner, busker) });
  const sheet = await openTipSheet(page, owner.name);

  await test.step('they choose every month and read what that means', async () => {
    await sheet.getByRole('radio', { name: 'Every month' }).check({ force: true });
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await expect(sheet.getByText('$5.00 today, then $5.00 every month on the')).toBeVisible();
  });

  await test.step('they pay on Stripe’s page, and the card says when the next charge is', async () => {
    const go = sheet.getByRole('button', { name: 'Continue: $5.00 every month' });
    const [stripe] = await Promise.all([page.waitForEvent('popup'), go.click()]);
    await payAtStripe(stripe);
    await expect(sheet.getByText(`${owner.name} gets $5.00 every month. Next charge:`)).toBeVisible();
  });

  await test.step('they stop it', async () => {
    const how = sheet.getByRole('link', { name: 'How to stop' });
    const [manage] = await Promise.all([page.waitForEvent('popup'), how.click()]);
    await manage.getByRole('button', { name: 'Stop this monthly tip' }).click();
    await manage.getByRole('button', { name: 'Stop now' }).click();
    await expect(manage.getByText('Stopped. Nothing more will be charged.')).toBeVisible();
  });
});
