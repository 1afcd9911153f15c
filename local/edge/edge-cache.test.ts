import { describe, expect, it } from 'vitest';
import { adasScenario } from '@busker/functions/testing/ada';
import { edgeCache } from './edge-cache';

interface Given {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** An edge before an app that gives every request the same answer, numbered. */
function before(given: Given) {
  let time = 0;
  const asked: Request[] = [];
  const app = {
    fetch: async (request: Request) => {
      asked.push(request);
      const body = `answer ${asked.length}`;
      await Promise.resolve();
      return new Response(body, { status: given.status ?? 200, headers: given.headers ?? {} });
    },
  };
  const edge = edgeCache(app, () => time, 3);
  const get = async (path = '/', init: RequestInit = {}) =>
    edge.fetch(new Request(`https://busker.test${path}`, init));
  return { edge, asked, get, advance: (ms: number) => (time += ms) };
}

/** How many of two requests, `apart` milliseconds from each other, reach the app. */
async function reaching(given: Given, apart: number): Promise<number> {
  const { asked, get, advance } = before(given);
  await get();
  advance(apart);
  await get();
  return asked.length;
}

const caching = (value: string, more: Record<string, string> = {}) => ({
  headers: { 'cache-control': value, ...more },
});

describe('the edge of Hosting before the functions', () => {
  it.each([
    ['s-maxage', caching('public, max-age=0, s-maxage=30'), 29_999, 30_000],
    ['max-age where s-maxage is missing', caching('public, max-age=60'), 59_999, 60_000],
    ['ten minutes for a bare 404', { status: 404 }, 599_999, 600_000],
    ['the own time of a 404', { status: 404, ...caching('s-maxage=10') }, 9_999, 10_000],
    ['no-store without private on a 404', { status: 404, ...caching('no-store') }, 599_999, 600_000],
  ])('keeps an answer for %s', async (_, given, within, after) => {
    expect([await reaching(given, within), await reaching(given, after)]).toEqual([1, 2]);
  });

  it.each([
    ['private', caching('private, no-store')],
    ['bare', {}],
    ['a failure', { status: 503, ...caching('s-maxage=30') }],
    ['for one person', { status: 403, ...caching('s-maxage=30') }],
    ['with a cookie', caching('s-maxage=30', { 'set-cookie': 'a=b' })],
    ['different each time', caching('s-maxage=30', { vary: '*' })],
    ['of no age', caching('public, max-age=0, must-revalidate')],
  ])('never keeps an answer that is %s', async (_, given) => {
    expect(await reaching(given, 0)).toBe(2);
  });

  it('keys by host, path, query and what Vary names, and by no other header', async () => {
    const { asked, get } = before(caching('s-maxage=30', { vary: 'Accept-Language' }));
    const inGerman = { headers: { 'accept-language': 'de' } };
    await get('/a');
    await get('/a', { headers: { 'user-agent': 'another', cookie: 'theme=dark' } });
    expect(asked).toHaveLength(1);
    await get('/a?x=1');
    await get('/a', inGerman);
    await get('/a', inGerman);
    expect(asked).toHaveLength(3);
    await get('/a', { headers: { cookie: 'theme=dark; __session=ada' } });
    await get('/a', { headers: { authorization: 'Bearer ada' } });
    expect(asked).toHaveLength(5);
    expect(asked[3]?.headers.get('cookie')).toBe('__session=ada');
  });

  it('sends one of several equal requests to the app', async () => {
    const { edge, get } = before(caching('s-maxage=30'));
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await get()).text()));
    expect(new Set(texts)).toEqual(new Set(['answer 1']));
    expect(edge.counts).toEqual({ hits: 0, misses: 1, collapsed: 19 });
  });

  it('sends each of them when the first answer may not be kept', async () => {
    const { asked, get } = before(caching('private'));
    await Promise.all(Array.from({ length: 5 }, () => get()));
    expect(asked).toHaveLength(5);
  });

  it('asks for the whole answer, and compares tags itself', async () => {
    const { asked, get, advance } = before(caching('s-maxage=30', { etag: '"one"' }));
    const known = { headers: { 'if-none-match': 'W/"one"' } };
    expect((await get('/', known)).status).toBe(304);
    expect(asked[0]?.headers.has('if-none-match')).toBe(false);
    advance(12_000);
    const { status, headers } = await get();
    expect([status, headers.get('age'), headers.get('x-cache')]).toEqual([200, '12', 'HIT']);
  });

  it('answers HEAD from the kept answer, and passes other methods on', async () => {
    const { asked, get } = before(caching('s-maxage=30'));
    await get();
    expect(await (await get('/', { method: 'HEAD' })).text()).toBe('');
    expect(asked).toHaveLength(1);
    await get('/', { method: 'POST', body: '{}' });
    await get('/', { method: 'POST', body: '{}' });
    expect(asked).toHaveLength(3);
  });

  it('drops the oldest answers when it is full', async () => {
    const { asked, get } = before(caching('s-maxage=30'));
    for (const path of ['/a', '/b', '/c', '/d']) await get(path);
    await get('/d');
    expect(asked).toHaveLength(4);
    await get('/a');
    expect(asked).toHaveLength(5);
  });
});

describe('the app behind the edge', () => {
  // Holds host-028.
  it('gets at most two of 1,000 requests for an unknown handle within ten seconds', async () => {
    const { app, deps } = await adasScenario();
    const edge = edgeCache(app, deps.clock.now);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 1_000; sent += 10) {
      const requests = Array.from(
        { length: 10 },
        () => new Request('https://busker.test/v1/profiles/nobody'),
      );
      for (const { status } of await Promise.all(requests.map((request) => edge.fetch(request))))
        statuses.add(status);
      deps.clock.advance(100);
    }
    expect([...statuses]).toEqual([404]);
    expect(edge.counts.misses).toBeLessThanOrEqual(2);
  });
});
