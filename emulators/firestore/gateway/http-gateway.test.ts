import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPEN_RULES, putRules, startTestServer, type TestServer } from '../contract/test-server';
import { TestChannel } from '../testing/test-channel';

describe('the gateway for HTTP', () => {
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
      expect(unary).toMatchObject({
        status: 400,
        json: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
      });
      const streaming = await call(`/v1/${DOCUMENTS}:runQuery`, { structuredQuery: { limit: -1 } });
      expect(streaming).toMatchObject({
        status: 400,
        json: [{ error: { code: 400, status: 'INVALID_ARGUMENT' } }],
      });
    });

    it('answers an empty query result with its read time', async () => {
      const query = { structuredQuery: { from: [{ collectionId: 'none' }] } };
      expect((await call(`/v1/${DOCUMENTS}:runQuery`, query)).json).toEqual([
        { readTime: expect.any(String) },
      ]);
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
      const created = await call(`/v1/${DOCUMENTS}/r?documentId=one`, {
        fields: { a: { integerValue: '1' } },
      });
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
      [
        'two operations in one write',
        `{"writes":[{"delete":"${DOCUMENTS}/c/a","verify":"${DOCUMENTS}/c/a"}]}`,
      ],
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
      await call(`/v1/${DOCUMENTS}:commit`, {
        writes: [{ update: { name: `${DOCUMENTS}/c/a`, fields: {} } }],
      });
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
});

describe('web channel', () => {
  const DATABASE = 'projects/demo-test/databases/(default)';
  const NAME = `${DATABASE}/documents/c/a`;

  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
  });

  afterEach(() => server.close());

  const target = (targetId: number) => ({
    database: DATABASE,
    addTarget: { targetId, documents: { documents: [NAME] } },
  });

  const write = (text: string) => ({
    writes: [{ update: { name: NAME, fields: { text: { stringValue: text } } } }],
  });

  async function setDirectly(text: string): Promise<void> {
    const response = await fetch(`${server.url}/v1/${DATABASE}/documents:commit`, {
      method: 'POST',
      headers: { Authorization: 'Bearer owner' },
      body: JSON.stringify(write(text)),
    });
    expect(response.status).toBe(200);
  }

  async function listening(): Promise<TestChannel> {
    const channel = new TestChannel(server, 'Listen');
    await channel.handshake([target(2)]);
    return channel;
  }

  /** A Write channel that has sent one write. */
  async function written(): Promise<TestChannel> {
    const channel = new TestChannel(server, 'Write');
    await channel.handshake([{ database: DATABASE }]);
    await channel.post([{ streamToken: '', ...write('x') }], 1);
    return channel;
  }

  const idleFor = (ms: number): Promise<'idle'> =>
    new Promise((resolve) => {
      setTimeout(() => resolve('idle'), ms);
    });

  /** ADD, documentDelete, CURRENT, snapshot: the messages for a new target on a missing document. */
  const START = 4;

  describe('a WebChannel', () => {
    it('starts with the session id, the protocol version and the keep-alive interval', async () => {
      const channel = new TestChannel(server, 'Listen');
      const frames = await channel.handshake([]);
      expect(frames).toEqual([[[0, ['c', channel.sid, '', 8, 14, 30_000]]]]);
    });

    it('sends a noop at once when a GET finds no data', async () => {
      const channel = new TestChannel(server, 'Listen');
      await channel.handshake([]);
      expect(await channel.first(1, 0)).toEqual([[1, ['noop']]]);
    });

    it('numbers its arrays and frames them by UTF-16 length', async () => {
      const channel = await listening();
      await setDirectly('ünï🙂 text');
      const arrays = await channel.first(START + 2, 0);
      expect(arrays.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(JSON.stringify(arrays[4])).toContain('ünï🙂 text');
    });

    it('sends again only what the client has not acknowledged', async () => {
      const channel = await listening();
      await channel.first(START, 0);
      expect((await channel.first(2, 2)).map(([id]) => id)).toEqual([3, 4]);
    });

    it('answers a POST with three numbers', async () => {
      const channel = await listening();
      const { text } = await channel.post([{ database: DATABASE, removeTarget: 2 }], 1, 0);
      expect(text).toMatch(/^\d+\n\[0,0,\d+\]$/);
      expect(text.slice(text.indexOf('\n') + 1)).toHaveLength(Number(text.split('\n')[0]));
    });

    it('handles a message once, even when its POST is repeated', async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }]);
      const increment = {
        streamToken: '',
        writes: [
          {
            transform: {
              document: NAME,
              fieldTransforms: [{ fieldPath: 'n', increment: { integerValue: 1 } }],
            },
          },
        ],
      };
      await channel.post([increment], 1);
      await channel.post([increment], 1);
      const stored = await fetch(`${server.url}/v1/${NAME}`, { headers: { Authorization: 'Bearer owner' } });
      expect(await stored.json()).toMatchObject({ fields: { n: { integerValue: '1' } } });
    });

    it('ends a long poll with its first data, and an empty one with a noop in time', async () => {
      const channel = new TestChannel(server, 'Listen');
      await channel.handshake([]);
      const empty: unknown[] = [];
      for await (const array of channel.get(0, { longPolling: true, timeoutMs: 50 })) empty.push(array);
      expect(empty).toEqual([[1, ['noop']]]);
      const polled: unknown[] = [];
      const polling = (async () => {
        for await (const array of channel.get(1, { longPolling: true })) polled.push(array);
      })();
      await channel.post([target(2)], 0, 1);
      await polling;
      expect(polled.length).toBeGreaterThan(0);
    });

    it('answers 400 for an unknown session, with a body that does not start with "Unknown SID"', async () => {
      const channel = new TestChannel(server, 'Listen');
      channel.sid = 'gone';
      const { status, text } = await channel.post([], 0);
      expect(status).toBe(400);
      expect(text.indexOf('Unknown SID')).toBeGreaterThan(0);
      await expect(channel.first(1, 0)).rejects.toThrow(/Unknown SID/);
    });

    it('forgets a closed session and ends its GET', async () => {
      const channel = await listening();
      const ended = (async () => {
        for await (const array of channel.get(0)) void array;
      })();
      expect(await channel.terminate()).toBe(200);
      await ended;
      expect((await channel.post([], 1)).status).toBe(400);
    });

    it("sends a stream's error as its last message, then closes", async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }]);
      const missing = { update: { name: NAME, fields: {} }, currentDocument: { exists: true } };
      await channel.post([{ streamToken: '', writes: [missing] }], 1);
      const arrays: unknown[] = [];
      for await (const [, content] of channel.get(0)) {
        arrays.push(...content);
        if (content[0] === 'close') break;
      }
      expect(arrays[1]).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
      expect(arrays.at(-1)).toBe('close');
    });

    it('closes an idle Write channel only while connections are scarce', async () => {
      const listeners = [0, 1, 2].map(async () => (await listening()).get(0));
      for (const listener of listeners) await (await listener).next();
      const messages = (await written()).get(0);
      await messages.next();
      await messages.next();
      const closing = messages.next();
      expect(await Promise.race([closing, idleFor(900)])).toBe('idle');
      const fifth = (await listening()).get(0);
      await fifth.next();
      expect((await closing).value).toMatchObject([3, [{ error: { status: 'UNAVAILABLE' } }]]);
      expect((await messages.next()).value).toEqual([4, ['close']]);
      expect((await fifth.next()).done).toBe(false);
      for (const held of [...listeners, fifth]) await (await held).return(undefined);
    });

    it('denies a client that no rule allows', async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }], '');
      await channel.post([{ streamToken: '', ...write('x') }], 1);
      const arrays = await channel.first(2, 0);
      expect(JSON.stringify(arrays[1])).toContain('PERMISSION_DENIED');
    });
  });
});
