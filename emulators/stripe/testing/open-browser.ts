import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '@busker/emulators/launch-browser';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';

/** The real loader of @stripe/stripe-js as a global function of the page. */
const ENTRY = `import { loadStripe } from '@stripe/stripe-js/pure'; window.loadStripe = loadStripe;`;

async function loaderScript(): Promise<string> {
  const entry = 'stripe-loader';
  const output = await build({
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? ENTRY : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('esbuild returned no output for the loader.');
  return chunk.code;
}

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page. */
  readonly pageProblems: readonly string[];
}

/** A real browser and a shop page of another origin, with the given HTML after the scripts. */
export async function openBrowser(stripeJsUrl: string) {
  const loader = await loaderScript();
  let html = '';
  let headers: Record<string, string> = {};
  const shop = createServer((request, response) => {
    if (request.url === '/loader.js')
      return response.setHeader('content-type', 'text/javascript').end(loader);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const scripts = `<script src="${stripeJsUrl}"></script><script src="/loader.js"></script>`;
    return response.end(`<!doctype html><title>Shop</title><main><h1>Shop</h1>${html}</main>${scripts}`);
  });
  const port = await listenOnLoopback(shop, 0, { name: 'the shop' });
  const browser = await launchBrowser();
  return {
    async open(
      body: string,
      options: { headers?: Record<string, string>; locale?: string; host?: string } = {},
    ): Promise<OpenPage> {
      html = body;
      headers = options.headers ?? {};
      const context = await browser.newContext({ locale: options.locale ?? 'en-US' });
      const page = await context.newPage();
      const pageProblems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning' || message.type() === 'error') pageProblems.push(message.text());
      });
      page.on('pageerror', (problem) => pageProblems.push(problem.message));
      await page.goto(`http://${options.host ?? '127.0.0.1'}:${port}/`);
      return { page, pageProblems };
    },
    async close() {
      await browser.close();
      await closeServer(shop);
    },
  };
}
