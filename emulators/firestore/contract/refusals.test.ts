import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server';

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
