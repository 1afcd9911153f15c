import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultTipSettings, type MonthlyOffer } from '@busker/core/profile/draft';
import { en, enTip } from '../card-texts';
import { cards } from '../steps';
import { newTenant } from '../tenant';
import { unreadable, watchPlaces } from '../broken-rules';
import { chooseAmount, openTipSheet, payAtStripe, servePage, siteOf, thanked, typeCard } from './fan-steps';
import { webkitWalk } from './webkit-walk';

const walk = webkitWalk('each test');

test('a declined card is reported, and another card succeeds in the same sheet', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  await openTipSheet(browser, siteOf(owner, addresses));
  await browser.press('label', '$3.00');
  await typeCard(browser, cards.declined);
  await browser.press('button', enTip.pay('$3.00'));
  await browser.find('[role="alert"]', 'Your card was declined.', 60_000);

  await typeCard(browser, cards.good);
  await browser.press('button', enTip.pay('$3.00'));
  await thanked(browser);
  // The requests to Stripe are those of the frame, which WebDriver does not tell. Each of ours would make a payment of its own.
  const asked = `return performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === '/v1/tips').length`;
  expect(await browser.run(asked)).toBe(1);
});

// Holds tag-154.
test('nothing under the card form moves on a phone when the form has loaded', async () => {
  const { browser, addresses } = walk;
  const owner = await newTenant(addresses);
  await browser.resize({ width: 360, height: 640 });
  await openTipSheet(browser, siteOf(owner, addresses));
  await browser.run(`(${watchPlaces.toString()})()`);
  await chooseAmount(browser, '$3.00');
  await typeCard(browser, cards.good);
  expect(await browser.run('return moves')).toEqual([]);
});

test('a fan begins a monthly tip in the card and stops it on its own page', async () => {
  const { browser, addresses } = walk;
  const monthly: MonthlyOffer = { on: true, intervals: ['month'], presets: { month: null, year: null } };
  const owner = await newTenant(addresses, { draft: { tips: { ...defaultTipSettings, monthly } } });
  await openTipSheet(browser, siteOf(owner, addresses));
  const [page = ''] = await browser.windows();

  await browser.press('label', 'Every month');
  await browser.press('label', '$5.00');
  await browser.find('*', '$5.00 today, then $5.00 every month on the');

  await browser.show(await browser.tabOpenedBy(() => browser.press('button', 'Continue: $5.00 every month')));
  await payAtStripe(browser);
  await browser.show(page);
  await browser.find('*', `${owner.name} gets $5.00 every month. Next charge:`, 60_000);

  await browser.show(await browser.tabOpenedBy(() => browser.press('a', 'How to stop')));
  await browser.press('button', 'Stop this monthly tip', 30_000);
  await browser.press('button', 'Stop now');
  expect(await browser.find('*', 'Stopped. Nothing more will be charged.', 30_000)).toBeTruthy();
});

// Holds tag-104.
test('a page that takes the form away every three seconds: the sheet leads to the hosted page, and keeps what was typed', async () => {
  const { browser, addresses } = walk;
  const site = await servePage(
    await newTenant(addresses),
    addresses,
    `<script>setInterval(() => { for (const child of [...document.querySelector('busker-card').children]) if (child.slot) child.remove(); }, 3000);</script>`,
  );
  await openTipSheet(browser, site.url);
  await browser.fill('input', enTip.yourName, 'Kim');
  await browser.press('label', '$3.00');
  await browser.find('*', enTip.whyElsewhere.removed, 60_000);
  expect(await browser.valueOf('input', enTip.yourName)).toBe('Kim');
  site.close();
});

// Holds tag-107.
test('a page that the browser draws ahead counts its view once it is visited', async () => {
  const { browser, addresses } = walk;
  const site = await servePage(
    await newTenant(addresses),
    addresses,
    `<script>let early = true;
      Object.defineProperty(document, 'prerendering', { get: () => early });
      window.activate = () => { early = false; document.dispatchEvent(new Event('prerenderingchange')); };
      const ask = fetch;
      window.counted = 0;
      window.fetch = (url, init) => { if (String(url).endsWith('/v1/events')) counted += 1; return ask(url, init); };</script>`,
  );
  await browser.go(site.url);
  await browser.find('button', en.sendTip);
  // Longer than views are collected.
  await pause(2_500);
  expect(await browser.run('return counted')).toBe(0);
  await browser.run('activate()');
  await pause(2_500);
  expect(await browser.run('return counted')).toBe(1);
  site.close();
});

// Holds tag-112.
test('with Dark Reader every text of the card and its open sheet is readable', async () => {
  const { browser, addresses } = walk;
  const engine = readFileSync(createRequire(import.meta.url).resolve('darkreader'), 'utf8');
  const site = await servePage(
    await newTenant(addresses),
    addresses,
    `<script>${engine}</script><script>DarkReader.setFetchMethod(fetch); DarkReader.enable({});</script>`,
  );
  await openTipSheet(browser, site.url);
  await chooseAmount(browser, '$3.00');
  await browser.until(`return (${unreadable.toString()})().length === 0`);
  expect(await browser.run(`return getComputedStyle(document.documentElement).backgroundColor`)).toBe(
    'rgb(24, 26, 27)',
  );
  site.close();
});
