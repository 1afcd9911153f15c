import { expect, test } from 'vitest';
import { enTip } from '../../widget/messages/en-tip';
import { en } from '../../widget/messages/en';
import { cards } from '../steps';
import { alteredEmbed } from './altered-embed';
import { webkitWalk } from './webkit-walk';

const walk = webkitWalk();

/** Opens the sheet on the plain example page, and types an amount. */
async function openSheet(amount: string, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  const { browser, addresses } = walk;
  await browser.go(`${addresses.examples}/plain-html/`);
  await browser.find('button', en.sendTip);
  await browser.run(
    `for (const [name, value] of Object.entries(arguments[0])) document.querySelector('busker-card').setAttribute(name, value)`,
    attributes,
  );
  await browser.press('button', en.sendTip);
  await browser.fill('input', enTip.otherAmount, amount);
}

/** Fills the card form, which is a frame of another origin. */
async function typeCard(number: string): Promise<void> {
  const { browser } = walk;
  const frame = await browser.find('busker-card > [slot] iframe', '', 30_000);
  for (const [name, text] of [
    ['Card number', number.replaceAll(' ', '')],
    ['Expiration date', '1234'],
    ['Security code', '123'],
    ['ZIP code', '10001'],
  ] as const) {
    await browser.pressInFrame(frame, 'input', name);
    await browser.type(text);
  }
}

const thanked = () => walk.browser.find(':is(h1, h2, h3)', enTip.thankYou, 60_000);

test('a fan pays by card in the page', async () => {
  const { browser } = walk;
  await openSheet('7.01');
  await typeCard(cards.good);
  await browser.press('button', enTip.pay('$7.01'));
  expect(await thanked()).toBeTruthy();
});

test('a fan passes the check of their bank', async () => {
  const { browser } = walk;
  await openSheet('7.02');
  await typeCard(cards.asksTheBank);
  await browser.press('button', enTip.pay('$7.02'));
  const check = await browser.find('iframe[title*="3D Secure"]', '', 60_000);
  await browser.pressInFrame(check, 'button', 'Complete');
  expect(await thanked()).toBeTruthy();
});

test('a fan pays on Stripe’s page, in a tab that the tap opens', async () => {
  const { browser } = walk;
  await openSheet('7.03', { pay: 'hosted' });
  const [page = ''] = await browser.windows();
  await browser.press('button', enTip.pay('$7.03'));
  await expect.poll(async () => (await browser.windows()).length, { timeout: 30_000 }).toBe(2);
  const tab = (await browser.windows()).find((window) => window !== page) ?? '';
  await browser.show(tab);
  for (const [name, text] of [
    ['Email', 'zoe@example.com'],
    ['Card number', '4242424242424242'],
    ['Expiration', '1234'],
    ['Security code', '123'],
    ['ZIP', '12345'],
  ] as const)
    await browser.fill('input', name, text);
  await browser.press('button', 'Pay');
  await browser.show(page);
  expect(await thanked()).toBeTruthy();
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

// Holds web-051.
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
