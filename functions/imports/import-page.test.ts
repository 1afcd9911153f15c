import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { adasScenario, adaToken, adaUid, bearerOf } from '../testing/ada';
import { makeSafeFetch } from '../safe-fetch/safe-fetch';
import { importPage, importPicture } from './import-page';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const owner = { uid: adaUid } as Parameters<typeof importPage>[1];
const megabytes = 1024 * 1024;
const links = '<title>Nina</title><a href="https://a.example">A</a>';

/** A site on this machine, which is allowed; pages that it leads to are not. `listener` is not asked for robots.txt. */
async function imported(listener: RequestListener, rules: Parameters<typeof makeSafeFetch>[0] = {}) {
  const { deps } = await adasScenario();
  const origin = await site((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else listener(request, response);
  });
  const fetchPage = makeSafeFetch({ allowOrigins: [origin], ...rules });
  const answer = await importPage({ ...deps, fetchPage }, owner, { url: `${origin}/nina` });
  if (!answer.ok) throw new Error(answer.problem.code);
  return answer.value;
}

// Holds host-211.
describe('a page to import that does what it should not', () => {
  it('redirects inside', async () => {
    const answer = await imported((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect(answer).toMatchObject({ failure: 'not-allowed', name: null, links: [] });
  });

  it('has a name that points inside at the next look-up', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const resolve = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]);
    const { deps } = await adasScenario();
    const url = 'http://changes.example/nina';
    const answer = await importPage({ ...deps, fetchPage: makeSafeFetch({ resolve }) }, owner, { url });
    expect(answer).toMatchObject({ ok: true, value: { failure: 'not-allowed' } });
    expect(answers).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('is small only as long as it is packed (%s)', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(8 * megabytes));
    expect(bomb.length).toBeLessThan(megabytes);
    const answer = await imported((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bomb),
    );
    expect(answer.failure).toBe('too-large');
  });

  it('says that it is packed and is not, or ends in the middle', async () => {
    for (const body of [Buffer.from(links), gzipSync(links).subarray(0, 30)]) {
      const answer = await imported((_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
      );
      expect(answer.failure).toBe('no-answer');
    }
  });

  it('has one byte more than 2 MB', async () => {
    const sized = (bytes: number) => (_request: unknown, response: { end(body: string): void }) =>
      response.end(links.padEnd(bytes));
    expect((await imported(sized(2 * megabytes))).failure).toBeNull();
    expect((await imported(sized(2 * megabytes + 1))).failure).toBe('too-large');
  });
});

// Holds host-212.
describe('robots.txt of a page to import', () => {
  it('is asked at the page and at where it redirects, and keeps us out of either', async () => {
    const asked: (string | undefined)[] = [];
    const origin = await site((request, response) => {
      asked.push(request.url);
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private');
      else if (request.url === '/nina') response.writeHead(301, { location: '/private/nina' }).end();
      else response.end(links);
    });
    const { deps } = await adasScenario();
    const fetchPage = makeSafeFetch({ allowOrigins: [origin] });
    const read = (url: string) => importPage({ ...deps, fetchPage }, owner, { url });
    expect(await read(`${origin}/nina`)).toMatchObject({ ok: true, value: { failure: 'robots' } });
    expect(asked).toEqual(['/robots.txt', '/nina']);
    expect(await read(`${origin}/private/x`)).toMatchObject({ ok: true, value: { failure: 'robots' } });
    expect(await read(`${origin}/free`)).toMatchObject({ ok: true, value: { failure: null, name: 'Nina' } });
  });
});

const url = 'https://links.example/nina';

async function answered(
  body: string,
  parts: { status?: number; headers?: Record<string, string>; url?: string; bytes?: Uint8Array } = {},
) {
  const scenario = await adasScenario();
  scenario.deps.pages.put(url, body, parts);
  return (await scenario.call('POST', '/v1/me/imports', { url }, bearerOf(adaToken))).json;
}

// Holds dash-1052.
describe('POST /v1/me/imports', () => {
  it('answers with what the page says of somebody, and stores nothing', async () => {
    const scenario = await adasScenario();
    const before = Object.keys(scenario.deps.store.dump()).filter((path) => !path.startsWith('limits/'));
    const html = `<html><meta property="og:title" content="Nina"><meta name="description" content="Songs"><meta property="og:image" content="/nina.png">
<h2>Music</h2><a href="https://a.example">A</a><a href="javascript:x">B</a></html>`;
    scenario.deps.pages.put(url, html);
    const { json } = await scenario.call(
      'POST',
      '/v1/me/imports',
      { url: 'links.example/nina' },
      bearerOf(adaToken),
    );
    expect(json).toEqual({
      url,
      failure: null,
      name: 'Nina',
      bio: 'Songs',
      picture: 'https://links.example/nina.png',
      counts: 'lines',
      links: [{ at: 2, url: 'https://a.example', label: 'A', group: 'Music', on: true, icon: null }],
      refused: [{ at: 2, name: 'B', why: 'url-unsafe' }],
      leftOut: 0,
      unnamed: null,
    });
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => !path.startsWith('limits/'))).toEqual(
      before,
    );
  });

  it.each([
    ['error-status', links, { status: 404 }],
    ['refused', links, { status: 403 }],
    ['refused', links, { status: 999 }],
    ['sign-in', links, { status: 401 }],
    [
      'sign-in',
      `${links}<input type="password">`,
      { url: 'https://links.example/accounts/login/?next=nina' },
    ],
    ['sign-in', '<html><input type="password"></html>', {}],
    [null, `${links}<input type="password">`, {}],
    ['no-page', '{}', { headers: { 'content-type': 'application/json' } }],
    ['no-page', '\x7fELF\0\0', {}],
    ['no-links', '<html><p>Hello</p></html>', {}],
    [null, '<html><title>Nina</title></html>', {}],
  ])('says %s for %j %j', async (failure, body, parts) => {
    expect((await answered(body, parts)).failure).toBe(failure);
  });

  it('reads the encoding that the server names', async () => {
    const bytes = Buffer.from([...Buffer.from('<title>'), 0xcc, 0xe8, 0xf0, ...Buffer.from('</title>')]);
    const headers = { 'content-type': 'text/html; charset="windows-1251"' };
    expect((await answered('', { bytes, headers })).name).toBe('Мир');
  });

  it('says what came of a name that nobody has, and fetches thirty pages in ten minutes at most', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const ask = () => scenario.call('POST', '/v1/me/imports', { url }, bearerOf(adaToken));
    expect((await ask()).json.failure).toBe('name-not-found');
    for (let sent = 1; sent < 30; sent += 1) await ask();
    expect((await ask()).json.code).toBe('too-many-requests');
    const picture = await scenario.call('POST', '/v1/me/imports/picture', { url }, bearerOf(adaToken));
    expect(picture.json.code).toBe('too-many-requests');
  });
});

// Holds dash-1053.
describe('POST /v1/me/imports/picture', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const asked = async (put: (scenario: Awaited<ReturnType<typeof adasScenario>>) => void) => {
    const scenario = await adasScenario();
    put(scenario);
    return scenario.call('POST', '/v1/me/imports/picture', { url }, bearerOf(adaToken));
  };

  it('answers with the bytes and the type that they have, whatever the server calls them', async () => {
    const { json } = await asked(({ deps }) =>
      deps.pages.put(url, '', { bytes: png, headers: { 'content-type': 'text/html' } }),
    );
    expect(json).toEqual({ picture: { type: 'image/png', data: png.toString('base64') } });
  });

  it.each([
    ['a drawing with scripts', '<svg onload="x">', {}],
    ['an error page', '', { bytes: png, status: 404 }],
  ])('takes no %s for a picture', async (_, body, parts) => {
    const answer = await asked(({ deps }) => deps.pages.put(url, body, parts));
    expect(answer.json).toEqual({ picture: null });
  });

  it('takes none above 5 MB, and none of a site that keeps programs out', async () => {
    const { deps } = await adasScenario();
    const origin = await site((request, response) => {
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private');
      else response.end(Buffer.concat([png, Buffer.alloc(request.url === '/fits.png' ? 1 : 5 * megabytes)]));
    });
    const fetchPage = makeSafeFetch({ allowOrigins: [origin] });
    const take = async (path: string) => {
      const answer = await importPicture({ ...deps, fetchPage }, owner, { url: `${origin}${path}` });
      return answer.ok && answer.value.picture?.type;
    };
    expect([await take('/fits.png'), await take('/large.png'), await take('/private.png')]).toEqual([
      'image/png',
      undefined,
      undefined,
    ]);
  });
});
