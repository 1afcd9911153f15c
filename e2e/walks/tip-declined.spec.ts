import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openTipSheet, typeCard } from '../steps';
import { tagOf } from '../tenant';

test('a declined card is reported, and another card succeeds in the same sheet', async ({
  page,
  busker,
  tenant,
  complaints,
}) => {
  complaints.expected(/402/);
  const owner = await tenant();
  await openHostPage(page, busker, { body: tagOf(owner, busker) });
  const sheet = await openTipSheet(page, owner.name);
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
