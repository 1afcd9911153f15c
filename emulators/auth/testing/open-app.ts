import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '@busker/emulators/find-chromium';
import { closeServer, isLoopbackHost, listenOnLoopback } from '@busker/emulators/loopback';
import { googleApiPath } from '../pages/serve-page';

/** The browser build of the SDK on `window.sdk`, connected to the emulator as `window.auth`. */
const entryCode = (authPort: number): string => `
import * as app from 'firebase/app'; import * as auth from 'firebase/auth';
window.sdk = auth;
const resolver = { popupRedirectResolver: auth.browserPopupRedirectResolver };
window.auth = auth.initializeAuth(app.initializeApp({ apiKey: 'local', authDomain: 'localhost:${authPort}', projectId: 'demo-busker' }),
  { persistence: auth.browserLocalPersistence, ...resolver });
auth.connectAuthEmulator(window.auth, 'http://localhost:${authPort}', { disableWarnings: true });`;

async function appScript(authPort: number): Promise<string> {
  const entry = 'app-entry';
  const output = await build({
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? entryCode(authPort) : null),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: entry } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('The page was not built.');
  return chunk.code;
}

export interface OpenApp {
  /** `http://localhost:…`, which serves a page with the SDK at every path. */
  readonly url: string;
  /** Requested URLs of other machines. They are not answered. */
  readonly foreign: readonly string[];
  /** A new browser context: no user is signed in. */
  person(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A local app with Firebase's web SDK, in a real browser without internet access. */
export async function openApp(authPort: number): Promise<OpenApp> {
  const script = await appScript(authPort);
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    // The dashboard has the same header: pop-ups keep their opener.
    response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups');
    response.end(
      isScript
        ? script
        : `<!doctype html><title>App</title><link rel="icon" href="data:,">
           <script src="http://localhost:${authPort}${googleApiPath}" defer></script>
           <script type="module" src="/app.js"></script><button id="captcha">Send</button>`,
    );
  });
  const port = await listenOnLoopback(server, 0, { name: 'the app' });
  const browser = await launchBrowser();
  const foreign: string[] = [];
  return {
    url: `http://localhost:${port}`,
    foreign,
    async person() {
      const context = await browser.newContext({ locale: 'en-US' });
      context.setDefaultTimeout(15_000);
      await context.route(
        ({ protocol, hostname }) => /^https?:$/.test(protocol) && !isLoopbackHost(hostname),
        (route) => {
          foreign.push(route.request().url());
          return route.abort();
        },
      );
      return context;
    },
    async close() {
      await browser.close();
      await closeServer(server);
    },
  };
}

/** A tab with the app, after the SDK is ready. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => 'auth' in window);
  return page;
}
