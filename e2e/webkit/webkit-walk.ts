import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { newStateDir, removeStateDir, startBackend, type Addresses, type Backend } from '../backend';
import { keys, WebKitBrowser, type WebKitPlace } from './webkit-browser';

/** All fans of a walk tip from one address. */
const env = { LIMIT_FACTOR: '1000' };

const place = JSON.parse(process.env['BUSKER_WEBKIT'] ?? 'null') as WebKitPlace | null;

interface WebKitWalk {
  readonly browser: WebKitBrowser;
  readonly addresses: Addresses;
  /** Another browser, of another person or program, perhaps with further arguments. It is closed after the test. */
  another(args?: readonly string[]): Promise<WebKitBrowser>;
  /** Stops the backend, does this, and starts it again at the same addresses. */
  whileAway(work: () => Promise<void>): Promise<void>;
}

/**
 * A backend of its own for the tests of one file, and a window of WebKit for all of them or for each. `browser` and `addresses` are known once
 * they run.
 */
export function webkitWalk(windowFor: 'the file' | 'each test' = 'the file'): WebKitWalk {
  let backend: Backend | null = null;
  let browser: WebKitBrowser | null = null;
  let others: WebKitBrowser[] = [];
  const open = async (args: readonly string[] = []) => {
    if (!place) throw new Error('`npm run webkit` starts these tests.');
    return WebKitBrowser.open(place, args);
  };
  const openFirst = async () => void (browser = await open());
  const closeFirst = async () => browser?.close();
  const started = <T>(part: T | null): T => {
    if (part) return part;
    throw new Error('This starts with the first test of its file.');
  };
  beforeAll(async () => {
    backend = await startBackend({ stateDir: await newStateDir(), env });
    if (windowFor === 'the file') await openFirst();
  });
  if (windowFor === 'each test') {
    beforeEach(openFirst);
    afterEach(closeFirst);
  }
  afterEach(async () => {
    for (const other of others) await other.close();
    others = [];
  });
  afterAll(async () => {
    if (windowFor === 'the file') await closeFirst();
    await backend?.stop();
    if (backend) await removeStateDir(backend.stateDir);
  });
  return {
    get browser() {
      return started(browser);
    },
    get addresses() {
      return started(backend).addresses;
    },
    async another(args) {
      const other = await open(args);
      others.push(other);
      return other;
    },
    async whileAway(work) {
      const running = started(backend);
      const { addresses, stateDir } = running;
      await running.stop();
      await work();
      backend = await startBackend({ stateDir, addresses, env });
    },
  };
}

/** Signs in with the keyboard. */
export async function signIn(browser: WebKitBrowser, { app }: Addresses, email: string): Promise<void> {
  await browser.go(`${app}/sign-in`);
  await browser.fill('input', 'Email', email);
  await browser.fill('input', 'Password', 'busker-demo');
  await browser.type(keys.enter);
  await browser.find('h1', 'Profile', 30_000);
}
