import { expect, test } from '../fixtures';
import { openScreen, signIn, tipFrom } from '../steps';

test('an owner gets one mail about a tip, and reads when it arrived', async ({
  page,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await signIn(page, busker, owner);
  await openScreen(page, 'Settings', 'Notifications');
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();

  const channels = page.getByRole('region', { name: 'Channels' }).getByRole('listitem');
  const mail = channels.filter({ hasText: owner.email });
  await test.step('mail to the sign-in address is on since they published', async () => {
    await expect(mail).toContainText('On');
  });

  await test.step('a fan tips: one mail is sent, and the channel says when', async () => {
    await tipFrom(browser, busker, owner, 'Kim');
    await expect(mail).toContainText('Last arrived');
    await page.goto(`${busker.auth}/__local/outbox`);
    const sent = page.locator(`li[data-to="${owner.email}"]`).filter({ hasText: 'Kim sent you $5.00' });
    await expect(sent).toHaveCount(1);
  });
});
