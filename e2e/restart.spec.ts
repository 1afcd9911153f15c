import { newStateDir, removeStateDir, startBackend } from './backend';
import { enTip } from './card-texts';
import { expect, test } from './fixtures';
import { ada, cards, openScreen, openTipSheet, signIn, typeCard } from './steps';

test('data is still there after kill -9', async ({ page: fan, browser, complaints }) => {
  // The fan's page may be requesting the tip's status at that moment.
  complaints.expected(/ERR_CONNECTION_|ERR_EMPTY_RESPONSE/);
  const stateDir = await newStateDir();
  const first = await startBackend({ stateDir });
  await test.step('a tip is paid, then every server is killed', async () => {
    await fan.goto(`${first.addresses.examples}/plain-html/`);
    const sheet = await openTipSheet(fan, ada.name);
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByRole('textbox', { name: enTip.message }).fill('Before the power cut');
    await typeCard(fan, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
    await first.kill();
    await fan.close();
  });

  const second = await startBackend({ stateDir });
  await test.step('Ada signs in as before and finds the tip, paid, once', async () => {
    const adas = await browser.newContext();
    const dashboard = await adas.newPage();
    await signIn(dashboard, second.addresses, ada);
    await openScreen(dashboard, 'Money');
    const rows = dashboard.getByRole('list', { name: 'List of tips' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Before the power cut');
    await expect(rows).toContainText('$5.00');
    await adas.close();
  });
  await second.stop();
  await removeStateDir(stateDir);
});
