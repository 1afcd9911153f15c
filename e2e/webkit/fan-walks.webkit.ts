import { expect, test } from 'vitest';
import { defaultTipSettings, type MonthlyOffer } from '../../core/profile/draft';
import { enTip } from '../card-texts';
import { cards } from '../steps';
import { newTenant } from '../tenant';
import { chooseAmount, openTipSheet, payAtStripe, siteOf, thanked, typeCard } from './fan-steps';
import { watchPlaces } from '../watch-places';
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
