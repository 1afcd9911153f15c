import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { originsOf } from './fetch-target';
import { makeSafePost, safePostLimits, type PostRequest } from './safe-post';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const soon = () => AbortSignal.timeout(200);
/** Only what hangs may reach it, also on a busy machine. */
const late = () => AbortSignal.timeout(60_000);
const to = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  ...more,
});

/** Posts to a local receiver whose origin is allowed. */
async function posted(listener: RequestListener, deadline: () => AbortSignal = late) {
  const origin = await receiver(listener);
  return makeSafePost({ allowOrigins: [origin] }, deadline)(to(origin));
}

const never = () => Promise.reject(new Error('must not be resolved'));
const addresses = (...all: readonly string[]) =>
  Promise.resolve(all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

describe('an address that Busker does not post to', () => {
  it.each([
    ['hooks', 'not-a-url'],
    ['ftp://hooks.example/', 'scheme-not-allowed'],
    ['http://hooks.example/', 'scheme-not-allowed'],
    ['https://hooks.example:22/', 'port-not-allowed'],
    ['https://hooks.example:80/', 'port-not-allowed'],
    ['https://hooks.example:8443/', 'port-not-allowed'],
    ['https://user:pass@hooks.example/', 'credentials-not-allowed'],
    ['https://169.254.169.254', 'address-not-public'],
    ['https://[::ffff:10.0.0.1]', 'address-not-public'],
    ['https://localhost/', 'address-not-public'],
    ['https://127.1/', 'address-not-public'],
  ])('%s is refused as %s', async (url, problem) => {
    expect(await makeSafePost({ resolve: never })(to(url))).toMatchObject({ ok: false, problem });
  });

  it('is one whose name has a single private address', async () => {
    const post = makeSafePost({ resolve: () => addresses('93.184.216.34', '10.0.0.1') });
    expect(await post(to('https://mixed.example/'))).toMatchObject({ problem: 'address-not-public' });
  });

  // Holds out-033.
  it('is one whose name became private since the last request', async () => {
    const deadline = new AbortController();
    let looks = 0;
    const resolve = () => {
      looks += 1;
      if (looks > 1) return addresses('127.0.0.1');
      // Ends the first request before it connects to a real address.
      deadline.abort();
      return addresses('93.184.216.34');
    };
    const first = makeSafePost({ resolve }, () => deadline.signal);
    expect(await first(to('https://rebind.example/'))).toMatchObject({ problem: 'timed-out' });
    const second = makeSafePost({ resolve });
    expect(await second(to('https://rebind.example/'))).toMatchObject({ problem: 'address-not-public' });
  });

  it('is one whose name nobody knows', async () => {
    expect(await makeSafePost({ resolve: never })(to('https://gone.example/'))).toMatchObject({
      problem: 'name-not-found',
    });
  });

  it('is a local one, unless its origin is allowed', async () => {
    let requests = 0;
    const origin = await receiver((_request, response) => {
      requests += 1;
      response.end('inside');
    });
    expect(await makeSafePost()(to(origin))).toMatchObject({ problem: 'scheme-not-allowed' });
    expect(requests).toBe(0);
    const post = makeSafePost({ allowOrigins: originsOf([new URL(origin).host]) });
    expect(await post(to(origin))).toMatchObject({ ok: true, status: 200, text: 'inside' });
  });
});

describe('a request to an owner’s address', () => {
  it.each([
    ['POST', '{"text":"Grüße"}'],
    ['PUT', new Uint8Array([0, 255, 1])],
    ['GET', ''],
  ] as const)('is sent by %s with its headers and body, and no others of ours', async (method, body) => {
    const seen: unknown[] = [];
    const origin = await receiver((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => void parts.push(part));
      request.on('end', () => {
        seen.push(request.method, request.headers, Buffer.concat(parts));
        response.setHeader('set-cookie', 'a=1');
        response.end();
      });
    });
    const post = makeSafePost({ allowOrigins: [origin] });
    const request = to(origin, { method, body, headers: { 'webhook-id': 'msg_1' } });
    await post(request);
    seen.splice(0);
    expect(await post(request)).toMatchObject({ ok: true, status: 200 });
    const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    expect(seen).toEqual([
      method,
      { host: new URL(origin).host, connection: 'close', 'webhook-id': 'msg_1', ...length },
      Buffer.from(body),
    ]);
  });

  it('goes to the address that was looked up, an IPv4 one if there is one', async () => {
    const origin = (await receiver((_request, response) => response.end('there'))).replace(
      '127.0.0.1',
      'hooks.example',
    );
    const post = makeSafePost({
      allowOrigins: [origin],
      resolveAllowed: () => addresses('::2', '127.0.0.1'),
    });
    expect(await post(to(origin))).toMatchObject({ ok: true, text: 'there' });
  });
});

describe('the answer of an owner’s address', () => {
  it.each([500, 410, 429, 204])('has the status %i, headers and text', async (status) => {
    const answer = await posted((_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(status === 204 ? '' : 'said');
    });
    expect(answer).toMatchObject({
      ok: true,
      status,
      text: status === 204 ? '' : 'said',
      headers: { 'retry-after': '7' },
    });
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  // Holds out-032.
  it('may be a redirect, which is not followed', async () => {
    let fetched = 0;
    const inside = await receiver((_request, response) => {
      fetched += 1;
      response.end();
    });
    const origin = await receiver((_request, response) => {
      response.writeHead(302, { location: inside }).end();
    });
    const post = makeSafePost({ allowOrigins: [origin, inside] });
    expect(await post(to(origin))).toMatchObject({ ok: true, status: 302, headers: { location: inside } });
    expect(fetched).toBe(0);
  });

  it('is read to 4 kB only, even if it never ends, and without half a character', async () => {
    let closed: (() => void) | undefined;
    const ended = new Promise<void>((done) => (closed = done));
    const answer = await posted((_request, response) => {
      const more = () => void response.write(`a${'é'.repeat(5000)}`, more);
      response.on('error', () => undefined);
      response.on('close', () => closed?.());
      more();
    });
    expect(answer).toMatchObject({ ok: true, status: 200, text: `a${'é'.repeat(2047)}` });
    expect(safePostLimits.bytes).toBe(4096);
    await ended;
  });

  it('is its status, when its text is cut or does not come in time', async () => {
    const cut = await posted((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    expect(cut).toMatchObject({ ok: true, status: 200 });
    const waiting = new AbortController();
    const slow = await posted(
      (_request, response) => void response.write('slow', () => setTimeout(() => waiting.abort(), 1_000)),
      () => waiting.signal,
    );
    expect(slow).toMatchObject({ ok: true, status: 200, text: 'slow' });
  });

  it.each<[string, RequestListener, string]>([
    ['comes too late', () => undefined, 'timed-out'],
    ['is cut before its status', (request) => void request.socket.destroy(), 'unreachable'],
    ['is not HTTP', (request) => void request.socket.end('nonsense\r\n\r\n'), 'unreachable'],
    [
      'changes the protocol',
      (request) =>
        void request.socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      'unreachable',
    ],
  ])('that %s is a problem', async (_, listener, problem) => {
    const answer = await posted(listener, problem === 'timed-out' ? soon : undefined);
    expect(answer).toMatchObject({ ok: false, problem });
  });

  it('is not waited for when the name server is silent', async () => {
    const post = makeSafePost({ resolve: () => new Promise<never>(() => undefined) }, soon);
    expect(await post(to('https://silent.example/'))).toMatchObject({ ok: false, problem: 'timed-out' });
  });
});
