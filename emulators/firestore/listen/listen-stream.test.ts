import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Database } from '../engine/database';
import { parseQuery } from '../query/parse-query';
import { compileQuery } from '../query/run-query';
import { queryTarget, testListening, DATABASE, commitTo, int, nameOf, set } from '../testing/test-client';
import type { ListenResponse, StructuredQuery, WriteMessage } from '../wire/messages';

describe('a Listen stream', () => {
  const kindsOf = (messages: readonly ListenResponse[]): string[] =>
    messages.map(({ targetChange, ...rest }) =>
      targetChange === undefined
        ? (Object.keys(rest)[0] ?? '')
        : (targetChange.targetChangeType ?? 'SNAPSHOT'),
    );

  const all = { from: [{ collectionId: 'c' }] };

  it('answers a target with ADD, its documents, CURRENT and a snapshot without target ids', () => {
    const { database, connect } = testListening();
    commitTo(database, set('c/a', { n: int(1) }));
    const client = connect();
    client.add(queryTarget(2, all));
    const messages = client.take();
    expect(kindsOf(messages)).toEqual(['ADD', 'documentChange', 'CURRENT', 'SNAPSHOT']);
    expect(messages[1]?.documentChange).toMatchObject({ document: { name: nameOf('c/a') }, targetIds: [2] });
    expect(messages[3]?.targetChange).toEqual({
      readTime: expect.any(String),
      resumeToken: expect.any(String),
    });
  });

  it('reports a missing document that a client listens to', () => {
    const client = testListening().connect();
    client.add({ targetId: 1, documents: { documents: [nameOf('c/none')] } });
    expect(client.take()[1]).toEqual({
      documentDelete: { document: nameOf('c/none'), removedTargetIds: [1], readTime: expect.any(String) },
    });
  });

  it('sends only the changes, with one snapshot for each commit', () => {
    const { database, connect } = testListening();
    for (let i = 0; i < 50; i++) commitTo(database, set(`c/d${i}`, { n: int(i) }));
    const client = connect();
    client.add(queryTarget(2, all));
    client.take();
    commitTo(database, set('c/d7', { n: int(-7) }), { delete: nameOf('c/d8') }, set('elsewhere/x', {}));
    expect(kindsOf(client.take())).toEqual(['documentChange', 'documentDelete', 'SNAPSHOT']);
    commitTo(database, set('elsewhere/y', {}));
    commitTo(database, set('c/d7', { n: int(-7) }));
    expect(client.take()).toEqual([]);
  });

  it('merges the changes of several targets to one document into one message', () => {
    const { database, connect } = testListening();
    const client = connect();
    client.add(queryTarget(2, all));
    client.add({ targetId: 4, documents: { documents: [nameOf('c/a')] } });
    client.add(
      queryTarget(6, {
        ...all,
        where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'EQUAL', value: int(1) } },
      }),
    );
    commitTo(database, set('c/a', { n: int(1) }));
    client.take();
    commitTo(database, set('c/a', { n: int(2) }));
    const [change] = client.take();
    expect(change?.documentChange?.targetIds?.toSorted()).toEqual([2, 4]);
    expect(change?.documentChange?.removedTargetIds).toEqual([6]);
  });

  it('answers every REMOVE once, also for an unknown target', () => {
    const { database, connect } = testListening();
    const client = connect();
    client.add(queryTarget(2, all));
    client.take();
    client.stream.receive({ database: DATABASE, removeTarget: 2 });
    client.stream.receive({ database: DATABASE, removeTarget: 99 });
    expect(client.take()).toEqual(
      [2, 99].map((id) => ({ targetChange: { targetChangeType: 'REMOVE', targetIds: [id] } })),
    );
    commitTo(database, set('c/a', {}));
    expect(client.take()).toEqual([]);
  });

  it('refuses an invalid target with ADD and REMOVE and a cause, and continues with the others', () => {
    const { database, connect } = testListening();
    const client = connect();
    client.add(queryTarget(2, { ...all, limit: -1 }));
    const messages = client.take();
    expect(kindsOf(messages)).toEqual(['ADD', 'REMOVE']);
    expect(messages[1]?.targetChange?.cause?.code).toBe(3);
    client.add(queryTarget(4, all));
    commitTo(database, set('c/a', {}));
    expect(client.held(4)).toEqual(['c/a']);
  });

  it('denies every target when no rules are loaded', () => {
    const lines: string[] = [];
    const { connect } = testListening(null, (line) => lines.push(line));
    const client = connect({ kind: 'client', auth: { uid: 'u', token: {} } });
    client.add(queryTarget(2, all));
    expect(client.take()[1]?.targetChange?.cause).toEqual({
      code: 7,
      message: 'Missing or insufficient permissions.',
    });
    expect(lines[0]).toContain('denied list');
  });

  it('reports the deletions when the database is cleared', () => {
    const { database, connect } = testListening();
    commitTo(database, set('c/a', {}), set('c/b', {}));
    const client = connect();
    client.add(queryTarget(2, all));
    expect(client.held(2)).toEqual(['c/a', 'c/b']);
    database.clear();
    expect(client.held(2)).toEqual([]);
  });

  it('costs nothing after it was closed', () => {
    const { database, connect } = testListening();
    const client = connect();
    client.add(queryTarget(2, all));
    client.take();
    client.stream.close();
    commitTo(database, set('c/a', {}));
    expect(client.take()).toEqual([]);
  });
});

describe('a listener', () => {
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
