import { devices, type Browser } from '@playwright/test';
import { firstInstalled } from '@busker/emulators/find-chromium';

const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Where Firefox is on this machine; null when it is not. */
export const firefoxPath: string | null =
  process.env['FIREFOX_PATH'] ?? firstInstalled(process.env, ['firefox-esr', 'firefox'], applications);

/** Why a test in Firefox is skipped. */
export const noFirefox =
  'No Firefox on this machine: install firefox-esr or firefox, or set FIREFOX_PATH to one.';

/** In its usual mode, Playwright 1.65 taps a cross-site frame at the wrong position: without the frame's offset in the page. */
export const firefoxPreferences = { 'fission.webContentIsolationStrategy': 0 };

/** The fonts and libraries of the Chromium from npm are not Firefox's: with them it draws no letters here. */
const { FONTCONFIG_FILE: _fonts, LD_LIBRARY_PATH: _libraries, ...ownEnvironment } = process.env;

/** Settings of tests that run in the Firefox of this machine, over WebDriver BiDi. */
export const inFirefox = {
  ...devices['Desktop Firefox'],
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions:
    firefoxPath === null
      ? {}
      : {
          executablePath: firefoxPath,
          args: [],
          env: ownEnvironment as Readonly<Record<string, string>>,
          firefoxUserPrefs: firefoxPreferences,
        },
  // Traces are made with commands that Firefox does not have.
  trace: 'off',
} as const;

type Send = (this: unknown, method: string, params?: unknown) => Promise<unknown>;

interface Internals {
  readonly _connection: {
    readonly toImpl: (browser: unknown) => { readonly _browserSession: object };
  };
}

const unknownCommand = 'emulation.setMediaFeaturesOverride';
const mended = new WeakSet<object>();

/**
 * Playwright 1.65 sends this command for each new context, whatever its settings, and Firefox 153 ESR does not have it:
 * no context could be made. May go when the oldest Firefox that we test has it.
 */
export function withoutMediaCommand(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Internals)._connection.toImpl(browser);
  const session = Object.getPrototypeOf(_browserSession) as { send: Send };
  if (mended.has(session)) return;
  mended.add(session);
  const { send } = session;
  session.send = function skipping(method, params) {
    return method === unknownCommand ? Promise.resolve({}) : send.call(this, method, params);
  };
}
