import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { tagsOf } from './html-tags';
import {
  fetchTarget,
  inTurn,
  isPublicAddress,
  makeSafeFetch,
  makeSafePost,
  originsOf,
  resolveByDns,
  resolveBySystem,
  safeFetchLimits,
  safePostLimits,
  type PostRequest,
} from './safe-fetch';

describe('resolve name', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  const typeA = 1;

  interface Question {
    readonly name: string;
    readonly type: number;
  }

  /** The question of a DNS query (RFC 1035, section 4.1.2): labels with their lengths, then the type. */
  function questionOf(query: Buffer): Question {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    return { name: labels.join('.'), type: query.readUInt16BE(at + 1) };
  }

  /** The answer to `query` with these IPv4 addresses, with a pointer to the question's name. */
  function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
    const head = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
    head.writeUInt16BE(0x81_80, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 9, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([head, ...records]);
  }

  /** A local name server. `answers` undefined = it never answers. */
  async function nameServer(answers?: (question: Question) => readonly string[]) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    closing.push(() => socket.close());
    await once(socket, 'listening');
    const asked = new Set<string>();
    socket.on('message', (query, from) => {
      const question = questionOf(query);
      asked.add(`${question.name} ${question.type}`);
      if (answers !== undefined) socket.send(answerTo(query, answers(question)), from.port, from.address);
    });
    const received = async (count: number) => {
      while (asked.size < count) await once(socket, 'message');
    };
    return { asked, received, servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`] };
  }

  describe('a name that an owner entered', () => {
    it('is resolved by the name servers', async () => {
      const { servers } = await nameServer(({ type }) => (type === typeA ? ['93.184.216.34'] : []));
      const rules = {
        resolve: resolveByDns(servers),
        resolveAllowed: resolveByDns(servers),
        allowOrigins: [],
      };
      const target = await fetchTarget('https://blog.example/', rules, new AbortController().signal);
      expect(target).toMatchObject({ address: '93.184.216.34', family: 4 });
    });

    it('is refused when one of its addresses is private', async () => {
      const { servers } = await nameServer(({ type }) =>
        type === typeA ? ['93.184.216.34', '10.0.0.1'] : [],
      );
      const rules = {
        resolve: resolveByDns(servers),
        resolveAllowed: resolveByDns(servers),
        allowOrigins: [],
      };
      const target = await fetchTarget('https://rebind.example/', rules, new AbortController().signal);
      expect(target).toBe('address-not-public');
    });

    it('blocks no thread while its name server is silent, nor more than twenty names at once', async () => {
      const server = await nameServer();
      const resolve = resolveByDns(server.servers);
      const deadlines = Array.from({ length: 60 }, () => new AbortController());
      const lookUps = deadlines.map(({ signal }, index) =>
        fetchTarget(
          `https://silent-${index}.example/`,
          { resolve, resolveAllowed: resolve, allowOrigins: [] },
          signal,
        ),
      );
      // Each name needs two questions.
      await server.received(40);
      expect((await readFile(new URL(import.meta.url))).length).toBeGreaterThan(0);
      const names = new Set([...server.asked].map((question) => question.split(' ')[0]));
      expect(names.size).toBe(20);
      for (const deadline of deadlines) deadline.abort();
      expect(new Set(await Promise.all(lookUps))).toEqual(new Set(['timed-out']));
    });
  });

  describe('queued work', () => {
    it('starts when another task ends, also after a failure', async () => {
      const queued = inTurn(1);
      const { signal } = new AbortController();
      const order: string[] = [];
      let failFirst: (error: Error) => void = () => undefined;
      const first = new Promise((_, fail) => (failFirst = fail));
      const failing = queued(() => first, signal);
      const second = queued(() => Promise.resolve(void order.push('second')), signal);
      order.push('first');
      failFirst(new Error('no answer'));
      await expect(failing).rejects.toThrow('no answer');
      await second;
      expect(order).toEqual(['first', 'second']);
    });

    it('never starts after it was aborted', async () => {
      const queued = inTurn(1);
      let end: (value: undefined) => void = () => undefined;
      const busy = new Promise((done) => (end = done));
      const running = queued(() => busy, new AbortController().signal);
      const deadline = new AbortController();
      let begun = false;
      const calledOff = queued(() => Promise.resolve((begun = true)), deadline.signal);
      deadline.abort();
      await expect(calledOff).rejects.toThrow('Called off');
      end(undefined);
      await running;
      await queued(() => Promise.resolve(), new AbortController().signal);
      expect(begun).toBe(false);
    });
  });
});

describe('safe fetch', () => {
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
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  const never = () => Promise.reject(new Error('must not be resolved'));

  describe('public addresses', () => {
    it.each(
      `127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
    224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 fd12::1
    ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 localhost`.split(/\s+/),
    )('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

    it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])('allows %s', (address) =>
      expect(isPublicAddress(address)).toBe(true),
    );

    // Holds dash-092.
    it('refuses every private address, for random choices', () => {
      fc.assert(
        fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (b, c, d) => {
          expect(isPublicAddress(`10.${b}.${c}.${d}`)).toBe(false);
          expect(isPublicAddress(`127.${b}.${c}.${d}`)).toBe(false);
          expect(isPublicAddress(`::ffff:10.${b}.${c}.${d}`)).toBe(false);
        }),
      );
    });
  });

  describe('the target of a fetch', () => {
    const rules = { resolve: never, resolveAllowed: never, allowOrigins: [] };
    const { signal } = new AbortController();

    it.each([
      ['not a url', 'not-a-url'],
      ['ftp://example.com/', 'scheme-not-allowed'],
      ['file:///etc/passwd', 'scheme-not-allowed'],
      ['javascript:alert(1)', 'scheme-not-allowed'],
      ['http://example.com:8080/', 'port-not-allowed'],
      ['http://user:secret@example.com/', 'credentials-not-allowed'],
      ['http://127.0.0.1/', 'address-not-public'],
      ['http://2130706433/', 'address-not-public'],
      ['http://0x7f.1/', 'address-not-public'],
      ['http://[::1]/', 'address-not-public'],
      ['http://[::ffff:7f00:1]/', 'address-not-public'],
      ['http://169.254.169.254/latest/meta-data/', 'address-not-public'],
      ['http://localhost/', 'address-not-public'],
      ['http://db.LOCALHOST./', 'address-not-public'],
    ])('refuses %s as %s', async (url, refusal) =>
      expect(await fetchTarget(url, rules, signal)).toBe(refusal),
    );

    it('refuses a name with a single private address', async () => {
      const resolve = () =>
        Promise.resolve([
          { address: '93.184.216.34', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]);
      expect(await fetchTarget('https://rebind.example/', { ...rules, resolve }, signal)).toBe(
        'address-not-public',
      );
    });

    it('reports an unknown name', async () => {
      expect(await fetchTarget('https://gone.example/', rules, signal)).toBe('name-not-found');
    });

    it('is the checked address', async () => {
      const resolve = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
      const target = await fetchTarget('https://example.com/a', { ...rules, resolve }, signal);
      expect(target).toMatchObject({ address: '93.184.216.34', family: 4 });
    });
  });

  describe('safe fetch', () => {
    it('refuses a local site unless its origin is allowed', async () => {
      const origin = await site((_request, response) => response.end('inside'));
      expect(await makeSafeFetch()(origin)).toEqual({ ok: false, problem: 'port-not-allowed' });
      expect(await makeSafeFetch({ allowOrigins: [origin] })(origin)).toMatchObject({
        ok: true,
        status: 200,
        body: 'inside',
      });
    });

    // Holds dash-092.
    it('checks the target of each redirect', async () => {
      const origin = await site((_request, response) => {
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      });
      expect(await makeSafeFetch({ allowOrigins: [origin] })(origin)).toEqual({
        ok: false,
        problem: 'address-not-public',
      });
    });

    it('follows three redirects and refuses the fourth', async () => {
      const origin = await site((request, response) => {
        const left = Number((request.url ?? '/0').slice(1));
        if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
        else response.end('there');
      });
      const get = makeSafeFetch({ allowOrigins: [origin] });
      expect(await get(`${origin}/3`)).toMatchObject({ ok: true, body: 'there' });
      expect(await get(`${origin}/4`)).toEqual({ ok: false, problem: 'too-many-redirects' });
    });

    it('stops reading at the size limit', async () => {
      const origin = await site((_request, response) =>
        response.end(Buffer.alloc(safeFetchLimits.bytes + 1)),
      );
      expect(await makeSafeFetch({ allowOrigins: [origin] })(origin)).toEqual({
        ok: false,
        problem: 'too-large',
      });
    });

    it('sends and stores no cookies', async () => {
      const seen: unknown[] = [];
      const origin = await site((request, response) => {
        seen.push(request.headers.cookie);
        response.setHeader('set-cookie', 'a=1');
        if (request.url === '/') response.writeHead(302, { location: '/next' }).end();
        else response.end();
      });
      await makeSafeFetch({ allowOrigins: [origin] })(`${origin}/`);
      expect(seen).toEqual([undefined, undefined]);
    });

    it.each(['https://silent.example/', 'http://allowed.example:4200/'])(
      'stops waiting for the name server of %s at the deadline',
      async (url) => {
        const deadline = new AbortController();
        const silent = () => {
          deadline.abort();
          return new Promise<never>(() => undefined);
        };
        const get = makeSafeFetch(
          { resolve: silent, resolveAllowed: silent, allowOrigins: ['http://allowed.example:4200'] },
          () => deadline.signal,
        );
        expect(await get(url)).toEqual({ ok: false, problem: 'timed-out' });
      },
    );

    it("resolves this machine's own names for allowed origins", async () => {
      const origin = (await site((_request, response) => response.end('inside'))).replace(
        '127.0.0.1',
        'localhost',
      );
      const resolveAllowed = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      const get = makeSafeFetch({ resolveAllowed, allowOrigins: [origin] });
      expect(await get(origin)).toMatchObject({ ok: true, body: 'inside' });
      expect(await resolveBySystem('localhost', new AbortController().signal)).not.toEqual([]);
    });

    it('reports a site that does not answer', async () => {
      const origin = await site((request) => request.socket.destroy());
      expect(await makeSafeFetch({ allowOrigins: [origin] })(origin)).toEqual({
        ok: false,
        problem: 'unreachable',
      });
    });

    it('stops at the deadline for a site that does not finish', async () => {
      const origin = await site((_request, response) => response.write('slow'));
      expect(await makeSafeFetch({ allowOrigins: [origin] })(origin)).toEqual({
        ok: false,
        problem: 'timed-out',
      });
    });
  });
});

describe('safe post', () => {
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
});

describe('html tags', () => {
  const read = (html: string) =>
    tagsOf(html).map(({ name, attributes }) => [name, Object.fromEntries(attributes)]);

  describe('the tags of a page', () => {
    it.each([
      ['<A HREF="x" Rel=me>', [['a', { href: 'x', rel: 'me' }]]],
      ['<a href=\'a b\' rel = "me"\n>', [['a', { href: 'a b', rel: 'me' }]]],
      ['<link rel=me href=/x/>', [['link', { rel: 'me', href: '/x/' }]]],
      ['<a href="?a=1&amp;b=2&#38;c&#x3D;3&unknown;">', [['a', { href: '?a=1&b=2&c=3&unknown;' }]]],
      ['<a rel=me rel=no>', [['a', { rel: 'me' }]]],
      ['<a disabled hidden>', [['a', { disabled: '', hidden: '' }]]],
      ['<!-- <a rel=me> --><b>', [['b', {}]]],
      [
        '<script>"<a rel=me>"</script><b>',
        [
          ['script', {}],
          ['b', {}],
        ],
      ],
      [
        '<style><a></STYLE><b>',
        [
          ['style', {}],
          ['b', {}],
        ],
      ],
      ['1 < 2 <3 </p><b', [['b', {}]]],
      ['<!-- never closed <a rel=me>', []],
      ['<script>never closed <a rel=me>', [['script', {}]]],
      ['<a href="never closed', [['a', { href: '' }]]],
    ])('of %j are %j', (html, expected) => {
      expect(read(html)).toEqual(expected);
    });

    // Backtracking would take minutes for this text.
    it('are read from any text in one pass', () => {
      fc.assert(fc.property(fc.string(), (html) => void tagsOf(html)));
      for (const piece of ['<a href="', "<a b='", '<!--', '<script>', '<a ', '< a=', '&#', '<a =']) {
        expect(tagsOf(piece.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
      }
    });
  });
});
