import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchTarget, isPublicAddress, resolveBySystem } from './fetch-target';
import { makeSafeFetch, safeFetchLimits } from './safe-fetch';

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
  ])('refuses %s as %s', async (url, refusal) => expect(await fetchTarget(url, rules, signal)).toBe(refusal));

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
    const origin = await site((_request, response) => response.end(Buffer.alloc(safeFetchLimits.bytes + 1)));
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
