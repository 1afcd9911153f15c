import { expect, test } from 'vitest';
import { alteredEmbed } from '../host-page';
import { en, enTip } from '../card-texts';
import { cards } from '../steps';
import { openTipSheet, payAtStripe, thanked, typeCard } from './fan-steps';
import { webkitWalk } from './webkit-walk';

const walk = webkitWalk();

const openSheet = async (amount: string, attributes: Readonly<Record<string, string>> = {}) => {
  await openTipSheet(walk.browser, `${walk.addresses.examples}/plain-html/`, attributes);
  await walk.browser.fill('input', enTip.otherAmount, amount);
};

test('a fan pays by card in the page', async () => {
  const { browser } = walk;
  await openSheet('7.01');
  await typeCard(browser, cards.good);
  await browser.press('button', enTip.pay('$7.01'));
  expect(await thanked(browser)).toBeTruthy();
});

test('a fan passes the check of their bank', async () => {
  const { browser } = walk;
  await openSheet('7.02');
  await typeCard(browser, cards.asksTheBank);
  await browser.press('button', enTip.pay('$7.02'));
  const check = await browser.find('iframe[title*="3D Secure"]', '', 60_000);
  await browser.pressInFrame(check, 'button', 'Complete');
  expect(await thanked(browser)).toBeTruthy();
});

test('a fan pays on Stripe’s page, in a tab that the tap opens', async () => {
  const { browser } = walk;
  await openSheet('7.03', { pay: 'hosted' });
  const [page = ''] = await browser.windows();
  const tab = await browser.tabOpenedBy(() => browser.press('button', enTip.pay('$7.03')));
  await browser.show(tab);
  await payAtStripe(browser);
  await browser.show(page);
  expect(await thanked(browser)).toBeTruthy();
});

// Holds web-010.
test('on a page that allows no script, the links are links', async () => {
  const { browser, addresses } = walk;
  await browser.go(`${addresses.examples}/no-js/`);
  await browser.find('busker-card > a', 'Instagram');
  expect(await browser.run(`return customElements.get('busker-card') === undefined`)).toBe(true);
  await browser.press('busker-card > a', 'Tip Ada');
  await browser.until(`return location.pathname === '/@ada'`);
});

// Holds web-051, tag-066.
test('a chunk that is not the published one never runs', async () => {
  const { browser, addresses } = walk;
  const site = await alteredEmbed(addresses.app);
  await browser.go(site.page);
  await browser.find('button', en.sendTip);
  await browser.press('button', en.sendTip);
  // The tap has an end that does not need the sheet: the link, which a fan can still follow.
  await browser.until(
    `return performance.getEntriesByType('resource').some(({ name }) => name.includes('/tip-sheet-'))`,
  );
  await browser.run(`return new Promise((done) => setTimeout(done, 2000))`);
  expect(await browser.run(`return globalThis.alteredRan === true`)).toBe(false);
  site.close();
});

test('on a page that is isolated from other sites, the fan pays on Stripe’s page without waiting', async () => {
  const { browser, addresses } = walk;
  await browser.go(`${addresses.examples}/zoo/isolated-from-other-sites/`);
  await browser.press('button', en.sendTip);
  await browser.fill('input', enTip.otherAmount, '7.04');
  expect(await browser.find('*', enTip.whyElsewhere.blocked, 5_000)).toBeTruthy();
});
