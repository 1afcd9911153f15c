import { fileURLToPath } from 'node:url';
import { Config } from 'firebase-tools/lib/config.js';
import { hostingConfig } from 'firebase-tools/lib/hosting/config.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgeCache } from '../local/edge/edge-cache';
import { adasScenario, adaToken, bearerOf } from '../functions/testing/ada';
import { asked, fileRows, missingRows, never, pageRows, profileRows } from './verify/caching-table';
import { firebaseConfig } from './firebase-config';
import { startHostingMatcher, type HostingMatcher } from './hosting-matcher';

// What reaches browsers and the edge through Hosting's own matching, with the real app behind it: a row of firebase.json could replace what the
// function says about its answer.

/** The edge forgets soon that a file is missing. */
const shortly = 'public, max-age=0, s-maxage=10';
const cwd = fileURLToPath(new URL('..', import.meta.url));
const files = [
  'index.html',
  'overlay.html',
  '404.html',
  'busker-config.json',
  'app.webmanifest',
  'icons/busker-192.png',
  'push-worker.js',
  'assets/main.js',
  'embed/v1.js',
  'embed/next.js',
  'embed/0.1.0/busker.js',
  'embed/versions.json',
];
let site: HostingMatcher;
beforeAll(async () => {
  const built = { embed: ['0.1.0/busker.js'], assets: ['main.js'] };
  const config = new Config(firebaseConfig({ files: built }), { cwd, projectDir: cwd });
  const [hosting] = hostingConfig({
    config,
    project: 'demo-busker',
    projectId: 'demo-busker',
    site: 'demo-busker',
    cwd,
  });
  const { app, deps } = await adasScenario();
  for (const name of ['embed/0.0.9/busker.js', 'assets/old-Fa9yc3EG.js', 'embed/0.1.0/busker.js'])
    deps.earlierFiles.files.set(name, Buffer.from('as it was'));
  site = await startHostingMatcher(hosting ?? {}, files, app);
});
afterAll(() => site.close());

const caching = async (path: string, init?: RequestInit) => {
  const { status, headers } = await site.answer(path, init);
  return [status, headers.get('cache-control')];
};

/** Hosting's edge before all of this. */
const behindEdge = () =>
  edgeCache(
    {
      fetch: async ({ url }) => {
        const { status, by, headers } = await site.answer(new URL(url).pathname + new URL(url).search);
        return new Response(by, { status, headers });
      },
    },
    () => 0,
  );

const rows = [
  ...fileRows({ version: '0.1.0', asset: '/assets/main.js' }),
  ...profileRows('ada'),
  ...pageRows,
  ...missingRows,
];

describe('what the edge of Hosting keeps of the functions', () => {
  it.each([...profileRows('ada'), ...pageRows, ...missingRows])(
    '$path with status $status: $keeps',
    async ({ path, keeps }) => {
      const edge = behindEdge();
      const request = () => edge.fetch(new Request(`https://busker.test${path}`));
      await request();
      await request();
      expect(edge.counts.hits).toBe(keeps === never ? 0 : 1);
    },
  );
});

// `npm run verify` checks the same rows on a live site.
describe('how long a response of Hosting may be cached', () => {
  // Holds host-026.
  it.each(rows)('$path with status $status: $keeps', async ({ path, status, keeps }) => {
    expect(await caching(path)).toEqual([status, keeps]);
  });

  // Holds host-155.
  it.each(['/embed/0.0.9/busker.js', '/assets/old-Fa9yc3EG.js'])(
    '%s, which only an earlier release had, comes from the bucket and is kept for a year, and the edge asks once',
    async (path) => {
      expect(await caching(path)).toEqual([200, 'public, max-age=31536000, immutable']);
      expect((await site.answer(path)).by).toBe('as it was');
      const edge = behindEdge();
      for (let time = 0; time < 3; time += 1) await edge.fetch(new Request(`https://busker.test${path}`));
      expect(edge.counts).toMatchObject({ hits: 2, misses: 1 });
    },
  );

  it.each([
    ['/embed/9.9.9/x.js', shortly],
    ['/embed/9.9.9/icons/x.svg', shortly],
    ['/embed/0.1.0/x.js', shortly],
    ['/embed/0.1.0/%2e%2e%2fsecret', shortly],
    ['/embed/none.js', asked],
    ['/assets/main-Other123.js', shortly],
    [`/img/${'0'.repeat(64)}`, never],
  ])('%s, which is missing, is not kept for a year', async (path, keeps) => {
    expect(await caching(path)).toEqual([404, keeps]);
  });

  it.each([
    // In this test no schedule has run.
    ['/ready', 503, {}],
    ['/v1/handles/ada', 200, { headers: bearerOf(adaToken) }],
    ['/v1/me/export.csv', 200, { headers: bearerOf(adaToken) }],
    ['/v1/me/export.csv', 401, {}],
    [
      '/v1/tip-sessions',
      422,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
    ['/v1/tips', 415, { method: 'POST', body: '{}' }],
    ['/v1/events', 204, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['/v1/stripe/webhook', 400, { method: 'POST', body: '{}' }],
  ] as const)('%s with status %i is kept by nobody', async (path, status, init) => {
    expect(await caching(path, init)).toEqual([status, never]);
  });
});
