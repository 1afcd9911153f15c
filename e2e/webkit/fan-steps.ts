import { once } from 'node:events';
import { createServer } from 'node:http';
import { en, enTip } from '../card-texts';
import type { Addresses } from '../backend';
import { cards } from '../steps';
import type { Tenant } from '../tenant';
import { keys, type WebKitBrowser, type WebKitElement } from './webkit-browser';

/** The plain example page, with this owner's card. */
export const siteOf = ({ handle }: Tenant, { examples }: Addresses): string =>
  `${examples}/@${handle}/plain-html/`;

/** Opens the sheet of the card on a page, with these attributes of the card. */
export async function openTipSheet(
  browser: WebKitBrowser,
  site: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await browser.go(site);
  await browser.find('button', en.sendTip);
  await browser.run(
    `for (const [name, value] of Object.entries(arguments[0])) document.querySelector('busker-card').setAttribute(name, value)`,
    attributes,
  );
  await browser.press('button', en.sendTip);
}

/**
 * Chooses an amount, and waits for the card form, which opens below the fan's message and moves what follows down, such as the Pay button. The driver
 * presses within milliseconds of looking where something is: while that moves, it would press what has come to its place.
 */
export async function chooseAmount(browser: WebKitBrowser, amount: string): Promise<void> {
  await browser.press('label', amount);
  await browser.find('.card-form[aria-busy="false"]', '', 30_000);
}

/** Fills the card form, which is a frame of another origin. */
export async function typeCard(browser: WebKitBrowser, number: string): Promise<void> {
  const frame = await browser.find('busker-card > [slot] iframe', '', 30_000);
  for (const [name, text] of [
    ['Card number', number.replaceAll(' ', '')],
    ['Expiration date', '1234'],
    ['Security code', '123'],
    ['ZIP code', '10001'],
  ] as const) {
    await browser.pressInFrame(frame, 'input', name);
    // Replaces what an earlier card has left there.
    await browser.intoFrame(frame);
    await browser.run('document.activeElement.select()');
    await browser.toPage();
    await browser.type(text);
  }
}

/** On the page of Stripe, with a card that works. */
export async function payAtStripe(browser: WebKitBrowser): Promise<void> {
  for (const [name, text] of [
    ['Email', 'zoe@example.com'],
    ['Card number', '4242424242424242'],
    ['Expiration', '1234'],
    ['Security code', '123'],
    ['ZIP', '12345'],
  ] as const)
    await browser.fill('input', name, text);
  await browser.type(keys.enter);
}

export const thanked = (browser: WebKitBrowser): Promise<WebKitElement> =>
  browser.find(':is(h1, h2, h3)', enTip.thankYou, 60_000);

interface Given {
  readonly amount: string;
  readonly name: string;
  readonly message?: string;
}

/** A fan tips an owner by card on a page of another site. */
export async function tipFrom(
  browser: WebKitBrowser,
  site: string,
  { amount, name, message }: Given,
): Promise<void> {
  await openTipSheet(browser, site);
  await chooseAmount(browser, amount);
  await browser.fill('input', enTip.yourName, name);
  if (message !== undefined) await browser.fill('textarea, input', enTip.message, message);
  await typeCard(browser, cards.good);
  await browser.press('button', enTip.pay(amount));
  await thanked(browser);
}

/** A page of another site with this in its head, and an owner's card. */
export async function servePage(
  { handle }: Tenant,
  { app }: Addresses,
  head: string,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><head><title>A site</title>${head}
      <script type="module" async src="${app}/embed/v1.js"></script></head>
      <body><busker-card profile="${handle}" style="display: block; min-height: 577px"></busker-card></body></html>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
