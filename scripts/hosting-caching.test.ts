import { fileURLToPath } from 'node:url';
import { Config } from 'firebase-tools/lib/config.js';
import { hostingConfig } from 'firebase-tools/lib/hosting/config.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adasStage, adaToken, bearerOf } from '../functions/testing/ada';
import { startHostingMatcher, type HostingMatcher } from './hosting-matcher';

// What reaches browsers and the edge through Hosting's own matching, with the real app behind it: a row of firebase.json could replace what the
// function says about its answer.

const cwd = fileURLToPath(new URL('..', import.meta.url));
const files = [
  'index.html',
  '404.html',
  'busker-config.json',
  'assets/main.js',
  'embed/v1.js',
  'embed/0.1.0/busker.js',
  'embed/versions.json',
];
const year = 'public, max-age=31536000, immutable';
const asked = 'public, max-age=0, must-revalidate';
const never = 'private, no-store';
const shared = (seconds: number) => `public, max-age=0, s-maxage=${seconds}`;

let site: HostingMatcher;
beforeAll(async () => {
  const config = Config.load({ cwd, configPath: 'firebase.json' });
  const [hosting] = hostingConfig({
    config,
    project: 'demo-busker',
    projectId: 'demo-busker',
    site: 'demo-busker',
    cwd,
  });
  const { app } = await adasStage();
  site = await startHostingMatcher(hosting ?? {}, files, app);
});
afterAll(() => site.close());

const caching = async (path: string, init?: RequestInit) => {
  const { status, headers } = await site.answer(path, init);
  return [status, headers.get('cache-control')];
};

describe('how long an answer may be kept, as it leaves Hosting', () => {
  it.each([
    ['/', asked],
    ['/tips', asked],
    ['/sign-in/link', asked],
    ['/busker-config.json', asked],
    ['/embed', asked],
    ['/embed/versions.json', asked],
    ['/embed/v1.js', 'public, max-age=300, stale-while-revalidate=3600'],
    ['/embed/0.1.0/busker.js', year],
    ['/assets/main.js', year],
  ])('the file at %s: %s', async (path, value) => {
    expect(await caching(path)).toEqual([200, value]);
  });

  it.each([
    ['/v1/profiles/ada', shared(30)],
    ['/v1/profiles?handles=ada,nobody', shared(30)],
    ['/v1/profiles/ada/wall', shared(60)],
    ['/@ada', shared(30)],
    ['/@ada/embed', shared(30)],
    ['/@ada/badge.svg', shared(30)],
    ['/@ada/qr.svg', shared(3600)],
    ['/@ada/qr.png', shared(3600)],
    ['/docs/errors', 'public, max-age=3600'],
    ['/legal/imprint', shared(3600)],
    ['/legal/terms', shared(3600)],
    ['/legal/privacy?lang=de', shared(3600)],
    ['/.well-known/security.txt', shared(3600)],
    ['/v1/frame.js', 'public, max-age=300, stale-while-revalidate=3600'],
    ['/@ada/tip', never],
    ['/challenge?lang=de', never],
    ['/healthz', never],
  ])('%s: %s', async (path, value) => {
    expect(await caching(path)).toEqual([200, value]);
  });

  it.each([
    ['/v1/profiles/nobody', shared(10)],
    ['/v1/profiles/nobody/wall', shared(10)],
    ['/@nobody', shared(10)],
    ['/@nobody/tip', shared(10)],
    ['/@nobody/badge.svg', shared(10)],
    ['/@nobody/qr.png', shared(10)],
    [`/img/${'a'.repeat(64)}`, never],
    ['/t/tip_unknown', never],
    ['/legal/nothing', never],
    ['/v1/nothing', never],
  ])('404 of %s: %s', async (path, value) => {
    expect(await caching(path)).toEqual([404, value]);
  });

  it.each([
    // No schedule has run on this stage.
    ['/readyz', 503, {}],
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
