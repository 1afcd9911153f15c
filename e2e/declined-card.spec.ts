import { enTip } from '../widget/messages/en-tip';
import { expect, test } from './fixtures';
import { ada, cards, openTipSheet, typeCard } from './steps';

test('a declined card is reported, and another card succeeds in the same sheet', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/402/);
  await page.goto(`${busker.examples}/strict-csp/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$3.00' }).check({ force: true });
  const intents = new Set<string>();
  const tips: number[] = [];
  page.on('request', (request) => {
    const intent = /\/v1\/payment_intents\/(pi_\w+)\/confirm/.exec(request.url())?.[1];
    if (intent) intents.add(intent);
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/v1/tips') tips.push(1);
  });

  await typeCard(page, cards.declined);
  await sheet.getByRole('button', { name: 'Pay $3.00' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Your card was declined.');

  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: 'Pay $3.00' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  expect({ tips: tips.length, intents: intents.size }).toEqual({ tips: 1, intents: 1 });
});

// Holds pay-182.
test("a card that needs the bank's confirmation succeeds", async ({ page, busker }) => {
  await page.goto(`${busker.examples}/plain-html/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
  await typeCard(page, cards.asksTheBank);
  await sheet.getByRole('button', { name: 'Pay $10.00' }).click();
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});
