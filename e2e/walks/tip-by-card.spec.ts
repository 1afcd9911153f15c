import { defaultTipSettings, type MonthlyOffer } from '@busker/core/profile/draft';
import { enTip } from '../card-texts';
import { expect, test } from '../fixtures';
import { openHostPage } from '../host-page';
import { cards, openScreen, openTipSheet, originsAsked, signIn, typeCard, payAtStripe } from '../steps';
import { tagOf } from '../tenant';

// Holds web-001, dash-064.
test('a fan sends an owner a tip on the owner’s own site, and the owner sees it arrive', async ({
  page: fan,
  context,
  browser,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const ownersBrowser = await browser.newContext();
  const dashboard = await ownersBrowser.newPage();
  await signIn(dashboard, busker, owner);
  await openScreen(dashboard, 'Money');
  await dashboard.getByRole('heading', { name: 'Tips', level: 1 }).waitFor();

  await test.step('the fan reads the page: all requests go to the site and to Busker', async () => {
    const origins = originsAsked(context);
    await openHostPage(fan, busker, { body: tagOf(owner, busker) });
    await fan.getByRole('button', { name: 'Send a tip' }).waitFor();
    expect(origins()).toEqual([busker.examples, busker.app].toSorted());
  });

  const sheet = await openTipSheet(fan, owner.name);
  await test.step('they choose an amount and write a message', async () => {
    await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
    await sheet.getByRole('textbox', { name: enTip.yourName }).fill('Mo');
    await sheet.getByRole('textbox', { name: enTip.message }).fill('For the piece in the rain');
  });

  await test.step('they pay by card and see the thanks', async () => {
    await typeCard(fan, cards.good);
    await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
    await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
  });

  await test.step('the tip appears in the owner’s open list, once, and is announced', async () => {
    const rows = dashboard.getByRole('list', { name: 'List of tips' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Mo');
    await expect(rows).toContainText('$5.00');
    await expect(rows).toContainText('For the piece in the rain');
    await expect(dashboard.getByRole('status').filter({ hasText: 'New tip: $5.00 from Mo' })).toBeAttached();
  });
  await ownersBrowser.close();
});

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

// Holds tag-027, pay-467.
test('with pay="hosted" nothing loads from Stripe in the page, and the fan pays on Stripe’s page and is thanked in the card', async ({
  page,
  context,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  const origins = originsAsked(context);
  const tag = tagOf(owner, busker).replace('<busker-card ', '<busker-card pay="hosted" ');
  await openHostPage(page, busker, { body: tag });
  const sheet = await openTipSheet(page, owner.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  const pay = sheet.getByRole('button', { name: 'Pay $5.00' });
  await expect(pay).toHaveAttribute('aria-disabled', 'false');
  await page.waitForLoadState('networkidle');
  expect(origins()).toEqual([busker.app, busker.examples].toSorted());

  const [stripe] = await Promise.all([page.waitForEvent('popup'), pay.click()]);
  await stripe.waitForURL(`${busker.stripe}/**`);
  await payAtStripe(stripe);
  await stripe.waitForURL(`${busker.app}/t/**`);
  await expect(stripe.getByText('$5.00').first()).toBeVisible();
  // The tab began at our own page, so it may do here what the card may.
  await expect(stripe.getByRole('button', { name: enTip.undo })).toBeVisible();
  expect(stripe.url()).not.toContain('#');
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

// Holds pay-182.
test("a card that needs the bank's confirmation succeeds", async ({ page, busker, tenant }) => {
  const owner = await tenant();
  await openHostPage(page, busker, { body: tagOf(owner, busker) });
  const sheet = await openTipSheet(page, owner.name);
  await sheet.getByRole('radio', { name: '$10.00' }).check({ force: true });
  await typeCard(page, cards.asksTheBank);
  await sheet.getByRole('button', { name: 'Pay $10.00' }).click();
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

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
