import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Database } from '../engine/database';
import { compileQuery } from '../query/run-query';
import { parseQuery } from '../query/parse-query';
import { commitTo, DATABASE, int, nameOf, set } from '../testing/test-database';
import type { StructuredQuery, WriteMessage } from '../wire/messages';
import { queryTarget, testListening } from '../testing/test-client';

const field = (fieldPath: string) => ({ field: { fieldPath } });

const queries: fc.Arbitrary<StructuredQuery> = fc
  .record({
    filtered: fc.boolean(),
    direction: fc.constantFrom('ASCENDING', 'DESCENDING'),
    limit: fc.option(fc.integer({ min: 1, max: 4 })),
    offset: fc.integer({ min: 0, max: 2 }),
    group: fc.boolean(),
  })
  .map(({ filtered, direction, limit, offset, group }) => {
    const query: StructuredQuery = {
      from: [{ collectionId: 'c', allDescendants: group }],
      orderBy: [{ ...field('n'), direction }],
    };
    if (filtered) query.where = { fieldFilter: { ...field('n'), op: 'GREATER_THAN', value: int(2) } };
    if (limit !== null) query.limit = limit;
    if (limit !== null && offset > 0) query.offset = offset;
    return query;
  });

const write: fc.Arbitrary<WriteMessage> = fc
  .record({
    path: fc.constantFrom('c/a', 'c/b', 'c/d', 'c/e', 'c/f', 'x/y/c/g', 'x/y/c/h', 'other/z'),
    n: fc.option(fc.integer({ min: 0, max: 6 })),
  })
  .map(({ path, n }) => (n === null ? { delete: nameOf(path) } : set(path, { n: int(n) })));

const commits = fc.array(
  fc.uniqueArray(write, { maxLength: 3, selector: (w) => w.delete ?? w.update?.name }),
  {
    maxLength: 8,
  },
);

const resultOf = (database: Database, query: StructuredQuery): string[] =>
  database
    .run(compileQuery(parseQuery(`${DATABASE}/documents`, query)), new Map())
    .map(({ path }) => path)
    .sort();

describe('a listener', () => {
  it('has the result of its query after every commit', () => {
    fc.assert(
      fc.property(queries, commits, commits, (query, before, after) => {
        const { database, connect } = testListening();
        for (const writes of before) commitTo(database, ...writes);
        const client = connect();
        client.add(queryTarget(2, query));
        expect(client.held(2).sort()).toEqual(resultOf(database, query));
        for (const writes of after) {
          commitTo(database, ...writes);
          expect(client.held(2).sort()).toEqual(resultOf(database, query));
        }
      }),
      { numRuns: 300 * inject('times') },
    );
  });

  it('that resumes with its token gets the missed changes and the correct count', () => {
    fc.assert(
      fc.property(queries, commits, commits, (query, before, missed) => {
        const { database, connect } = testListening();
        for (const writes of before) commitTo(database, ...writes);
        const client = connect();
        client.add(queryTarget(2, query));
        const token = client.lastToken();
        client.stream.receive({ database: DATABASE, removeTarget: 2 });
        for (const writes of missed) commitTo(database, ...writes);
        client.take();
        client.add({ ...queryTarget(2, query), resumeToken: token, expectedCount: client.held(2).length });
        expect(client.held(2).sort()).toEqual(resultOf(database, query));
        expect(client.take().some(({ filter }) => filter !== undefined)).toBe(true);
      }),
      { numRuns: 300 * inject('times') },
    );
  });

  it('that missed nothing gets no document again', () => {
    const { database, connect } = testListening();
    const query = { from: [{ collectionId: 'c' }] };
    commitTo(database, set('c/a', {}), set('c/b', {}));
    const client = connect();
    client.add(queryTarget(2, query));
    client.take();
    client.add({ ...queryTarget(2, query), resumeToken: client.lastToken() });
    expect(client.take().filter(({ documentChange }) => documentChange !== undefined)).toEqual([]);
  });

  it('with an unknown token gets the full result', () => {
    const { database, connect } = testListening();
    commitTo(database, set('c/a', {}));
    const client = connect();
    client.add({ ...queryTarget(2, { from: [{ collectionId: 'c' }] }), resumeToken: 'Zm9yZWlnbg==' });
    expect(client.held(2)).toEqual(['c/a']);
  });
});
