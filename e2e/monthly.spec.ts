import { randomUUID } from 'node:crypto';
import { newStateDir, removeStateDir, startBackend, type Backend } from './backend';
import { brokenRules } from './broken-rules';
import { expect, test } from './fixtures';
import { offerMonthly } from './offer-monthly';
import { ada } from './steps';

let stateDir = '';
let backend: Backend;

// Its own backend: no other test's Ada offers monthly tips.
test.beforeAll(async () => {
  stateDir = await newStateDir();
  backend = await startBackend({ stateDir, env: { LIMIT_FACTOR: '1000' } });
  await offerMonthly(backend);
});
test.afterAll(async () => {
  await backend.stop();
  await removeStateDir(stateDir);
});

interface Begun {
  readonly tipId: string;
  readonly tipToken: string;
  readonly url: string;
}

/** What a card does when a fan agrees to five dollars a month. */
async function agree(): Promise<Begun> {
  const { app } = backend.addresses;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { origin: app, 'content-type': 'application/json' };
    const answer = await fetch(app + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const { session, currency, monthly } = await post<{
    readonly session: string;
    readonly currency: string;
    readonly monthly: { readonly wordsVersion: number };
  }>('/v1/tip-sessions?language=en', { handle: 'ada' });
  return post<Begun>('/v1/tips', {
    handle: 'ada',
    tipAmount: 500,
    coverCosts: false,
    total: 500,
    currency,
    clientRequestId: randomUUID(),
    session,
    surface: 'hosted',
    every: 'month',
    wordsVersion: monthly.wordsVersion,
    language: 'en',
  });
}

// Holds pay-269, pay-284, pay-285, pay-288.
test('a fan agrees on Stripe’s page, and at 360 px by keyboard alone stops, keeps and stops by address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { tipId, tipToken, url } = await agree();
  await test.step('Stripe’s page has the words and takes the card', async () => {
    await page.goto(url);
    await expect(page.getByText('every month on the')).toBeVisible();
    await page.getByLabel('Email').fill('zoe@example.com');
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiration').fill('1234');
    await page.getByLabel('Security code').fill('123');
    const zip = page.getByLabel('ZIP');
    if (await zip.isVisible()) await zip.fill('12345');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `$5.00 to ${ada.name} every month` })).toBeVisible();
    await expect(page.getByText('Next charge:')).toBeVisible();
  });
  await test.step('the receipt stops and keeps it', async () => {
    await page.goto(`${backend.addresses.app}/t/${tipId}#${tipToken}`);
    const stop = page.getByRole('button', { name: 'Stop this monthly tip' });
    await stop.waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await stop.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Stopped. Nothing more will be charged.')).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Keep it after all' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stop).toBeVisible();
    await page.getByRole('button', { name: 'Change the amount' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('New amount (USD)')).toBeFocused();
    await page.keyboard.type('8.25');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `$8.25 to ${ada.name} every month` })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
  await test.step('without the link, the address stops it', async () => {
    await page.goto(`${backend.addresses.app}/@ada/monthly`);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel('Your email address').fill('zoe@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
    await page.goto(`${backend.addresses.app}/t/${tipId}#${tipToken}`);
    await expect(page.getByText('Stopped. Nothing more will be charged.')).toBeVisible();
  });
});
