import { enTip } from '../widget/messages/en-tip';
import { expect, test } from './fixtures';
import { ownBackend } from './own-backend';
import { ada, cards, openTipSheet, typeCard } from './steps';
import { thanks } from './truth';

// As in challenge.spec.ts: this server requires a challenge from fans whose address it cannot see.
const backend = ownBackend({ env: { CLIENT_ADDRESS: 'proxy:1' } });

test('when the check for robots does not load, each press on Pay tries again, and the tip is then paid in the page', async ({
  page,
  complaints,
}) => {
  complaints.expected(/ERR_FAILED|did not load/);
  const chunk = '**/embed/**/frame-challenge-*.js*';
  let asked = 0;
  await page.route(chunk, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(`${backend.addresses.examples}/strict-csp/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await typeCard(page, cards.good);
  const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });
  const place = sheet.getByRole('region', { name: enTip.person });
  await expect(place.getByRole('alert')).toHaveText(enTip.offline);
  const before = asked;
  await pay.click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(place.getByRole('alert')).toHaveText(enTip.offline);
  await page.unroute(chunk);
  await pay.click();
  const challenge = page.frameLocator(`iframe[title="${enTip.person}"]`);
  await challenge.getByRole('button', { name: 'I am a person' }).click();
  await expect(thanks(page)).toBeVisible();
});
