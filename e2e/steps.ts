import {
  expect,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Addresses } from './backend';
import { en, enTip } from './card-texts';
import { waitLongForFrames, type OwnOwner } from './fixtures';
import { openHostPage } from './host-page';
import { tagOf, type Tenant } from './tenant';

/** Test cards of the sandbox: any future date, any security code. */
export const cards = {
  good: '4242 4242 4242 4242',
  /** Its money is on the balance at once, without two days of waiting. */
  atOnce: '4000 0000 0000 0077',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0027 6000 3184',
} as const;

export const ada = { email: 'ada@example.com', password: 'busker-demo', name: 'Ada Lind' } as const;
export const grace = { email: 'grace@example.com', password: 'busker-demo', name: 'Grace Mori' } as const;

/** The origins of all requests from now on, in order. `data:` URLs have no origin. */
export function originsAsked(context: BrowserContext): () => string[] {
  const origins = new Set<string>();
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  return () => [...origins].filter((origin) => origin !== 'null').toSorted();
}

export async function signIn(
  page: Page,
  busker: Addresses,
  owner: { email: string; password: string },
): Promise<void> {
  await page.goto(`${busker.app}/sign-in`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
}

/** Opens a screen as an owner does: its place in the menu, then its tab. */
export async function openScreen(page: Page, place: string, tab?: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
  if (tab === undefined) return;
  const tabs = page.getByRole('navigation', { name: place, exact: true });
  await tabs.getByRole('link', { name: tab, exact: true }).click();
}

/** Opens the sheet of the page's card, as a tap on "Send a tip" does. */
export async function openTipSheet(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: en.sendTip }).click();
  const sheet = page.getByRole('dialog', { name: enTip.title(name) });
  await sheetAtRest(sheet);
  return sheet;
}

/** The sheet rises when it opens: a forced click on a moving field misses it. */
export async function sheetAtRest(sheet: Locator): Promise<void> {
  const handle = await sheet.elementHandle();
  await handle?.waitForElementState('stable');
}

/** The card form of the payment provider: a frame of another origin in the page. */
export function cardForm(page: Page): FrameLocator {
  return page.frameLocator('busker-card > [slot] iframe');
}

export async function typeCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('ZIP code').fill('10001');
}

/** A new fan with this name tips Ada five dollars by card on the plain example page. */
export async function tipOnPlainPage(
  browser: Browser,
  busker: Addresses,
  name: string,
  card: string = cards.good,
): Promise<void> {
  await asFan(browser, async (fan) => {
    await fan.goto(`${busker.examples}/plain-html/`);
    await tipFiveDollars(fan, ada.name, name, card);
  });
}

/** A new fan with this name tips an owner five dollars by card on a page of another site. */
export async function tipFrom(
  browser: Browser,
  busker: Addresses,
  owner: Tenant,
  name: string,
): Promise<void> {
  await asFan(browser, async (fan) => {
    await openHostPage(fan, busker, { body: tagOf(owner, busker) });
    await tipFiveDollars(fan, owner.name, name, cards.good);
  });
}

async function asFan(browser: Browser, act: (fan: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await waitLongForFrames(context);
  await act(await context.newPage());
  await context.close();
}

async function tipFiveDollars(fan: Page, owner: string, name: string, card: string): Promise<void> {
  const sheet = await openTipSheet(fan, owner);
  await sheet.getByRole('radio', { name: '$5.00' }).check({ force: true });
  await sheet.getByRole('textbox', { name: enTip.yourName }).fill(name);
  await typeCard(fan, card);
  await sheet.getByRole('button', { name: 'Pay $5.00' }).click();
  await expect(fan.getByRole('heading', { name: enTip.thankYou })).toBeVisible();
}

/** On the page of Stripe, with a card that works. */
export async function payAtStripe(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('zoe@example.com');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration').fill('1234');
  await page.getByLabel('Security code').fill('123');
  const zip = page.getByLabel('ZIP');
  if (await zip.isVisible()) await zip.fill('12345');
  await page.keyboard.press('Enter');
}

/** The link of the receipt to which Stripe's page has led this browser: with the token of the tip in its fragment. */
export async function receiptLink(page: Page): Promise<string> {
  const token = await page.locator('#words input[name="token"]').inputValue();
  return `${new URL(page.url()).pathname}#${token}`;
}

interface WithAddresses {
  readonly addresses: Addresses;
}
interface WithAccount extends WithAddresses {
  readonly account: string;
}

/** Uses one of the sandbox's controls; its answer. */
export async function control({ addresses }: WithAddresses, name: string, body: object): Promise<unknown> {
  const answer = await fetch(`${addresses.stripe}/__sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Changes an owner's account in the sandbox: the name of one of its controls, and what that control takes. */
export async function atStripe(owner: WithAccount, name: string, body: object): Promise<void> {
  await control(owner, name, { account: owner.account, ...body });
}

/** The owner's account has this currency and these ways to pay, and the profile knows the currency. */
export async function accountHas(owner: OwnOwner, currency: string, types: readonly string[]): Promise<void> {
  for (const type of types) await atStripe(owner, 'accounts/way', { type, status: 'active' });
  await atStripe(owner, 'accounts/currency', { currency });
  const known = async () => {
    const answer = await fetch(`${owner.addresses.app}/v1/profiles/${owner.handle}`);
    return ((await answer.json()) as { tips: { currency?: string } }).tips.currency;
  };
  await expect.poll(known).toBe(currency);
}
