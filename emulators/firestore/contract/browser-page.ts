import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { launchBrowser } from '@busker/emulators/launch-browser';
import { build } from 'vite';

/** Exposes the SDK's browser build as `window.sdk`. */
const entryFor = (modules: readonly string[]): string =>
  `${modules.map((name, i) => `import * as m${i} from '${name}';`).join(' ')}
window.sdk = { ${modules.map((_name, i) => `...m${i}`).join(', ')} };`;

async function bundle(modules: readonly string[]): Promise<string> {
  const entry = 'virtual-entry';
  const result = await build({
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? entryFor(modules) : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: entry, output: { format: 'iife' }, preserveEntrySignatures: false },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (output === undefined || !('output' in output)) throw new Error('esbuild returned no output');
  const chunk = output.output.find((part) => part.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the esbuild output has no chunk');
  return chunk.code;
}

export interface BrowserPages {
  open(): Promise<Page>;
  readonly origin: string;
  close(): Promise<void>;
}

/** Pages with the real SDK in a real browser. */
export async function browserPages(
  modules: readonly string[] = ['firebase/app', 'firebase/firestore'],
): Promise<BrowserPages> {
  const script = await bundle(modules);
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>page</title><script src="/sdk.js"></script>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  const context = await browser.newContext();
  return {
    origin,
    async open() {
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
