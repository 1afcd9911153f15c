import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Config } from 'firebase-tools/lib/config.js';
import { FirestoreApi } from 'firebase-tools/lib/firestore/api.js';
import { hostingConfig } from 'firebase-tools/lib/hosting/config.js';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, hostedOrigins, routeHeaders } from '../core/web/route-headers';
import { styleHash } from '../functions/pages/page-style';
import { startHostingMatcher, type HostingMatcher } from './hosting-matcher';

const root = fileURLToPath(new URL('..', import.meta.url));
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
    const schema = (await json('node_modules/firebase-tools/schema/firebase-config.json')) as object;
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
