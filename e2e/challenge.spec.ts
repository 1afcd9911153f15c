import { enTip } from './card-texts';
import { expect, test, ownBackend } from './fixtures';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';

// This server expects a proxy that names the client's address. Without that address it requires a challenge.
test.describe.configure({ mode: 'serial' });
const backend = ownBackend({ CLIENT_ADDRESS: 'proxy:1' });

const challenge = `iframe[title="${enTip.person}"]`;
const thanks = { name: enTip.thankYou };

// Holds web-015.
test('the fan solves a required challenge in the sheet, and the tip is paid', async ({ page }) => {
  await page.goto(`${backend.addresses.examples}/strict-csp/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await typeCard(page, cards.good);
  const pay = sheet.getByRole('button', { name: enTip.pay('$5.00') });

  await test.step('Pay names the missing challenge and sends nothing', async () => {
    await pay.click();
    await expect(sheet.getByRole('alert')).toHaveText(enTip.personFirst);
  });
  await test.step('after the challenge the payment continues', async () => {
    await page.frameLocator(challenge).getByRole('button', { name: 'I am a person' }).click();
    await expect(page.getByRole('heading', thanks)).toBeVisible();
  });
});

test('the fan solves a challenge that appears at Pay, and the same tip is paid', async ({
  page,
  complaints,
}) => {
  complaints.expected(/403/);
  // As if other fans' cards were declined while this sheet was open.
  await page.route(/\/v1\/tip-sessions\?/, async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as object;
    await route.fulfill({ response, json: { ...session, challenge: null } });
  });
  const ids = new Set<string>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/v1/tips') return;
    ids.add((request.postDataJSON() as { clientRequestId: string }).clientRequestId);
  });
  await page.goto(`${backend.addresses.examples}/strict-csp/`);
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$3.00' }).check({ force: true });
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: enTip.pay('$3.00') }).click();
  await page.frameLocator(challenge).getByRole('button', { name: 'I am a person' }).click();
  await expect(page.getByRole('heading', thanks)).toBeVisible();
  expect(ids.size).toBe(1);
});

// Holds web-015.
test('where the page blocks the challenge, the tip is paid on the hosted page, with the reason', async ({
  page,
  complaints,
}) => {
  complaints.expected(/Content Security Policy/);
  const { app, stripe } = backend.addresses;
  await openHostPage(page, backend.addresses, {
    headers: { 'Content-Security-Policy': `frame-src ${stripe}; script-src ${app} ${stripe}` },
    body: '<busker-card profile="ada"></busker-card>',
  });
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await expect(sheet).toContainText(enTip.whyElsewhere.challenge);
  const opening = page.waitForEvent('popup');
  await sheet.getByRole('button', { name: enTip.pay('$5.00') }).click();
  await expect((await opening).getByLabel('Card number')).toBeVisible();
});

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
  await page.frameLocator(challenge).getByRole('button', { name: 'I am a person' }).click();
  await expect(page.getByRole('heading', thanks)).toBeVisible();
});
