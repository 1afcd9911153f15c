import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { defaultTipSettings, type Draft } from '@busker/core/profile/draft';
import { framePatience } from '@busker/widget/frames/watch-frame';
import { newStateDir, removeStateDir, startBackend, type Addresses, type Backend } from './backend';
import { withoutMediaCommand } from './firefox';
import { newTenant, type Tenant, type WantedTenant } from './tenant';

/** How many times slower each page computes; 1 unless asked for by `npm run hunt -- browser 4`. */
const times = Number(process.env['BUSKER_SLOW_BROWSER'] ?? '1');

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** A test that depends on timing fails here more often than on a fast machine. */
function slowDown(context: BrowserContext): void {
  if (times === 1) return;
  // The page may be closed already.
  context.on('page', (page) => void slow(page).catch(() => {}));
}

export { expect };

/** Errors of a page, with its address. */
interface Complaints {
  /** Allows errors that the test causes itself (a declined card answers 402, and the console prints that). */
  expected(pattern: RegExp): void;
}

/** The backend that all tests of a run share (e2e/global-setup.ts), for `test.beforeAll`; a test has the fixture `busker`. */
function addressesOfRun(): Addresses {
  return JSON.parse(process.env['BUSKER_E2E_ADDRESSES'] ?? 'null') as Addresses;
}

/**
 * Allowed in each test: one of an owner's tabs holds the lease of the shared cache, and after five slow seconds another tab takes it. The
 * SDK prints an error and continues. May go with github.com/firebase/firebase-js-sdk/issues/5890.
 */
const leadHandedOver = /Failed to obtain primary lease/;

/** In Firefox, a picture that Playwright takes puts the style `body {}` into every frame, and names its hash where the frame's policy refuses it. */
const styleOfPictures = /sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/;

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
      const expectedOnes = [leadHandedOver, styleOfPictures];
      context.on('page', (page) => listen(page, errors));
      await provide({ expected: (pattern) => void expectedOnes.push(pattern) });
      expect(errors.filter((complaint) => !expectedOnes.some((pattern) => pattern.test(complaint)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** An owner for the tests of one file, on the backend that all tests share. Everything but the name is known once the tests run. */
export interface OwnOwner extends Tenant {
  readonly account: string;
  readonly addresses: Addresses;
  /** The plain example page, with this owner's card. */
  readonly site: string;
}

/**
 * Makes an owner before the tests of a file, for tests that change what the tests of others see. Playwright makes one for each worker that runs tests of
 * the file.
 * @param prepare what the owner needs before the first test
 */
export function ownOwner(wanted: WantedTenant = {}, prepare?: (owner: OwnOwner) => Promise<void>): OwnOwner {
  let made: Tenant | null = null;
  const tenant = (): Tenant => {
    if (made) return made;
    throw new Error('The owner of this file is made before its first test.');
  };
  const owner: OwnOwner = {
    name: wanted.name ?? 'Tess Tenant',
    get addresses() {
      return addressesOfRun();
    },
    get site() {
      return `${addressesOfRun().examples}/@${tenant().handle}/plain-html/`;
    },
    get email() {
      return tenant().email;
    },
    get password() {
      return tenant().password;
    },
    get uid() {
      return tenant().uid;
    },
    get handle() {
      return tenant().handle;
    },
    get account() {
      const { account } = tenant();
      if (account === null) throw new Error('The owner of this file has not connected payments.');
      return account;
    },
  };
  test.beforeAll(async () => {
    made = await newTenant(addressesOfRun(), wanted);
    await prepare?.(owner);
  });
  return owner;
}

/** Part of a draft: fans can give every month and every year. */
export const offersMonthly: Partial<Draft> = {
  tips: {
    ...defaultTipSettings,
    monthly: { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } },
  },
};

interface OwnBackend {
  /** Known once the tests run. */
  readonly addresses: Addresses;
}

/**
 * Starts a backend with these environment variables for the tests of one file and stops it after them. A start takes several seconds of computing, and
 * Playwright starts one for each worker that runs tests of the file: for what an owner of one's own (`ownOwner`) cannot do, such as other limits.
 */
export function ownBackend(env: Readonly<Record<string, string>>): OwnBackend {
  let backend: Backend | null = null;
  const started = (): Backend => {
    if (backend) return backend;
    throw new Error('The backend of this file starts with its first test.');
  };
  test.beforeAll(async () => {
    backend = await startBackend({ stateDir: await newStateDir(), env });
  });
  test.afterAll(async () => {
    await started().stop();
    await removeStateDir(started().stateDir);
  });
  return {
    get addresses() {
      return started().addresses;
    },
  };
}
