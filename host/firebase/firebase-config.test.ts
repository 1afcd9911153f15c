import { Ajv } from 'ajv';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RE2JS } from 're2js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, hostedOrigins, routeHeaders, screens } from '@busker/core/web/route-headers';
import { styleHash } from '@busker/functions/pages/page-style';
import { adaToken, adasScenario, bearerOf } from '@busker/functions/testing/ada';
import { edgeCache } from '@busker/local/edge/edge-cache';
import { waitingInstances } from '../costs/list-prices';
import { firebaseConfig } from './firebase-config';
import { type HostingMatcher, fromFirebaseTools, startHostingMatcher } from './testing/from-firebase-tools';
import { asked, fileRows, missingRows, never, pageRows, profileRows } from '../verify/caching-table';

const { Config } = await fromFirebaseTools('lib/config.js');
const { FirestoreApi } = await fromFirebaseTools('lib/firestore/api.js');
const { hostingConfig } = await fromFirebaseTools('lib/hosting/config.js');
const { monthlyMinInstanceCost } = await fromFirebaseTools('lib/deploy/functions/pricing.js');

it.each(
  'africa-south1 asia-east1 asia-east2 asia-northeast1 asia-northeast2 asia-northeast3 asia-south1 asia-south2 asia-southeast1 asia-southeast2 australia-southeast1 australia-southeast2 europe-central2 europe-north1 europe-southwest1 europe-west1 europe-west2 europe-west3 europe-west4 europe-west6 europe-west8 europe-west9 europe-west10 europe-west12 me-central1 me-central2 me-west1 northamerica-northeast1 northamerica-northeast2 southamerica-east1 southamerica-west1 us-central1 us-east1 us-east4 us-east5 us-south1 us-west1 us-west2 us-west3 us-west4'.split(
    ' ',
  ),
)('the price of instances that wait in %s is that of firebase-tools', (region) => {
  const app = { platform: 'gcfv2', region, availableMemoryMb: 512, cpu: 1 } as const;
  for (const minInstances of [1, 3])
    expect(waitingInstances(region, minInstances)).toBeCloseTo(
      monthlyMinInstanceCost([{ ...app, minInstances }]),
      6,
    );
});

describe('firebase.json', () => {
  const file = new URL('../../firebase.json', import.meta.url);

  it('firebase.json is the table of headers and rewrites (npm run deploy -- --write-config makes it anew)', async () => {
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(firebaseConfig());
  });

  it('names rules and indexes that exist', async () => {
    const schema = v.object({
      firestore: v.object({ rules: v.string(), indexes: v.string() }),
      storage: v.object({ rules: v.string() }),
    });
    const { firestore, storage } = v.parse(schema, JSON.parse(await readFile(file, 'utf8')));
    for (const path of [firestore.rules, firestore.indexes, storage.rules])
      expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
  });

  it('rewrites every screen of the dashboard, also by an earlier address, and nothing else, to its page', async () => {
    const read = (name: string) => readFile(new URL(`../../dashboard/${name}`, import.meta.url), 'utf8');
    const screensNow = (await read('routes.tsx')).matchAll(
      /<Route path="\/([\w-]+)|'\/([\w-]+)[\w/-]*': (?:async|load)/g,
    );
    const earlier = (await read('navigation/addresses.ts')).matchAll(/^ {2}'\/([\w-]+)[^']*': '\//gm);
    const first = [...screensNow, ...earlier].map(([, name, listed = '']) => name ?? listed);
    expect(first.length).toBeGreaterThan(9);
    expect([...new Set(first)].toSorted()).toEqual(screens);
  });
});

describe('what firebase-tools reads', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(`${root}${file}`, 'utf8'));

  const hosting = () => {
    const [site] = hostingConfig({
      config: Config.load({ cwd: root, configPath: 'firebase.json' }),
      project: 'demo-busker',
      projectId: 'demo-busker',
      site: 'demo-busker',
      cwd: root,
    });
    if (!site) throw new Error('no site');
    return site;
  };

  describe('firebase deploy, as far as firebase-tools can tell without a network', () => {
    it('finds firebase.json to be what its schema asks for', async () => {
      const schema = (await json(
        'host/firebase/node_modules/firebase-tools/schema/firebase-config.json',
      )) as object;
      const validate = new Ajv({ strict: false, allowUnionTypes: true }).compile(schema);
      expect(validate(await json('firebase.json')), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ hosting: { public: 5 } })).toBe(false);
    });

    // Holds host-009.
    it('sends the address of views to their function and every other one to the app, and pins no revision', () => {
      const { site, rewrites } = hosting();
      expect(site).toBe('demo-busker');
      const toFunction = rewrites.filter((rewrite) => rewrite.function);
      expect(toFunction.map((rewrite) => rewrite.function)).toEqual([
        { functionId: 'count', region: 'us-central1' },
        { functionId: 'app', region: 'us-central1' },
        { functionId: 'app', region: 'us-central1' },
      ]);
    });

    it('writes rewrites that RE2 understands, which the service uses', () => {
      const { rewrites } = hosting();
      expect(rewrites).toHaveLength(5);
      for (const { regex = '' } of rewrites) expect(RE2JS.matches(regex, '/nothing'), regex).toBe(false);
      expect(() => RE2JS.compile('^(?!/embed/)')).toThrow('invalid');
    });

    it('accepts the indexes', async () => {
      const spec = await json('rules/firestore.indexes.json');
      expect(() => new FirestoreApi().validateSpec(spec)).not.toThrow();
      expect(() => new FirestoreApi().validateSpec({ indexes: [{ collectionGroup: 'tips' }] })).toThrow(
        'Must contain "queryScope"',
      );
    });
  });

  describe("Hosting's own matching of addresses", () => {
    const files = [
      'index.html',
      'overlay.html',
      '404.html',
      'busker-config.json',
      'assets/main.js',
      'embed/v1.js',
      'embed/0.1.0/busker.js',
    ];
    let matcher: HostingMatcher;
    beforeAll(async () => {
      matcher = await startHostingMatcher(hosting(), files);
    });
    afterAll(() => matcher.close());

    it.each([
      ['/', 'index.html'],
      ['/tips', 'index.html'],
      ['/sign-in/email', 'index.html'],
      ['/o', 'overlay.html'],
      ['/busker-config.json', 'busker-config.json'],
      ['/assets/main.js', 'assets/main.js'],
      ['/embed/v1.js', 'embed/v1.js'],
      ['/embed/0.1.0/busker.js', 'embed/0.1.0/busker.js'],
      ['/@ada/', 'function app'],
      ['/@ada/tip/', 'function app'],
      ['/v1/tips', 'function app'],
      ['/v1/me/publish', 'function app'],
      [`/img/${'a'.repeat(64)}`, 'function app'],
      ['/t/tip_1', 'function app'],
      ['/off/channel_1.aa11', 'function app'],
      ['/@ada', 'function app'],
      ['/@ada/tip', 'function app'],
      ['/@ada/embed', 'function app'],
      ['/@ada/qr.svg', 'function app'],
      ['/oembed', 'function app'],
      ['/docs/errors', 'function app'],
      ['/health', 'function app'],
      ['/healthz', 'function app'],
      ['/ready', 'function app'],
      ['/assets/old-12345678.js', 'function app'],
      ['/embed/0.0.9/busker.js', 'function app'],
      ['/embed/0.1.0/icons/amazon.svg', 'function app'],
    ])('%s is answered by %s', async (path, by) => {
      expect(await matcher.answer(path)).toMatchObject({ status: 200, by });
    });

    it('an address that does not exist is not found, never a screen', async () => {
      for (const path of ['/assets', '/embed/v0.js', '/wp-login.php', '/tipsy'])
        expect(await matcher.answer(path)).toMatchObject({ status: 404 });
    });

    it('every address carries the headers of the table', async () => {
      const rows = routeHeaders(hostedOrigins, styleHash);
      for (const path of ['/', '/tips', ...files.map((file) => `/${file}`)]) {
        const { headers } = await matcher.answer(path);
        for (const [name, value] of Object.entries(headersFor(rows, path)))
          expect(headers.get(name), `${name} of ${path}`).toBe(value);
      }
    });
  });
});

describe('what Hosting caches', () => {
  // What reaches browsers and the edge through Hosting's own matching, with the real app behind it: a row of firebase.json could replace what the
  // function says about its answer.

  /** The edge forgets soon that a file is missing. */
  const shortly = 'public, max-age=0, s-maxage=10';
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
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
});
