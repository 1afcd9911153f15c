import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { enTip } from './card-texts';
import type { Addresses } from './backend';
import { openHostPage } from './host-page';
import { ada, cards, openTipSheet, typeCard } from './steps';

const card = '<busker-card profile="ada" style="min-height: 577px"></busker-card>';

interface Found {
  readonly ok: boolean;
  readonly headersRead: boolean;
  readonly findings: readonly { readonly cause: string; readonly mend: string }[];
}

async function diagnose(page: Page): Promise<Found> {
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  return page.evaluate(() => {
    const element = document.querySelector('busker-card') as unknown as { diagnose: () => Promise<Found> };
    return element.diagnose();
  });
}

test('diagnose() finds nothing on a page that blocks nothing', async ({ page, busker }) => {
  await openHostPage(page, busker, { body: card });
  expect(await diagnose(page)).toMatchObject({ ok: true, headersRead: true, findings: [] });
});

// Holds web-008, web-025, tag-045.
test('diagnose() names the sources that policies in headers and in the page block', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/Content Security Policy/);
  const printed: string[] = [];
  page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`));
  const stripe = new URL(busker.stripe).origin;
  await openHostPage(page, busker, {
    headers: {
      'Content-Security-Policy': `script-src ${busker.app} 'unsafe-inline'; require-trusted-types-for 'script'`,
      'Permissions-Policy': 'payment=()',
    },
    head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`,
    body: card,
  });
  const { ok, findings } = await diagnose(page);
  expect(ok).toBe(false);
  expect(findings.map(({ cause }) => cause)).toEqual([
    'content-security-policy',
    'content-security-policy',
    'permissions-policy',
    'trusted-types',
  ]);
  expect(findings[0]?.mend).toBe(`Content-Security-Policy: add to script-src: ${stripe}`);
  expect(findings[1]?.mend).toBe(`Content-Security-Policy: add to frame-src: ${busker.app} ${stripe}`);
  expect(printed.some((line) => line.startsWith('table'))).toBe(true);
});

test("diagnose() recognises another element's shadow root", async ({ page, busker }) => {
  await openHostPage(page, busker, { body: '<div id="other"></div>' });
  await page.evaluate(() => {
    const root = document.querySelector('#other')?.attachShadow({ mode: 'open' });
    const element = document.createElement('busker-card');
    element.setAttribute('profile', 'ada');
    root?.append(element);
  });
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  const causes = await page.evaluate(async () => {
    const root = document.querySelector('#other')?.shadowRoot;
    const element = root?.querySelector('busker-card') as unknown as { diagnose: () => Promise<Found> };
    return (await element.diagnose()).findings.map(({ cause }) => cause);
  });
  expect(causes).toEqual(['foreign-shadow-root', 'no-height']);
});

const nonce = 'cmFuZG9t';
const byNonce = `script-src 'nonce-${nonce}' 'strict-dynamic'`;

/** A page that allows scripts by a nonce. The second response has no policy, as if a service worker had sent it. */
async function openNoncePage(page: Page, busker: Addresses, policy: string): Promise<void> {
  const address = `${busker.examples}/nonce-page-of-a-test`;
  const body = `<!doctype html><html lang="en"><title>A site</title><body>${card}
    <script type="module" nonce="${nonce}" src="${busker.app}/embed/v1.js"></script>`;
  let asked = 0;
  await page.context().grantPermissions(['local-network-access']);
  await page.route(address, (route) => {
    asked += 1;
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: asked === 1 ? { 'Content-Security-Policy': policy } : {},
      body,
    });
  });
  await page.goto(address);
}

test("diagnose() loads what the card form needs when it cannot read the page's policy", async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/Content Security Policy/);
  const stripe = new URL(busker.stripe).origin;
  const policy = `script-src 'nonce-${nonce}'; connect-src ${busker.app} 'self'; frame-src 'none'`;
  await openNoncePage(page, busker, policy);
  const { ok, findings } = await diagnose(page);
  expect(ok).toBe(false);
  expect(findings.map(({ mend }) => mend)).toEqual([
    `Content-Security-Policy: add to script-src: ${stripe}`,
    `Content-Security-Policy: add to connect-src: ${stripe}`,
    `Content-Security-Policy: add to frame-src: ${stripe}`,
  ]);
});

test('diagnose() finds nothing on a page with a nonce policy and strict-dynamic, and a tip is paid there', async ({
  page,
  busker,
  complaints,
}) => {
  complaints.expected(/Content Security Policy/);
  await openNoncePage(page, busker, byNonce);
  expect(await diagnose(page)).toMatchObject({ ok: true, findings: [] });
  const sheet = await openTipSheet(page, ada.name);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await typeCard(page, cards.good);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(page.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
});

test('diagnose() removes what it added, and names styles that break the card form', async ({
  page,
  busker,
}) => {
  await openHostPage(page, busker, { body: card });
  const everything = () => page.evaluate(() => document.querySelectorAll('*').length);
  await page.getByRole('button', { name: 'Send a tip' }).waitFor();
  await page.waitForLoadState('networkidle');
  const before = await everything();
  expect(await diagnose(page)).toMatchObject({ ok: true });
  expect(await everything()).toBe(before);
  await page.addStyleTag({ content: 'iframe { max-height: 1px !important }' });
  expect((await diagnose(page)).findings.map(({ cause }) => cause)).toEqual(['page-styles']);
});

const shifts = `<script>
  window.shifts = []; new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) if (value > 0.001) shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
</script>`;
const below = '<p id="below">What follows on the page</p>';

/** How often the page has moved by now. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) =>
        requestAnimationFrame(() =>
          setTimeout(() => done((window as unknown as { shifts: number[] }).shifts.length), 300),
        ),
      ),
  );

// Holds tag-144.
test('diagnose() says that the page jumps where nothing is reserved, and the line that it prints ends this', async ({
  page,
  busker,
}) => {
  const bare = '<busker-card profile="ada"></busker-card>';
  // As on a slow network: the page has been painted when the card comes.
  await page.route('**/v1/profiles/**', async (route) => {
    await new Promise((after) => setTimeout(after, 500));
    await route.continue();
  });
  await openHostPage(page, busker, { head: shifts, body: bare + below });
  const { findings } = await diagnose(page);
  const [found, ...others] = findings;
  expect(found?.cause).toBe('no-height');
  expect(others).toEqual([]);
  expect(await shiftsOf(page)).toBe(1);
  const [style = ''] = /style="[^"]*"/.exec(found?.mend ?? '') ?? [];
  await openHostPage(page, busker, { head: shifts, body: bare.replace('></', ` ${style}></`) + below });
  expect((await diagnose(page)).findings).toEqual([]);
  expect(await shiftsOf(page)).toBe(0);
});

// Holds tag-153.
test('the list of supporters moves what is below the card once, and diagnose() says so', async ({
  page,
  busker,
}) => {
  const supporters = ['Zoe', 'Mo', null].map((name, at) => ({
    name,
    message: name && 'Bravo',
    amount: 500,
    currency: 'usd',
    at,
  }));
  await page.route('**/v1/profiles/*/wall', async (route) => {
    await new Promise((after) => setTimeout(after, 500));
    await route.fulfill({
      json: { v: 1, goal: null, supporters },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  const tag = (height: string) => `<busker-card profile="ada" wall="5" style="${height}"></busker-card>`;
  await openHostPage(page, busker, { head: shifts, body: tag('display:block;min-height:577px') + below });
  await page.getByText('Zoe').waitFor();
  const { findings } = await diagnose(page);
  expect(findings.map(({ cause }) => cause)).toEqual(['wall-height']);
  expect(await shiftsOf(page)).toBe(1);
  const [, style = ''] = /style="([^"]*)"/.exec(findings[0]?.mend ?? '') ?? [];
  await openHostPage(page, busker, { head: shifts, body: tag(style) + below });
  await page.getByText('Zoe').waitFor();
  expect((await diagnose(page)).findings).toEqual([]);
  expect(await shiftsOf(page)).toBe(0);
});
