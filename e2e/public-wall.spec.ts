import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { cards, grace } from './steps';

// Holds web-063, tag-030.
test('a tip moves the goal and adds the fan to the wall under the name that they chose', async ({
  page,
  busker,
}) => {
  const tip = async (name: string, message: string, hidden: boolean) => {
    await page.goto(`${busker.app}/@grace/tip`);
    await page.getByLabel('Your name (optional)').fill(name);
    await page.getByLabel('Message (optional)').fill(message);
    if (hidden) await page.getByLabel('Do not show my name in public').check();
    await page.getByRole('radio', { name: '¥' }).first().check();
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await page.getByLabel('Email').fill('fan@example.com');
    await page.getByLabel('Card number').fill(cards.good);
    await page.getByLabel('Expiration date').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: /pay/i }).click();
    await page.waitForURL(`${busker.app}/t/**`);
    await expect(page.getByText('¥').first()).toBeVisible();
  };
  await tip('Kenji', 'The storm level!', false);
  await tip('Quiet Fan', 'Just for you', true);

  await page.goto(`${busker.app}/@grace`);
  const goal = page.getByRole('progressbar', { name: 'A quieter fan for the render machine' });
  await expect(goal).toHaveAttribute('aria-valuetext', /^¥[\d,]+ of ¥30,000$/);
  await expect(goal).not.toHaveAttribute('aria-valuenow', '0');
  const wall = page.getByRole('listitem').filter({ hasText: 'Kenji' });
  await expect(wall).toContainText('The storm level!');
  await expect(page.getByText('Quiet Fan')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: grace.name })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
});
