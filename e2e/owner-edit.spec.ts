import { expect, test } from './fixtures';
import { grace, signIn } from './steps';

// Holds web-053, dash-037.
test('Grace edits a link and publishes it: her card shows it after a reload', async ({
  page: dashboard,
  context,
  busker,
}) => {
  await signIn(dashboard, busker, grace);
  const label = `Devlog ${Date.now() % 100_000}`;

  await test.step('she edits a link; it is saved as she types, and the preview follows', async () => {
    await dashboard.getByRole('button', { name: 'Edit Play the games' }).click();
    await dashboard.getByRole('textbox', { name: 'Label' }).fill(label);
    await expect(dashboard.getByText('All edits saved')).toBeVisible();
    await expect(
      dashboard.locator('busker-card, [data-scheme]').getByRole('link', { name: label }),
    ).toBeVisible();
  });

  const site = await context.newPage();
  await test.step('visitors do not see it yet', async () => {
    await site.goto(`${busker.app}/@grace`);
    await expect(site.getByRole('link', { name: 'Play the games' })).toBeVisible();
    await expect(site.getByRole('link', { name: label })).toHaveCount(0);
  });

  await test.step('she publishes', async () => {
    await dashboard.getByRole('button', { name: 'Publish' }).click();
    await expect(dashboard.getByText('Published. Your card is up to date everywhere.')).toBeVisible();
  });

  await test.step('after a reload the card shows the new link', async () => {
    await site.reload();
    await expect(site.getByRole('link', { name: label })).toBeVisible();
    await expect(site.getByRole('link', { name: 'Play the games' })).toHaveCount(0);
  });
});
