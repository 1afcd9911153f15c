import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Addresses } from './backend';
import { withoutMediaCommand } from './firefox';
import { framePatience } from '../widget/frames/watch-frame';
import { slowDown } from './slow-browser';
import { newTenant, type Tenant, type WantedTenant } from './tenant';

export { expect };

/** Errors of a page, with its address. */
interface Complaints {
  /** Allows errors that the test causes itself (a declined card answers 402, and the console prints that). */
  expected(pattern: RegExp): void;
}

/** The backend that all tests of a run share (e2e/global-setup.ts), for `test.beforeAll`; a test has the fixture `busker`. */
export function addressesOfRun(): Addresses {
  return JSON.parse(process.env['BUSKER_E2E_ADDRESSES'] ?? 'null') as Addresses;
}

/**
 * Allowed in each test: one of an owner's tabs holds the lease of the shared cache, and after five slow seconds another tab takes it. The
 * SDK prints an error and continues. May go with github.com/firebase/firebase-js-sdk/issues/5890.
 */
const leadHandedOver = /Failed to obtain primary lease/;

/** Collects the errors of each page of a test. */
function listen(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.location().url}: ${message.text()}`);
  });
}

/** Lengthens all timers whose duration is `usual`. */
function lengthenTimers(usual: number): void {
  // The dashboard is excluded: Firebase's SDK uses a timer of the same length for a closed window.
  if (location.hostname === 'localhost' && !location.pathname.startsWith('/@')) return;
  const set = window.setTimeout;
  const longer = (act: TimerHandler, delay?: number, ...rest: unknown[]) =>
    set(act, delay === usual ? 100_000 : delay, ...rest);
  Object.assign(window, { setTimeout: longer });
}

/** On a busy machine a frame may take longer than the card waits. Only the tests of that limit may fail then. */
export const waitLongForFrames = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(lengthenTimers, framePatience);

interface Fixtures {
  /** The backend that all tests share. A test changes only an owner of its own there (`tenant`). */
  readonly busker: Addresses;
  /** Makes an owner for this test. */
  readonly tenant: (wanted?: WantedTenant) => Promise<Tenant>;
  readonly complaints: Complaints;
}

export const test = base.extend<Fixtures, { browser: Browser }>({
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

  tenant: async ({ busker }, provide) => provide((wanted) => newTenant(busker, wanted)),

  complaints: [
    async ({ context }, provide) => {
      const errors: string[] = [];
      const expectedOnes = [leadHandedOver];
      context.on('page', (page) => listen(page, errors));
      await provide({ expected: (pattern) => void expectedOnes.push(pattern) });
      expect(errors.filter((complaint) => !expectedOnes.some((pattern) => pattern.test(complaint)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});
