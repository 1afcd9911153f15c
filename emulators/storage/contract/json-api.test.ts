import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminStorage, startTestStorage, type AdminStorage, type TestStorage } from './test-storage';

// Production's recorded answers of the JSON API (docs/decisions/emulators.md).

let server: TestStorage;
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
    await send('PATCH', '/from', { metadata: { marker: 'source', firebaseStorageDownloadTokens: 'secret' } });
    const plain: unknown = await (await at('/from/copyTo/b/demo/o/plain', { method: 'POST' })).json();
    expect(plain).toMatchObject({
      contentType: 'text/plain',
      metadata: { marker: 'source', firebaseStorageDownloadTokens: 'secret' },
    });
    const settings = { contentType: 'text/html', metadata: { other: 'one' } };
    const { resource } = (await (await send('POST', '/from/rewriteTo/b/demo/o/other', settings)).json()) as {
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
