import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminStorage,
  openRules,
  putRules,
  startTestStorage,
  tokenOf,
  type AdminStorage,
  type TestStorage,
} from './test-storage';

let server: TestStorage;

describe('HTTP', () => {
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
      expect(
        (await ask('POST', `${object}?create_token=true`, { Authorization: tokenOf('ada') })).status,
      ).toBe(403);
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
      ask(
        'POST',
        '/v0/b/demo/o?name=m',
        { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': type },
        body,
      );
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
});

describe('the API of administrators', () => {
  let admin: AdminStorage;
  beforeAll(async () => {
    server = await startTestStorage();
    admin = adminStorage(server);
  });
  afterAll(async () => {
    await admin.close();
    await server.close();
  });

  interface Resource {
    readonly generation: string;
    readonly metageneration: string;
    readonly etag: string;
  }

  const at = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${server.url}/storage/v1/b/demo/o${path}`, init);

  const seed = async (name: string, body: string, query = ''): Promise<Resource> =>
    (await (
      await fetch(`${server.url}/upload/storage/v1/b/demo/o?uploadType=media&name=${name}${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body,
      })
    ).json()) as Resource;

  const send = (method: string, path: string, json: unknown): Promise<Response> =>
    at(path, { method, body: JSON.stringify(json) });

  describe('an object', () => {
    it('is returned with its entity tag and its completion time', async () => {
      await seed('one', 'abc');
      const answer = await at('/one');
      const resource = (await answer.json()) as Resource & { timeFinalized: string; timeCreated: string };
      expect(answer.headers.get('etag')).toBe(resource.etag);
      expect(resource.timeFinalized).toBe(resource.timeCreated);
    });

    it('is always sent as a download, with the checksums of the whole object only', async () => {
      const { etag } = await seed('bytes', 'abc');
      const whole = (await at('/bytes?alt=media')).headers;
      expect([whole.get('content-disposition'), whole.get('etag'), whole.get('x-goog-hash')]).toEqual([
        'attachment',
        etag,
        'crc32c=Nks/tw==,md5=kAFQmDzST7DWlj99KOF/cg==',
      ]);
      const part = await at('/bytes?alt=media', { headers: { Range: 'bytes=0-1' } });
      expect([part.status, part.headers.get('x-goog-hash')]).toEqual([206, null]);
      const outside = await at('/bytes?alt=media', { headers: { Range: 'bytes=9-' } });
      expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */3']);
    });

    it('that is missing is reported in plain text for a media request, and the admin SDK shows that text', async () => {
      const answer = await at('/gone?alt=media');
      expect([answer.status, await answer.text()]).toEqual([404, 'No such object: demo/gone']);
      await expect(admin.bucket.file('gone').download()).rejects.toMatchObject({
        code: 404,
        message: expect.stringMatching(/^No such object: [^{]+$/),
      });
    });

    it('gets all its settings from PUT, and only the given ones from PATCH', async () => {
      await seed('put', 'abc');
      await send('PATCH', '/put', { cacheControl: 'no-store', metadata: { first: '1', second: '2' } });
      const patched: unknown = await (await send('PATCH', '/put', { metadata: { first: null } })).json();
      expect(patched).toMatchObject({ cacheControl: 'no-store', metadata: { second: '2' } });
      const put: unknown = await (
        await send('PUT', '/put', { contentType: 'text/html', metadata: { third: '3' } })
      ).json();
      expect(put).toMatchObject({ contentType: 'text/html', metadata: { third: '3' } });
      expect(put).not.toHaveProperty('cacheControl');
      expect(put).not.toHaveProperty('metadata.second');
    });
  });

  describe('a precondition', () => {
    it('that fails is answered with 412 and the name of the header', async () => {
      const { generation } = await seed('cond', 'abc');
      const refused = await at('/cond?ifGenerationMatch=1');
      expect([refused.status, await refused.json()]).toMatchObject([
        412,
        { error: { errors: [{ reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }] } },
      ]);
      const bytes = await at('/cond?alt=media&ifGenerationMatch=1');
      expect([bytes.status, bytes.headers.get('content-type')]).toEqual([412, 'text/plain; charset=utf-8']);
      expect((await at(`/cond?ifGenerationMatch=${generation}`)).status).toBe(200);
      expect((await at('/nothing?ifGenerationMatch=0')).status).toBe(404);
    });

    it('if…NotMatch that fails for a read is answered with 304', async () => {
      const { generation, metageneration } = await seed('unchanged', 'abc');
      for (const query of [
        `ifGenerationNotMatch=${generation}`,
        `ifMetagenerationNotMatch=${metageneration}`,
      ]) {
        expect((await at(`/unchanged?${query}`)).status).toBe(304);
        expect((await at(`/unchanged?alt=media&${query}`)).status).toBe(304);
      }
      expect((await at('/unchanged?ifGenerationNotMatch=1')).status).toBe(200);
    });

    it('on the source of a copy is checked', async () => {
      const { generation } = await seed('source', 'abc');
      const copy = async (query: string): Promise<number> =>
        (await at(`/source/rewriteTo/b/demo/o/copy?${query}`, { method: 'POST' })).status;
      expect(await copy('ifSourceGenerationMatch=1')).toBe(412);
      expect(await copy('ifSourceMetagenerationMatch=7')).toBe(412);
      expect((await at('/copy')).status).toBe(404);
      expect(await copy(`ifSourceGenerationMatch=${generation}&ifSourceMetagenerationMatch=1`)).toBe(200);
    });
  });

  describe('a copy', () => {
    it('with settings has only these; without settings it has those of its source and its tokens', async () => {
      await seed('from', 'abc');
      await send('PATCH', '/from', {
        metadata: { marker: 'source', firebaseStorageDownloadTokens: 'secret' },
      });
      const plain: unknown = await (await at('/from/copyTo/b/demo/o/plain', { method: 'POST' })).json();
      expect(plain).toMatchObject({
        contentType: 'text/plain',
        metadata: { marker: 'source', firebaseStorageDownloadTokens: 'secret' },
      });
      const settings = { contentType: 'text/html', metadata: { other: 'one' } };
      const { resource } = (await (
        await send('POST', '/from/rewriteTo/b/demo/o/other', settings)
      ).json()) as {
        resource: unknown;
      };
      expect(resource).toMatchObject({ contentType: 'text/html' });
      expect(resource).toHaveProperty('metadata', { other: 'one' });
    });
  });

  describe('a list request', () => {
    beforeAll(async () => {
      for (const name of ['a.txt', 'b.txt', 'dir%2Fc.txt', 'dir%2Fd.txt', 'dir2%2Fe.txt', 'zz.txt'])
        await seed(`list%2F${name}`, '1');
    });

    const names = async (query: string): Promise<string[]> => {
      const { items = [] } = (await (await at(`?prefix=list/&${query}`)).json()) as {
        items?: { name: string }[];
      };
      return items.map(({ name }) => name.slice('list/'.length));
    };

    it('omits empty lists', async () => {
      expect(await (await at('?prefix=nothing')).json()).toEqual({ kind: 'storage#objects' });
      expect(await (await at('?prefix=list/&maxResults=0')).json()).toEqual({ kind: 'storage#objects' });
      expect(Object.keys((await (await at('?prefix=list/')).json()) as object)).toEqual(['kind', 'items']);
    });

    it('starts at startOffset and ends before endOffset', async () => {
      expect(await names('startOffset=list/b.txt&endOffset=list/zz.txt')).toEqual([
        'b.txt',
        'dir/c.txt',
        'dir/d.txt',
        'dir2/e.txt',
      ]);
    });

    it('accepts a glob whose star does not match a slash', async () => {
      expect(await names('matchGlob=list/dir/*')).toEqual(['dir/c.txt', 'dir/d.txt']);
      expect(await names('matchGlob=list/*.txt')).toEqual(['a.txt', 'b.txt', 'zz.txt']);
      expect(await names('matchGlob=list/**/*.txt')).toHaveLength(6);
      expect(await names(`matchGlob=${encodeURIComponent('list/{a,zz}.txt')}`)).toEqual(['a.txt', 'zz.txt']);
      expect(await names(`matchGlob=${encodeURIComponent('list/[!a].txt')}`)).toEqual(['b.txt']);
      expect(await names(`matchGlob=${encodeURIComponent('list/?.t.t')}`)).toEqual([]);
    });
  });

  describe('an upload', () => {
    it('whose checksums differ from the announced ones is refused, in metadata and in a header', async () => {
      const file = admin.bucket.file('announced');
      const announced = (md5Hash: string): Promise<void> =>
        file.save('abc', { resumable: false, metadata: { md5Hash } });
      await expect(announced('AAAAAAAAAAAAAAAAAAAAAA==')).rejects.toMatchObject({ code: 400 });
      expect((await file.exists())[0]).toBe(false);
      await announced('kAFQmDzST7DWlj99KOF/cg==');
      const wrong = await fetch(`${server.url}/upload/storage/v1/b/demo/o?uploadType=media&name=header`, {
        method: 'POST',
        headers: { 'X-Goog-Hash': 'crc32c=AAAAAA==,md5=kAFQmDzST7DWlj99KOF/cg==' },
        body: 'abc',
      });
      expect([wrong.status, (await at('/header')).status]).toEqual([400, 404]);
    });

    it('that was canceled stays canceled', async () => {
      const started = await fetch(`${server.url}/upload/storage/v1/b/demo/o?uploadType=resumable&name=stop`, {
        method: 'POST',
      });
      const address = started.headers.get('location') ?? '';
      expect((await fetch(address, { method: 'DELETE' })).status).toBe(499);
      expect((await fetch(address, { method: 'PUT', body: 'abc' })).status).toBe(499);
      expect((await at('/stop')).status).toBe(404);
    });
  });
});

describe('what the web SDK sends', () => {
  beforeAll(async () => {
    server = await startTestStorage();
  });
  afterAll(() => server.close());

  const owner = { Authorization: 'Bearer owner' };

  const at = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${server.url}/v0/b/demo/o${path}`, init);

  const upload = (name: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    at(`?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...headers },
      body,
    });

  /** An object as the admin SDK stores it: without a token and without a disposition. */
  const seed = (name: string, body: string): Promise<Response> =>
    fetch(`${server.url}/upload/storage/v1/b/demo/o?uploadType=media&name=${name}`, { method: 'POST', body });

  const patch = (name: string, json: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    at(`/${name}`, { method: 'PATCH', headers, body: JSON.stringify(json) });

  const multipart = (name: string, metadata: unknown, body: string): Promise<Response> =>
    upload(
      name,
      `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n--b\r\nContent-Type: text/plain\r\n\r\n${body}\r\n--b--`,
      { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': 'multipart/related; boundary=b' },
    );

  describe('an error', () => {
    it('has a code and a message, without a list of errors', async () => {
      const missing = await at('/nothing');
      expect([missing.status, await missing.json()]).toEqual([
        404,
        { error: { code: 404, message: 'Not Found.' } },
      ]);
      await putRules(server, openRules.replace('if true', 'if false'));
      const closed = await at('/nothing');
      expect([closed.status, await closed.json()]).toEqual([
        403,
        { error: { code: 403, message: 'Permission denied.' } },
      ]);
      await putRules(server, openRules);
    });

    it('is 403 for a change of a missing object, and 404 for a read or a delete', async () => {
      for (const headers of [{}, owner]) {
        expect((await patch('nothing', { metadata: { a: 'b' } }, headers)).status).toBe(403);
        expect((await at('/nothing', { method: 'DELETE', headers })).status).toBe(404);
      }
    });

    it('is 403, not 401, for a token that cannot be parsed', async () => {
      await seed('token', '1');
      const headers = { Authorization: 'Firebase nonsense' };
      expect((await at('/token?alt=media', { headers })).status).toBe(403);
      expect((await upload('token-2', '1', headers)).status).toBe(403);
    });

    it('is 400 for a page of zero results', async () => {
      expect((await at('?maxResults=0')).status).toBe(400);
      expect((await at('?maxResults=1')).status).toBe(200);
    });
  });

  describe('an upload', () => {
    it('without a disposition gets one with its file name, which every API then returns', async () => {
      const given: unknown = await (await upload('folder/it’s (one).txt', 'a')).json();
      const disposition = "inline; filename*=utf-8''it%E2%80%99s%20%28one%29.txt";
      expect(given).toMatchObject({ contentDisposition: disposition });
      const name = encodeURIComponent('folder/it’s (one).txt');
      const admin = await fetch(`${server.url}/storage/v1/b/demo/o/${name}`);
      expect(await admin.json()).toMatchObject({ contentDisposition: disposition });
      expect((await at(`/${name}?alt=media`)).headers.get('content-disposition')).toBe(disposition);
    });

    it('by the admin SDK has none, and the web SDK gets none', async () => {
      await seed('plain', 'a');
      expect(await (await at('/plain')).json()).not.toHaveProperty('contentDisposition');
      expect((await at('/plain?alt=media')).headers.get('content-disposition')).toBeNull();
    });

    it('that replaces an object has only its own settings, metadata and tokens', async () => {
      const first = (await (await upload('again', 'a')).json()) as { downloadTokens: string };
      await patch('again', { cacheControl: 'no-store', metadata: { marker: 'old' } });
      const second: unknown = await (await upload('again', 'b')).json();
      expect(second).toMatchObject({ metageneration: '1', size: '1' });
      expect(second).not.toMatchObject({ downloadTokens: first.downloadTokens });
      expect(second).not.toHaveProperty('cacheControl');
      expect(second).not.toHaveProperty('metadata');
    });

    it('whose checksums differ from the announced ones is refused and not stored', async () => {
      const right = { md5Hash: 'kAFQmDzST7DWlj99KOF/cg==', crc32c: 'Nks/tw==' };
      expect((await multipart('sum', right, 'abc')).status).toBe(200);
      for (const wrong of [
        { ...right, md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' },
        { ...right, crc32c: 'AAAAAA==' },
        { md5Hash: 'nonsense' },
      ]) {
        expect((await multipart('sum-2', wrong, 'abc')).status).toBe(400);
      }
      expect((await at('/sum-2')).status).toBe(404);
    });
  });

  describe('bytes', () => {
    it('have their own entity tag, which a metadata change does not affect', async () => {
      await upload('tag', 'abc');
      const before = (await at('/tag?alt=media')).headers.get('etag');
      expect(before).toBe('"900150983cd24fb0d6963f7d28e17f72"');
      await patch('tag', { metadata: { marker: 'x' } });
      expect((await at('/tag?alt=media')).headers.get('etag')).toBe(before);
    });

    it('have checksums, the storage class and the metadata that fits into headers', async () => {
      await upload('meta', 'abc');
      await patch('meta', { metadata: { Marker: 'one', odd: 'näh', 'two words': 'x' } });
      const { downloadTokens } = (await (await at('/meta')).json()) as { downloadTokens: string };
      const { headers } = await at('/meta?alt=media');
      const read = (name: string): string | null => headers.get(name);
      expect(read('x-goog-hash')).toBe('crc32c=Nks/tw==, md5=kAFQmDzST7DWlj99KOF/cg==');
      expect(read('x-goog-storage-class')).toBe('STANDARD');
      expect(read('x-goog-meta-marker')).toBe('one');
      expect(read('x-goog-meta-firebasestoragedownloadtokens')).toBe(downloadTokens);
      expect(read('x-goog-meta-odd')).toBeNull();
      expect(read('accept-ranges')).toBe('bytes');
    });

    it("outside a range are an XML error, with the object's headers", async () => {
      await upload('short', 'abc');
      const answer = await at('/short?alt=media', { headers: { Range: 'bytes=99-' } });
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('x-goog-generation'),
      ]).toEqual([416, 'application/xml; charset=utf-8', expect.stringMatching(/^\d+$/)]);
      expect(await answer.text()).toContain('<Code>InvalidRange</Code>');
    });

    it.each([
      ['bytes=0-', 416],
      ['bytes=0-0', 416],
      ['bytes=-1', 200],
    ])('of an empty object with Range %s are answered with %i', async (range, status) => {
      await upload('empty', '');
      expect((await at('/empty?alt=media', { headers: { Range: range } })).status).toBe(status);
    });
  });

  describe('download tokens', () => {
    it('are listed newest first, and a revoked one gives no access', async () => {
      await upload('tokens', 'abc');
      const change = async (query: string): Promise<string> => {
        const answer = await at(`/tokens?${query}`, { method: 'POST', headers: owner });
        return ((await answer.json()) as { downloadTokens: string }).downloadTokens;
      };
      const { downloadTokens: old } = (await (await at('/tokens')).json()) as { downloadTokens: string };
      const [newest, ...rest] = (await change('create_token=true')).split(',');
      expect([newest === old, rest]).toEqual([false, [old]]);
      await putRules(server, openRules.replace('if true', 'if false'));
      const open = async (): Promise<number> => (await at(`/tokens?alt=media&token=${newest ?? ''}`)).status;
      expect(await open()).toBe(200);
      expect(await change(`delete_token=${newest ?? ''}`)).toBe(old);
      expect(await open()).toBe(403);
      await putRules(server, openRules);
    });
  });
});
