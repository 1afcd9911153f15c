import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRules, putRules, startTestStorage, type TestStorage } from './test-storage';

// Production's recorded answers of `/v0` (docs/decisions/emulators.md).

let server: TestStorage;
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
