import { beforeEach, describe, expect, it } from 'vitest';
import { headersFor, hostedOrigins, routeHeaders } from '@busker/core/web/route-headers';
import { styleHash } from '../pages/page-style';
import { adasScenario, type Scenario } from '../testing/ada';

const script = Buffer.from('export const text = "ß"; // as it was built');

let scenario: Scenario;
beforeEach(async () => {
  scenario = await adasScenario();
  for (const name of [
    'embed/0.1.0/busker.js',
    'embed/0.1.0/tip-sheet-CXPXXd.js',
    'embed/0.1.0/manifest.json',
    'embed/0.1.0/icons/amazon.svg',
    'embed/1.0.0-rc.1/busker.js',
    'assets/main-Fa9yc3EG.js',
    'assets/main-DUpeRow-.css',
    'releases/20260101T000000Z-0123.json',
  ])
    scenario.deps.earlierFiles.files.set(name, script);
});

const ask = (path: string, init?: RequestInit) => scenario.app.request(path, init);

describe('a file of an earlier release', () => {
  // Holds host-155.
  it.each([
    ['/embed/0.1.0/busker.js', 'text/javascript; charset=utf-8'],
    ['/embed/0.1.0/tip-sheet-CXPXXd.js', 'text/javascript; charset=utf-8'],
    ['/embed/0.1.0/manifest.json', 'application/json; charset=utf-8'],
    ['/embed/0.1.0/icons/amazon.svg', 'image/svg+xml'],
    ['/embed/1.0.0-rc.1/busker.js', 'text/javascript; charset=utf-8'],
    ['/assets/main-Fa9yc3EG.js', 'text/javascript; charset=utf-8'],
    ['/assets/main-DUpeRow-.css', 'text/css; charset=utf-8'],
  ])('%s has its bytes, its type and the headers of Hosting, and is kept for a year', async (path, type) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(script)).toBe(true);
    const headers = Object.fromEntries(answer.headers);
    const ofHosting = headersFor(routeHeaders(hostedOrigins, styleHash), path);
    for (const name of [
      'Access-Control-Allow-Origin',
      'Cross-Origin-Resource-Policy',
      'Cross-Origin-Opener-Policy',
      'Referrer-Policy',
      'Strict-Transport-Security',
      'X-Content-Type-Options',
    ])
      expect(headers[name.toLowerCase()], name).toBe(ofHosting[name]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await (await ask(path, { method: 'HEAD' })).text()).toBe('');
  });

  // Holds host-156.
  it.each([
    '/embed/0.1.0/../../releases/20260101T000000Z-0123.json',
    '/embed/0.1.0/%2e%2e/%2e%2e/releases/20260101T000000Z-0123.json',
    '/embed/0.1.0/..%2f..%2freleases%2f20260101T000000Z-0123.json',
    '/embed/0.1.0/%62usker.js',
    '/embed/0.1.0/busker.js%00',
    '/embed/0.1.0/busker.js%0a',
    '/embed/0.1.0//busker.js',
    '/embed/0.1.0/busker.js/',
    '/embed/0.1.0/.busker.js',
    '/embed/0.1.0/busker..js',
    '/embed/0.1.0/icons/../busker.js/x',
    '/embed/0.1.0/icons/icons/amazon.svg',
    '/embed/0.1.0/busker.html',
    '/embed/0.1/busker.js',
    '/embed/..0.1.0/busker.js',
    '/embed/0.1.0%5cbusker.js',
    '/assets/releases/20260101T000000Z-0123.json',
    '/assets/20260101T000000Z-0123.json',
    '/assets/embed%2f0.1.0%2fbusker.js',
    '/assets/main-Fa9yc3EG%2ejs',
    '/assets/main.js',
    '/assets/main-Fa9yc3EG.js.map',
    `/assets/${'a'.repeat(5000)}-Fa9yc3EG.js`,
    '/assets/',
    '/embed/',
  ])('%s is refused before the bucket is asked', async (path) => {
    const answer = await ask(path);
    expect([answer.status, scenario.deps.earlierFiles.asked]).toEqual([404, []]);
  });

  // Holds host-157.
  it.each(['/embed/9.9.9/busker.js', '/assets/main-Other123.js'])(
    '%s, which no release had, is not found, and the edge forgets that in ten seconds',
    async (path) => {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        404,
        'public, max-age=0, s-maxage=10',
      ]);
      expect(await answer.json()).toMatchObject({ code: 'route-not-found' });
    },
  );

  it('is only read: every other method is refused', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await ask('/embed/0.1.0/busker.js', { method })).status).toBe(405);
  });

  it('is in no cache when the bucket cannot be read', async () => {
    scenario.deps.earlierFiles.read = () => Promise.reject(new Error('503'));
    const answer = await ask('/assets/main-Fa9yc3EG.js');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'private, no-store']);
  });
});
