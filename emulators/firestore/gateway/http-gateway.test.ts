import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN_RULES, putRules, startTestServer, type TestServer } from '../contract/test-server';

const DATABASE = 'projects/demo-test/databases/(default)';
const DOCUMENTS = `${DATABASE}/documents`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly json: unknown;
}

/** node:http, because fetch sets Host and Origin itself. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${server.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const json: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
      });
    });
    outgoing.on('error', reject).end(body);
  });
}

const owner = { authorization: 'Bearer owner' };
const call = (path: string, body: unknown, headers: Record<string, string> = owner): Promise<Answer> =>
  send('POST', path, headers, JSON.stringify(body));

const controls: [string, string][] = [
  ['DELETE', `/emulator/v1/${DOCUMENTS}`],
  ['PUT', '/emulator/v1/projects/demo-test:securityRules'],
  ['POST', '/reset'],
  ['GET', `/v1/${DOCUMENTS}/c/a`],
  ['POST', '/google.firestore.v1.Firestore/Listen/channel'],
];

describe('the HTTP server', () => {
  it.each(controls)('refuses %s %s from a page of another site', async (method, path) => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
      const answer = await send(method, path, { ...owner, origin });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each(controls)('refuses %s %s with a Host name that is not loopback', async (method, path) => {
    for (const host of ['evil.example', 'evil.example:8080', '192.168.1.5', 'localhost.evil.example']) {
      expect((await send(method, path, { ...owner, host })).status).toBe(403);
    }
  });

  it('accepts requests with credentials from local pages', async () => {
    for (const origin of ['http://localhost:4100', 'http://127.0.0.1:4200', 'http://t7.localhost:4100']) {
      const { status, headers } = await send('GET', '/', { origin });
      expect(status).toBe(200);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBe('true');
    }
  });

  it('answers a preflight with the requested headers', async () => {
    const { status, headers } = await send('OPTIONS', `/v1/${DOCUMENTS}:commit`, {
      origin: 'http://localhost:4100',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-goog-api-client',
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('authorization,x-goog-api-client');
  });
});

describe('REST', () => {
  it('answers a unary error with an object, and a streaming error with a list', async () => {
    const unary = await call(`/v1/${DOCUMENTS}:commit`, { writes: [{ delete: 'nonsense' }] });
    expect(unary).toMatchObject({ status: 400, json: { error: { code: 400, status: 'INVALID_ARGUMENT' } } });
    const streaming = await call(`/v1/${DOCUMENTS}:runQuery`, { structuredQuery: { limit: -1 } });
    expect(streaming).toMatchObject({
      status: 400,
      json: [{ error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    });
  });

  it('answers an empty query result with its read time', async () => {
    const query = { structuredQuery: { from: [{ collectionId: 'none' }] } };
    expect((await call(`/v1/${DOCUMENTS}:runQuery`, query)).json).toEqual([{ readTime: expect.any(String) }]);
  });

  it('accepts enums as numbers and as names, and limits with and without a wrapper object', async () => {
    await call(`/v1/${DOCUMENTS}:commit`, {
      writes: [1, 2, 3].map((n) => ({
        update: { name: `${DOCUMENTS}/e/${n}`, fields: { n: { integerValue: n } } },
      })),
    });
    const ask = (op: unknown, direction: unknown, limit: unknown) =>
      call(`/v1/${DOCUMENTS}:runQuery`, {
        structuredQuery: {
          from: [{ collectionId: 'e' }],
          where: { fieldFilter: { field: { fieldPath: 'n' }, op, value: { integerValue: '1' } } },
          orderBy: [{ field: { fieldPath: 'n' }, direction }],
          limit,
        },
      });
    const named = await ask('GREATER_THAN', 'DESCENDING', 1);
    expect(named.json).toMatchObject([{ document: { fields: { n: { integerValue: '3' } } } }]);
    const { document } = (named.json as [{ document: unknown }])[0];
    expect((await ask(3, 2, { value: 1 })).json).toMatchObject([{ document }]);
  });

  it('creates, reads, patches, lists and deletes a document by its path', async () => {
    const created = await call(`/v1/${DOCUMENTS}/r?documentId=one`, { fields: { a: { integerValue: '1' } } });
    expect(created).toMatchObject({ status: 200, json: { name: `${DOCUMENTS}/r/one` } });
    const again = await call(`/v1/${DOCUMENTS}/r?documentId=one`, { fields: {} });
    expect(again).toMatchObject({ status: 409, json: { error: { status: 'ALREADY_EXISTS' } } });
    const patch = JSON.stringify({ fields: { b: { stringValue: 'x' } } });
    await send('PATCH', `/v1/${DOCUMENTS}/r/one?updateMask.fieldPaths=b`, owner, patch);
    const read = await send('GET', `/v1/${DOCUMENTS}/r/one`, owner);
    expect(read.json).toMatchObject({ fields: { a: { integerValue: '1' }, b: { stringValue: 'x' } } });
    const listed = await send('GET', `/v1/${DOCUMENTS}/r?pageSize=5`, owner);
    expect(listed.json).toMatchObject({ documents: [{ name: `${DOCUMENTS}/r/one` }] });
    expect((await send('DELETE', `/v1/${DOCUMENTS}/r/one`, owner)).status).toBe(200);
    expect((await send('GET', `/v1/${DOCUMENTS}/r/one`, owner)).status).toBe(404);
  });

  it('keeps fields with any name, and exact 64-bit integers', async () => {
    const fields = `{"m":{"mapValue":{"fields":{"__proto__":{"integerValue":"9223372036854775807"}}}},"constructor":{"nullValue":null}}`;
    const body = `{"writes":[{"update":{"name":"${DOCUMENTS}/odd/one","fields":${fields}}}]}`;
    expect((await send('POST', `/v1/${DOCUMENTS}:commit`, owner, body)).status).toBe(200);
    const { json } = await send('GET', `/v1/${DOCUMENTS}/odd/one`, owner);
    expect(JSON.stringify(json)).toContain('"__proto__":{"integerValue":"9223372036854775807"}');
  });

  it.each([
    ['not JSON', '{'],
    ['two operations in one write', `{"writes":[{"delete":"${DOCUMENTS}/c/a","verify":"${DOCUMENTS}/c/a"}]}`],
    ['a document of another database', '{"writes":[{"delete":"projects/x/databases/y/documents/c/a"}]}'],
    [
      'a number that is too large',
      `{"writes":[{"update":{"name":"${DOCUMENTS}/c/a","fields":{"a":{"integerValue":"9223372036854775808"}}}}]}`,
    ],
    ['a value without a type', `{"writes":[{"update":{"name":"${DOCUMENTS}/c/a","fields":{"a":{}}}}]}`],
  ])('refuses %s as INVALID_ARGUMENT', async (_, body) => {
    const answer = await send('POST', `/v1/${DOCUMENTS}:commit`, owner, body);
    expect(answer).toMatchObject({ status: 400, json: { error: { status: 'INVALID_ARGUMENT' } } });
  });

  it('answers UNIMPLEMENTED for what it does not support', async () => {
    const pipeline = await call(`/v1/${DOCUMENTS}:executePipeline`, {});
    expect(pipeline).toMatchObject({ status: 501, json: { error: { status: 'UNIMPLEMENTED' } } });
    const explained = await call(`/v1/${DOCUMENTS}:runQuery`, { structuredQuery: {}, explainOptions: {} });
    expect(explained.status).toBe(501);
    expect((await call('/emulator/v1/projects/demo-test:export', {})).status).toBe(501);
  });

  it('refuses a token that cannot be parsed', async () => {
    const answer = await call(
      `/v1/${DOCUMENTS}:commit`,
      { writes: [] },
      { authorization: 'Bearer nonsense' },
    );
    expect(answer).toMatchObject({ status: 401, json: { error: { status: 'UNAUTHENTICATED' } } });
  });
});

describe('control paths', () => {
  it('answer Ok at the root, clear a database, set rules, and refuse invalid ones with line and column, which keeps the active ones', async () => {
    expect((await send('GET', '/', {})).json).toBe('Ok\n');
    await call(`/v1/${DOCUMENTS}:commit`, { writes: [{ update: { name: `${DOCUMENTS}/c/a`, fields: {} } }] });
    expect((await send('DELETE', `/emulator/v1/${DOCUMENTS}`, {})).status).toBe(200);
    expect((await send('GET', `/v1/${DOCUMENTS}/c/a`, owner)).status).toBe(404);
    expect((await send('GET', `/v1/${DOCUMENTS}/c/a`, {})).status).toBe(403);
    expect((await putRules(server, OPEN_RULES)).status).toBe(200);
    expect((await send('GET', `/v1/${DOCUMENTS}/c/a`, {})).status).toBe(404);

    const response = await putRules(server, 'service cloud.firestore { match /x }');
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { sourcePosition: { line: number } }[] };
    expect(issues[0]?.sourcePosition.line).toBe(1);
    expect((await send('GET', `/v1/${DOCUMENTS}/c/a`, {})).status).toBe(404);
  });
});
