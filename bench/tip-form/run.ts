import { createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { findChromium } from '@busker/emulators/find-chromium';
import { adasScenario, type Scenario } from '@busker/functions/testing/ada';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { links, startSocksLink } from '../card/socks-link';

const blank = '/blank';
const form = '/@ada/tip?amount=500&cur=usd&at=hat';
const host = 'page.localhost';

/** A page with one line of text, its style in itself: what a phone needs for any page at all. */
const blankPage =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Blank</title><p>Blank</p></html>';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

async function answered({ app }: Scenario, path: string): Promise<Answered> {
  const answer =
    path === blank
      ? new Response(blankPage, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      : await app.request(path);
  const type = answer.headers.get('content-type') ?? '';
  // The policy decides whether the style inside the page counts.
  const policy = answer.headers.get('content-security-policy') ?? '';
  const headers = { 'content-type': type, 'content-security-policy': policy };
  const body = new Uint8Array(await answer.arrayBuffer());
  return /^(?:image|font)\/(?!svg)/.test(type)
    ? { status: answer.status, headers, body }
    : {
        status: answer.status,
        headers: { ...headers, 'content-encoding': 'br' },
        body: brotliCompressSync(body),
      };
}

/** The pages as the edge sends them: made once, and texts with Brotli. It counts the bytes of the bodies. */
export async function servePages(scenario: Scenario) {
  let sent = 0;
  const kept = new Map<string, Promise<Answered>>();
  const server: Server = createServer(({ url = '/' }, response) => {
    const answer = kept.get(url) ?? answered(scenario, url);
    kept.set(url, answer);
    void answer.then(({ status, headers, body }) => {
      sent += body.length;
      response.writeHead(status, headers).end(body);
    });
  });
  const port = await listenOnLoopback(server, 0, { name: 'the pages' });
  /** Bytes since the last question. */
  const bytes = () => {
    const all = sent;
    sent = 0;
    return all;
  };
  return { port, bytes, close: () => closeServer(server) };
}

export interface Visit {
  /** The first contentful paint, in milliseconds. */
  readonly paint: number;
  /** What has moved by itself (web.dev/articles/cls). */
  readonly shift: number;
  /** Names of other servers that were asked for. */
  readonly foreign: number;
}

/** A phone: a small screen, a processor four times slower, no cache. */
async function look(browser: Browser, path: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
  const foreign = new Set<string>();
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== host) foreign.add(hostname);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`http://${host}${path}`, { waitUntil: 'networkidle' });
  const seen = await page.evaluate(async () => {
    const moved = await new Promise<PerformanceEntryList>((done) => {
      new PerformanceObserver((list) => done(list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
      setTimeout(() => done([]), 500);
    });
    const shift = moved.reduce(
      (sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value,
      0,
    );
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { paint: first?.startTime ?? Number.NaN, shift };
  });
  return { ...seen, foreign: foreign.size };
}

/** A visit on slow 4G. */
export async function visit(port: number, path: string): Promise<Visit> {
  const { executablePath, args } = await findChromium();
  const link = await startSocksLink(links['slow 4G'], { [host]: port });
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    // Browsers accept Brotli only under `localhost` and over TLS, so loopback requests must go through the proxy too.
    proxy: { bypass: '<-loopback>', server: `socks5://127.0.0.1:${link.port}` },
  });
  try {
    return await look(browser, path);
  } finally {
    await browser.close();
    await link.close();
  }
}

/** The tip form that a printed code opens, beside a page with one line of text, on slow 4G. The visits alternate. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const pages = await servePages(await adasScenario());
  const paints: Record<'blank' | 'form', number[]> = { blank: [], form: [] };
  let weight = 0;
  try {
    const rounds = quick ? 3 : 15;
    for (let round = 1; round <= rounds; round += 1) {
      paints.blank.push((await visit(pages.port, blank)).paint);
      pages.bytes();
      paints.form.push((await visit(pages.port, form)).paint);
      weight = Math.max(weight, pages.bytes());
      log(`tip-form: round ${round} of ${rounds}`);
    }
  } finally {
    await pages.close();
  }
  const [one, other] = [median(paints.form), median(paints.blank)];
  return [
    { what: 'tip form, first paint on slow 4G', value: one, unit: 'ms', atMost: null },
    { what: 'a page with one line of text, the same', value: other, unit: 'ms', atMost: null },
    { what: 'first paint, form / one line', value: one / other, unit: 'ratio', atMost: 1.15 },
    { what: 'everything that the form loads, Brotli', value: weight / 1000, unit: 'kB', atMost: 30 },
  ];
}
