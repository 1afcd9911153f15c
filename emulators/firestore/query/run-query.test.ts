import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { WireValue } from '../../wire-value';
import type { Database } from '../engine/database';
import type { FilterMessage, StructuredQuery } from '../wire/messages';
import { compileQuery } from './run-query';
import { parseQuery } from './parse-query';
import { commitTo, DATABASE, int, inMemoryDatabase, nameOf, set } from '../testing/test-database';

const PARENT = `${DATABASE}/documents`;

/** Enough documents that queries use the indexes. */
function filled(): Database {
  const database = inMemoryDatabase();
  const writes = Array.from({ length: 400 }, (_, i) =>
    set(`c/${i % 50 === 0 ? `__id${i}__` : `d${i}`}`, {
      a: int((i * 7) % 5),
      b: { doubleValue: ((i * 13) % 11) / 2 },
      ...(i % 3 === 0 ? { c: { stringValue: `s${i % 4}` } } : {}),
    }),
  );
  commitTo(database, ...writes);
  return database;
}

/** The reference result of a query: all matches, sorted, then limited. */
function plainly(database: Database, query: StructuredQuery): string[] {
  const compiled = compileQuery(parseQuery(PARENT, query));
  const all = [...database.tree.documents()].filter((document) => compiled.matches(document));
  const { offset, limit } = compiled.query;
  return all
    .sort(compiled.compare)
    .slice(offset, limit === null ? undefined : offset + limit)
    .map(({ path }) => path);
}

const run = (database: Database, query: StructuredQuery): string[] =>
  database.run(compileQuery(parseQuery(PARENT, query)), new Map()).map(({ path }) => path);

const operand: fc.Arbitrary<WireValue> = fc.oneof(
  fc.integer({ min: -1, max: 6 }).map(int),
  fc.integer({ min: 0, max: 3 }).map((n) => ({ stringValue: `s${n}` })),
);

const fieldFilter: fc.Arbitrary<FilterMessage> = fc
  .record({
    fieldPath: fc.constantFrom('a', 'b', 'c'),
    op: fc.constantFrom('EQUAL', 'LESS_THAN', 'GREATER_THAN_OR_EQUAL', 'IN'),
    values: fc.array(operand, { minLength: 1, maxLength: 3 }),
  })
  .map(({ fieldPath, op, values }) => {
    const value = op === 'IN' ? { arrayValue: { values } } : (values[0] ?? int(0));
    return { fieldFilter: { field: { fieldPath }, op, value } };
  });

const filter: fc.Arbitrary<FilterMessage | null> = fc.oneof(
  fc.constant(null),
  fieldFilter,
  fc
    .record({
      op: fc.constantFrom('AND', 'OR'),
      filters: fc.array(fieldFilter, { minLength: 1, maxLength: 3 }),
    })
    .map((compositeFilter) => ({ compositeFilter })),
);

const orderBy = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('a', 'b', 'c').map((fieldPath) => ({ fieldPath })),
    direction: fc.constantFrom('ASCENDING', 'DESCENDING'),
  }),
  { maxLength: 2, selector: ({ field }) => field.fieldPath },
);

const queries: fc.Arbitrary<StructuredQuery> = fc
  .record({
    filter,
    orderBy,
    limit: fc.option(fc.integer({ min: 0, max: 30 })),
    offset: fc.integer({ min: 0, max: 10 }),
    start: fc.option(fc.record({ value: operand, before: fc.boolean() })),
    end: fc.option(fc.record({ value: operand, before: fc.boolean() })),
  })
  .map(({ filter: where, orderBy: orders, limit, offset, start, end }) => {
    const query: StructuredQuery = { from: [{ collectionId: 'c' }], orderBy: orders, offset };
    if (where !== null) query.where = where;
    if (limit !== null) query.limit = limit;
    if (orders.length > 0 && start !== null) query.startAt = { values: [start.value], before: start.before };
    if (orders.length > 0 && end !== null) query.endAt = { values: [end.value], before: end.before };
    return query;
  });

describe('a query over a large collection', () => {
  it('returns the same result with an index as with a full scan, in the same order', () => {
    const database = filled();
    fc.assert(
      fc.property(queries, (query) => {
        expect(run(database, query)).toEqual(plainly(database, query));
      }),
      { numRuns: 300 * inject('times') },
    );
  });

  it('returns the same result after documents were added, changed and deleted', () => {
    const database = filled();
    const change = fc.record({
      id: fc.integer({ min: 0, max: 450 }),
      a: fc.option(fc.integer({ max: 6, min: -1 })),
    });
    fc.assert(
      fc.property(queries, fc.array(change, { maxLength: 5 }), (query, changes) => {
        run(database, query);
        for (const { id, a } of changes) {
          commitTo(
            database,
            a === null ? { delete: nameOf(`c/d${id}`) } : set(`c/d${id}`, { a: int(a), b: int(id) }),
          );
        }
        expect(run(database, query)).toEqual(plainly(database, query));
      }),
      { numRuns: 200 * inject('times') },
    );
  });
});
