import { expect, test } from 'vitest';
import { ada, grace } from '../steps';
import type { WebKitBrowser } from './webkit-browser';
import { signIn, webkitWalk } from './webkit-walk';

const walk = webkitWalk();

/** Loads a screen of the dashboard anew, and waits until it shows what is Ada's. Milliseconds. */
async function load(path: string, open: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await open();
  await shows(path);
  return Math.round(performance.now() - from);
}

const owned: Readonly<Record<string, string>> = {
  '/page/profile': `return [...document.querySelectorAll('main input')].some((field) => field.value === '${ada.name}')`,
  '/money/tips': `return document.querySelector('main')?.innerText.includes('Your first tip will appear here')`,
};

async function shows(path: string): Promise<void> {
  const { browser } = walk;
  await browser.until(owned[path] ?? 'return false');
}

const address = (path: string) => walk.addresses.app + path;
const anew = (path: string) => load(path, () => walk.browser.go(address(path)));

// Holds dash-182.
test('every load of the dashboard shows the owner’s data, ten in a row', async () => {
  const { browser, addresses } = walk;
  await signIn(browser, addresses, ada.email);
  const taken: number[] = [];
  for (let count = 0; count < 10; count++)
    taken.push(await anew(count % 2 === 0 ? '/money/tips' : '/page/profile'));
  // A page that is left at once, before its requests are answered.
  for (let count = 0; count < 5; count++) await browser.go(address('/page/profile'));
  taken.push(await anew('/money/tips'));
  console.log(`Loads of the dashboard in WebKit: ${taken.join(', ')} ms`);
  expect(taken).toHaveLength(11);
});

/**
 * Leaves the database of the Firebase SDK's heartbeat as a page of WebKit leaves it that is closed while the SDK deletes it: no page can open it.
 * Each request of the SDK waited for it.
 */
const keepsHeartbeatLocked = `
  const name = 'validate-browser-context-for-indexeddb-analytics-module';
  indexedDB.open(name).onsuccess = ({ target }) => {
    window.kept = target.result;
    indexedDB.deleteDatabase(name);
  };`;

// A tab that was killed is not among them: WebDriver ends its session with the page's process.
test('with two tabs, and after back and forward, each load shows the owner’s data', async () => {
  const { browser } = walk;
  await anew('/page/profile');
  const [first = ''] = await browser.windows();
  await browser.run(keepsHeartbeatLocked);
  const second = await browser.newTab();
  await browser.show(second);
  await anew('/money/tips');
  await browser.show(first);
  await anew('/page/profile');
  await browser.show(second);
  await browser.closeTab();
  await browser.show(first);

  await anew('/money/tips');
  await anew('/page/profile');
  await load('/money/tips', () => browser.back());
  await load('/page/profile', () => browser.forward());
  expect(await load('/page/profile', () => browser.reload())).toBeGreaterThan(0);
});

/** Types into the owner's bio. */
async function typeBio(browser: WebKitBrowser, text: string): Promise<void> {
  await browser.fill('main textarea', 'Bio', text);
  await browser.until(`return document.activeElement.value === arguments[0]`, [text]);
}

const bioIs = `return [...document.querySelectorAll('main textarea')].some((field) => field.value === arguments[0])`;

// Holds dash-180.
test('an edit that was not sent when the page was left is sent at the next load', async () => {
  const { browser } = walk;
  await anew('/page/profile');
  const text = 'Cello, written while the connection was gone';
  await walk.whileAway(async () => {
    await typeBio(browser, text);
    await browser.go('about:blank');
  });
  await browser.go(address('/page/profile'));
  await browser.until(bioIs, [text]);
  await browser.find('*', 'All edits saved');
  // The server has it: another load has nothing kept to send.
  await browser.until(`return !Object.keys(localStorage).some((key) => key.startsWith('busker-unsent'))`);
  await browser.go(address('/page/profile'));
  expect(await browser.until(bioIs, [text])).toBe(true);
});

test('signs out, and in again as somebody else', async () => {
  const { browser, addresses } = walk;
  await anew('/page/profile');
  await browser.press('button', 'Account menu');
  await browser.press('[role="menuitem"]', 'Sign out');
  await browser.find('h1', 'Sign in');
  await signIn(browser, addresses, grace.email);
  const isThere = `return [...document.querySelectorAll('main input')].some((field) => field.value === arguments[0])`;
  expect(await browser.until(isThere, [grace.name])).toBe(true);
});

// Holds web-053.
test('edits a link and publishes it: the public page shows it', async () => {
  const { browser } = walk;
  await browser.press('button', 'Edit Play the games');
  await browser.fill('main input', 'Label', 'Devlog in WebKit');
  await browser.find('*', 'All edits saved');
  await browser.press('button', 'Publish');
  await browser.find('*', 'Published. Your card is up to date everywhere.');
  await browser.go(address('/@grace'));
  await browser.find('a', 'Devlog in WebKit');
  expect(await browser.sees('a', 'Play the games')).toBe(false);
});
