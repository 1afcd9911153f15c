import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPEN_RULES, putRules, startTestServer, type TestServer } from '../contract/test-server';
import { TestChannel } from '../testing/test-client';

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

describe('what is refused', () => {
  // Requests that production was observed to refuse or accept (docs/decisions/tools.md). The admin SDK sends all of them unchecked.
  const DATABASE = 'projects/demo-test/databases/(default)';
  const DOCUMENTS = `${DATABASE}/documents`;

  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await commit([write('c/a', { n: int(1), tags: list(int(1), int(2)) })]);
  });
  afterAll(() => server.close());

  type Json = Readonly<Record<string, unknown>>;

  const int = (n: number): Json => ({ integerValue: String(n) });
  const list = (...values: Json[]): Json => ({ arrayValue: { values } });
  const map = (fields: Json): Json => ({ mapValue: { fields } });
  const isNull: Json = { nullValue: null };
  const reference = (path: string): Json => ({ referenceValue: `${DOCUMENTS}/${path}` });

  const write = (path: string, fields: Json, more: Json = {}): Json => ({
    update: { name: `${DOCUMENTS}/${path}`, fields },
    ...more,
  });

  interface Answer {
    readonly status: number;
    readonly json: unknown;
  }

  async function ask(method: string, path: string, body?: Json): Promise<Answer> {
    const answer = await fetch(`${server.url}/v1/${DOCUMENTS}${path}`, {
      method,
      headers: { authorization: 'Bearer owner' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: await answer.json() };
  }

  const commit = (writes: readonly Json[]): Promise<Answer> => ask('POST', ':commit', { writes });

  /** The names of a query's results, or the status of its error. */
  async function query(where: Json | undefined, more: Json = {}): Promise<string[] | string> {
    const structuredQuery = { from: [{ collectionId: 'c' }], where };
    const { json } = await ask('POST', ':runQuery', { structuredQuery, ...more });
    const answers = json as { document?: { name: string }; error?: { status: string } }[];
    const refused = answers[0]?.error?.status;
    return refused ?? answers.flatMap(({ document }) => document?.name.slice(DOCUMENTS.length + 1) ?? []);
  }

  const field = (fieldPath: string, op: string, value: Json): Json => ({
    fieldFilter: { field: { fieldPath }, op, value },
  });
  const unary = (fieldPath: string, op: string): Json => ({ unaryFilter: { field: { fieldPath }, op } });
  const composite = (op: 'AND' | 'OR', ...filters: Json[]): Json => ({ compositeFilter: { op, filters } });

  const has = (n: number): Json => field('tags', 'ARRAY_CONTAINS', int(n));
  const notIn = field('n', 'NOT_IN', list(int(7)));

  describe('a query', () => {
    it.each<[string, Json]>([
      ['two of != and not-in', composite('AND', field('n', 'NOT_EQUAL', int(2)), notIn)],
      ['two of "is not"', composite('AND', unary('n', 'IS_NOT_NAN'), unary('tags', 'IS_NOT_NULL'))],
      ['not-in beside in', composite('AND', notIn, field('n', 'IN', list(int(1))))],
      [
        'not-in beside array-contains-any',
        composite('AND', notIn, field('tags', 'ARRAY_CONTAINS_ANY', list(int(1)))),
      ],
      ['not-in beside or', composite('AND', notIn, composite('OR', has(1), field('n', 'EQUAL', int(1))))],
      ['array-contains twice', composite('AND', has(1), has(2))],
      [
        'array-contains twice in one disjunction',
        composite('AND', has(1), composite('OR', has(2), field('n', 'EQUAL', int(1)))),
      ],
      [
        'a document of another database',
        field('__name__', 'EQUAL', {
          referenceValue: `${DATABASE.replace('(default)', 'other')}/documents/c/a`,
        }),
      ],
    ])('with %s is refused', async (_, where) => {
      expect(await query(where)).toBe('INVALID_ARGUMENT');
    });

    it('may have one of each, and one array-contains in every disjunction', async () => {
      expect(await query(composite('AND', notIn, has(1)))).toEqual(['c/a']);
      expect(await query(composite('OR', has(1), has(2)))).toEqual(['c/a']);
      expect(await query(composite('AND', composite('OR', has(1)), notIn))).toEqual(['c/a']);
    });

    it('with an empty composite filter returns every document', async () => {
      expect(await query(composite('AND'))).toEqual(['c/a']);
      expect(await query(composite('AND', composite('OR'), field('n', 'EQUAL', int(1))))).toEqual(['c/a']);
      expect(await query({ compositeFilter: { filters: [has(1)] } })).toBe('INVALID_ARGUMENT');
    });

    it('with != null finds nothing, because IS_NOT_NULL is a separate operator', async () => {
      expect(await query(field('n', 'NOT_EQUAL', isNull))).toEqual([]);
      expect(await query(unary('n', 'IS_NOT_NULL'))).toEqual(['c/a']);
    });

    it('cannot have a read time in the future', async () => {
      expect(await query(undefined, { readTime: '2999-01-01T00:00:00Z' })).toBe('INVALID_ARGUMENT');
      const begun = await ask('POST', ':beginTransaction', {
        options: { readOnly: { readTime: '2999-01-01T00:00:00Z' } },
      });
      expect(begun.status).toBe(400);
    });
  });

  describe('a write', () => {
    it.each<[string, Json]>([
      ['a list in a list', { a: list(list(int(1))) }],
      ['a list in a list below a map', { a: map({ b: list(int(1), list()) }) }],
      ['a field with a reserved name', { __id__: int(1) }],
      ['a reference to a collection', { a: reference('c') }],
      ['a reference to a collection in a list', { a: list(reference('c/a/d')) }],
    ])('of %s is refused', async (_, fields) => {
      expect((await commit([write('w/x', fields)])).status).toBe(400);
    });

    it('of a list of maps with lists is accepted, and of references to any document', async () => {
      const fields = {
        a: list(map({ b: list(int(1)) })),
        here: reference('c/a'),
        there: { referenceValue: 'projects/other/databases/(default)/documents/x/y' },
      };
      expect((await commit([write('w/y', fields)])).status).toBe(200);
    });

    it('that appends a list to an array is refused', async () => {
      const transforms = [{ fieldPath: 'tags', appendMissingElements: { values: [list(int(1))] } }];
      const update = write('c/a', {}, { updateMask: { fieldPaths: [] }, updateTransforms: transforms });
      expect((await commit([update])).status).toBe(400);
    });

    it('that deletes cannot have a mask', async () => {
      const remove = { delete: `${DOCUMENTS}/c/b` };
      expect((await commit([{ ...remove, updateMask: { fieldPaths: ['a'] } }])).status).toBe(400);
      expect((await commit([remove])).status).toBe(200);
    });

    it('can have up to 500 transforms', async () => {
      const many = (count: number): Promise<Answer> =>
        commit([
          write(
            'w/z',
            {},
            {
              updateTransforms: Array.from({ length: count }, (_, n) => ({
                fieldPath: `f${n}`,
                increment: int(1),
              })),
            },
          ),
        ]);
      expect([(await many(501)).status, (await many(500)).status]).toEqual([400, 200]);
    });
  });

  describe('a list request', () => {
    it('refuses a page token from another request', async () => {
      expect((await ask('GET', '/c?pageToken=nonsense')).status).toBe(400);
      expect((await ask('GET', '/c?pageToken=c/a')).status).toBe(200);
    });
  });

  describe('a transaction', () => {
    const begin = async (): Promise<string> =>
      ((await ask('POST', ':beginTransaction', {})).json as { transaction: string }).transaction;
    const end = async (verb: ':commit' | ':rollback', transaction: string): Promise<number> =>
      (await ask('POST', verb, { transaction })).status;

    it.each([':commit', ':rollback'] as const)(
      'that was ended by %s is ABORTED, so that the SDK retries it, and it may be rolled back again',
      async (verb) => {
        const id = await begin();
        expect(await end(verb, id)).toBe(200);
        expect([await end(':commit', id), await end(':rollback', id)]).toEqual([409, 200]);
        expect((await ask('GET', `/c/a?transaction=${encodeURIComponent(id)}`)).status).toBe(409);
      },
    );

    it.each([
      [{}, 400],
      [{ readWrite: {} }, 200],
    ])(
      'started by a read with %j answers a write with %i: it is read-only unless the request says otherwise',
      async (newTransaction, status) => {
        const read = await ask('POST', ':batchGet', { documents: [`${DOCUMENTS}/c/a`], newTransaction });
        const [{ transaction }] = read.json as [{ transaction: string }];
        const writes = [write('w/begun', {})];
        expect((await ask('POST', ':commit', { writes, transaction })).status).toBe(status);
      },
    );

    it('that was never started is refused with an error that the SDK does not retry', async () => {
      const id = Buffer.from('never started').toString('base64');
      expect([await end(':commit', id), await end(':rollback', id)]).toEqual([400, 400]);
    });
  });
});
