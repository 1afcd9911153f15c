import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && browser && backend)
      console.log(await networkOf(browser, backend.addresses).catch(String));
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

/**
 * What each server answers to this process and to the page, and the browser's connections to it: a page that waits for ever waits for one of
 * them. WebKitGTK opens at most 6 to a server. Here until the walk is understood that once in some ten runs on a busy machine waits for the
 * sign-in after five loads that were left at once.
 */
async function networkOf(browser: WebKitBrowser, addresses: Addresses): Promise<string> {
  const { stdout } = await promisify(execFile)('ss', ['-tanpH']).catch(() => ({ stdout: '' }));
  const ofBrowser = stdout.split('\n').filter((line) => line.includes('WebKit'));
  const lines = Object.entries(addresses).map(async ([name, address]) => {
    const open = ofBrowser.flatMap((line) => {
      const [state = '', , , , peer = ''] = line.trim().split(/\s+/);
      return peer.endsWith(`:${new URL(address).port}`) ? [state] : [];
    });
    const answer = await fetch(address, { signal: AbortSignal.timeout(3000) }).then(
      ({ status }) => String(status),
      String,
    );
    const inPage = await browser.run<string>(
      `return Promise.race([
         fetch(arguments[0], { mode: 'no-cors' }).then(() => 'an answer', String),
         new Promise((resolve) => setTimeout(resolve, 3000, 'no answer')),
       ])`,
      address,
    );
    return `  ${name}: ${answer}, in the page ${inPage}, ${open.length} connections ${open.join(' ')}`;
  });
  return ['The network of this walk:', ...(await Promise.all(lines))].join('\n');
}

/** Signs in with the keyboard. */
export async function signIn(browser: WebKitBrowser, { app }: Addresses, email: string): Promise<void> {
  await browser.go(`${app}/sign-in`);
  await browser.fill('input', 'Email', email);
  await browser.fill('input', 'Password', 'busker-demo');
  await browser.type(keys.enter);
  await browser.find('h1', 'Profile', 30_000);
}
