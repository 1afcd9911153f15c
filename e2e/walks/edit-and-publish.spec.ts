import { expect, test } from '../fixtures';
import { signIn } from '../steps';

// Holds web-053, dash-037.
test('an owner edits a link and publishes it: the card shows it after a reload', async ({
  page: dashboard,
  context,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await signIn(dashboard, busker, owner);
  const label = 'Devlog';

  await test.step('they edit a link; it is saved as they type, and the preview follows', async () => {
    await dashboard.getByRole('button', { name: 'Edit My site' }).click();
    await dashboard.getByRole('textbox', { name: 'Label' }).fill(label);
    await expect(dashboard.getByText('All edits saved')).toBeVisible();
    const preview = dashboard.getByRole('region', { name: 'Preview' });
    const page = preview.frameLocator('iframe');
    await expect(page.getByRole('link', { name: label })).toBeVisible();
    await preview.getByText('Card', { exact: true }).click();
    await expect(preview.getByRole('link', { name: label })).toBeVisible();
  });

  const site = await context.newPage();
  await test.step('visitors do not see it yet', async () => {
    await site.goto(`${busker.app}/@${owner.handle}`);
    await expect(site.getByRole('link', { name: 'My site' })).toBeVisible();
    await expect(site.getByRole('link', { name: label })).toHaveCount(0);
  });

  await test.step('they publish', async () => {
    await dashboard.getByRole('button', { name: 'Publish' }).click();
    await expect(dashboard.getByText('Published. Your card is up to date everywhere.')).toBeVisible();
  });

  await test.step('after a reload the card shows the new link', async () => {
    await site.reload();
    await expect(site.getByRole('link', { name: label })).toBeVisible();
    await expect(site.getByRole('link', { name: 'My site' })).toHaveCount(0);
  });
});
