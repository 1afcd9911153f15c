import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRules, putRules, startTestStorage, tokenOf, type TestStorage } from './test-storage';

let server: TestStorage;
beforeAll(async () => {
  server = await startTestStorage();
  await put('x', '1');
  await put('digits', '0123456789');
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with exactly these headers; `fetch` does not send a custom `Host` or `Origin`. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      { host: server.host, port: server.port, method, path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sending.once('error', reject);
    sending.end(body);
  });
}

const put = (name: string, body: string, type = 'text/plain'): Promise<Answer> =>
  ask('POST', `/upload/storage/v1/b/demo/o?uploadType=media&name=${name}`, { 'Content-Type': type }, body);

describe('public pages and pages of this machine', () => {
  it('are refused when their Origin or Host is public', async () => {
    for (const path of ['/v0/b/demo/o/x?alt=media', '/b/demo/o', '/demo/x', '/internal/setRules', '/']) {
      expect((await ask('GET', path, { Origin: 'https://evil.example' })).status).toBe(403);
      expect((await ask('GET', path, { Origin: 'null' })).status).toBe(403);
      expect((await ask('GET', path, { Host: 'evil.example:9199' })).status).toBe(403);
    }
    expect((await ask('OPTIONS', '/v0/b/demo/o', { Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('reach the API with rules, but not the administrator’s API, from this machine', async () => {
    const origin = { Origin: 'http://localhost:4100' };
    const allowed = await ask('GET', '/v0/b/demo/o/x?alt=media', origin);
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([
      200,
      'http://localhost:4100',
    ]);
    expect(allowed.headers['access-control-expose-headers']).toContain('X-Goog-Upload-URL');
    const preflight = await ask('OPTIONS', '/v0/b/demo/o', {
      ...origin,
      'Access-Control-Request-Headers': 'x-goog-upload-command',
    });
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'x-goog-upload-command',
    ]);
    for (const path of ['/b/demo/o', '/storage/v1/b/demo/o/x', '/demo/x', '/internal/reset']) {
      expect((await ask('GET', path, origin)).status).toBe(403);
    }
    expect((await ask('GET', '/demo/x', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('GET', '/demo/x')).status).toBe(200);
  });

  it("cannot act as the administrator with a user's token", async () => {
    await putRules(server, openRules.replace('if true', 'if false'));
    const object = '/v0/b/demo/o/x';
    expect((await ask('GET', object, { Authorization: tokenOf('owner') })).status).toBe(403);
    expect((await ask('GET', object, { Authorization: 'Firebase nonsense' })).status).toBe(403);
    expect((await ask('GET', object, { Authorization: 'Bearer owner' })).status).toBe(200);
    expect((await ask('POST', `${object}?create_token=true`, { Authorization: tokenOf('ada') })).status).toBe(
      403,
    );
    await putRules(server, openRules);
  });
});

describe('an object’s bytes', () => {
  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
    ['bytes=3-1', 200, '0123456789', undefined],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['pages=1-2', 200, '0123456789', undefined],
  ])('with Range %s are answered with %i', async (range, status, body, contentRange) => {
    const answer = await ask('GET', '/v0/b/demo/o/digits?alt=media', { Range: range });
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('outside a range are answered with 416', async () => {
    for (const range of ['bytes=10-', 'bytes=50-60', 'bytes=-0']) {
      expect((await ask('GET', '/v0/b/demo/o/digits?alt=media', { Range: range })).status).toBe(416);
    }
  });

  it('have checksums, and never run as a page', async () => {
    await put('page.html', '<script>1</script>', 'text/html');
    const { headers } = await ask('HEAD', '/v0/b/demo/o/page.html?alt=media');
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '18',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-goog-hash': expect.stringMatching(/^crc32c=.{8}, md5=.{24}$/),
    });
  });
});

describe('an invalid request', () => {
  const multipart = (body: string, type = 'multipart/related; boundary=b'): Promise<Answer> =>
    ask('POST', '/v0/b/demo/o?name=m', { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': type }, body);
  const whole =
    '--b\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\nContent-Type: text/x\r\n\r\nbody\r\n--b--';

  it('with an invalid multipart body gets an error, and a valid one succeeds', async () => {
    expect((await multipart(whole)).status).toBe(200);
    const wrong = [
      '',
      'x',
      '--b--',
      whole.slice(0, -4),
      whole.slice(0, -9),
      whole.replace('{}', '{'),
      whole.replace('{}', '{"metadata":7}'),
      whole.replace('--b--', '--b\r\n\r\nmore\r\n--b--'),
    ];
    for (const body of wrong) expect([body, (await multipart(body)).status]).toEqual([body, 400]);
    expect((await multipart(whole, 'multipart/related')).status).toBe(400);
  });

  it('gets an error status and never stops the server', async () => {
    expect((await ask('GET', '/v0/b/demo/o/%E0%A4%A?alt=media')).status).toBe(400);
    expect((await ask('GET', '/v0/b/demo/o?prefix=a')).status).toBe(400);
    expect((await ask('GET', '/v0/b/demo/o?maxResults=-1')).status).toBe(400);
    expect((await ask('GET', '/v0/x')).status).toBe(404);
    expect((await ask('GET', '/v0/b/demo/o/a/b')).status).toBe(404);
    expect((await ask('PATCH', '/b/demo/o/digits', {}, '[1')).status).toBe(400);
    expect((await ask('PUT', '/internal/setRules', {}, '{}')).status).toBe(400);
    expect(
      (await ask('PUT', '/internal/setRules', {}, '{"rules":{"files":[{"content":"service"}]}}')).status,
    ).toBe(400);
    expect((await ask('GET', '/b/demo/iam')).status).toBe(501);
    expect((await put('x'.repeat(1025), '1')).status).toBe(400);
    expect((await put('..', '1')).status).toBe(400);
    expect((await put('a%0Ab', '1')).status).toBe(400);
    const big = JSON.stringify({ metadata: { k: 'x'.repeat(9000) } });
    expect((await ask('PATCH', '/b/demo/o/digits', {}, big)).status).toBe(400);
    expect((await ask('GET', '/')).status).toBe(200);
  });

  it("with dots and slashes in the object's name stays inside the data folder", async () => {
    expect((await put('..%2F..%2Fetc%2Fpasswd', 'mine')).status).toBe(200);
    expect((await ask('GET', '/b/demo/o/..%2F..%2Fetc%2Fpasswd?alt=media')).body).toBe('mine');
  });
});

describe('without a rules file', () => {
  it('every request is denied', async () => {
    const closed = await startTestStorage({ rulesFile: null });
    expect((await fetch(`${closed.url}/v0/b/demo/o/x`)).status).toBe(403);
    expect(closed.lines.join()).toContain('no security rules are loaded');
    await closed.close();
  });
});
