import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Addresses } from './backend';
import { withoutMediaCommand } from './firefox';
import { slowDown } from './slow-browser';

export { expect };

/** What a page complained about, and where. */
interface Complaints {
  /** Lets a test say which complaints belong to its story (a declined card answers 402, which the console notes). */
  expected(pattern: RegExp): void;
}

function addressesOfRun(): Addresses {
  return JSON.parse(process.env['BUSKER_E2E_ADDRESSES'] ?? 'null') as Addresses;
}

/**
 * Belongs to no story: of two tabs of an owner one leads (holds the lease of the shared cache), and a leading tab that is slow for five seconds
 * is followed by the other. The SDK notes it as an error and goes on. May go with github.com/firebase/firebase-js-sdk/issues/5890.
 */
const leadHandedOver = /Failed to obtain primary lease/;

/** Every page of a test is listened to: an error that nobody sees is still an error. */
function listen(page: Page, heard: string[]): void {
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${message.location().url}: ${message.text()}`);
  });
}

/** Milliseconds after which the card gives up a frame that does not come (widget/payment/stripe-surface.ts, widget/challenge/frame-challenge.ts). */
const patience = 8_000;

function setLongTimers(usual: number): void {
  // The dashboard is none of the card's pages, and Firebase's SDK waits as long for a closed window.
  if (location.hostname === 'localhost' && !location.pathname.startsWith('/@')) return;
  const set = window.setTimeout;
  const longer = (act: TimerHandler, delay?: number, ...rest: unknown[]) =>
    set(act, delay === usual ? 100_000 : delay, ...rest);
  Object.assign(window, { setTimeout: longer });
}

/** On a machine that is busy with other things a frame may take longer than any fan would wait; that is no failure of a test about something else. */
export const waitLongForFrames = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(setLongTimers, patience);

export const test = base.extend<{ busker: Addresses; complaints: Complaints }, { browser: Browser }>({
  browser: [
    async ({ browser }, provide) => {
      if (browser.browserType().name() === 'firefox') withoutMediaCommand(browser);
      await provide(browser);
    },
    { scope: 'worker' },
  ],

  context: async ({ context }, provide) => {
    await waitLongForFrames(context);
    slowDown(context);
    await provide(context);
  },

  busker: async ({ browserName: _any }, provide) => provide(addressesOfRun()),

  complaints: [
    async ({ context }, provide) => {
      const heard: string[] = [];
      const expectedOnes = [leadHandedOver];
      context.on('page', (page) => listen(page, heard));
      await provide({ expected: (pattern) => void expectedOnes.push(pattern) });
      expect(heard.filter((complaint) => !expectedOnes.some((pattern) => pattern.test(complaint)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});
