import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { Database } from '../engine/database';
import { commitTo, DATABASE, inMemoryDatabase, int, nameOf, set, text } from '../testing/test-client';
import { StatusError } from '../values/status';
import type { FilterMessage, StructuredQuery } from '../wire/messages';
import { parseQuery } from './parse-query';
import { compileQuery } from './run-query';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexCheck, type IndexCheck } from '../indexes/index-check';

describe('a query over a large collection', () => {
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
      if (orders.length > 0 && start !== null)
        query.startAt = { values: [start.value], before: start.before };
      if (orders.length > 0 && end !== null) query.endAt = { values: [end.value], before: end.before };
      return query;
    });

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

describe('filters and order', () => {
  const NAN: WireValue = { doubleValue: 'NaN' };
  const NULL: WireValue = { nullValue: null };
  const list = (...values: WireValue[]): WireValue => ({ arrayValue: { values } });

  const DOCUMENTS: Record<string, WireFields> = {
    absent: {},
    array: { v: list(int(1), text('a'), NULL, NAN) },
    int1: { v: int(1) },
    int2: { v: int(2) },
    double1: { v: { doubleValue: 1 } },
    nan: { v: NAN },
    null: { v: NULL },
    text: { v: text('a') },
  };

  function idsOf(query: StructuredQuery): string[] {
    const database = inMemoryDatabase();
    commitTo(database, ...Object.entries(DOCUMENTS).map(([id, fields]) => set(`c/${id}`, fields)));
    const compiled = compileQuery(
      parseQuery(`${DATABASE}/documents`, { from: [{ collectionId: 'c' }], ...query }),
    );
    return database.run(compiled, new Map()).map(({ path }) => path.slice(2));
  }

  const field = (op: string, value: WireValue): FilterMessage => ({
    fieldFilter: { field: { fieldPath: 'v' }, op, value },
  });

  const where = (filter: FilterMessage): string[] => idsOf({ where: filter }).sort();

  describe('filters', () => {
    it('treat 1 and 1.0 as equal, and null and NaN as equal to themselves', () => {
      expect(where(field('EQUAL', int(1)))).toEqual(['double1', 'int1']);
      expect(where(field('EQUAL', NULL))).toEqual(['null']);
      expect(where(field('EQUAL', NAN))).toEqual(['nan']);
    });

    it('compare only values of the same type', () => {
      expect(where(field('GREATER_THAN_OR_EQUAL', int(1)))).toEqual(['double1', 'int1', 'int2']);
      expect(where(field('LESS_THAN', text('b')))).toEqual(['text']);
      expect(where(field('LESS_THAN', int(5)))).toEqual(['double1', 'int1', 'int2']);
    });

    it('with != and not-in need the field, and a value other than null', () => {
      expect(where(field('NOT_EQUAL', int(1)))).toEqual(['array', 'int2', 'nan', 'text']);
      expect(where(field('NOT_IN', list(int(1), text('a'))))).toEqual(['array', 'int2', 'nan']);
      expect(where(field('NOT_IN', list(int(1), NULL)))).toEqual([]);
    });

    it('with in, array-contains and array-contains-any never match null and NaN', () => {
      expect(where(field('IN', list(int(1), NULL, NAN)))).toEqual(['double1', 'int1']);
      expect(where(field('ARRAY_CONTAINS', text('a')))).toEqual(['array']);
      expect(where(field('ARRAY_CONTAINS', NULL))).toEqual([]);
      expect(where(field('ARRAY_CONTAINS_ANY', list(NULL, NAN)))).toEqual([]);
      expect(where(field('ARRAY_CONTAINS_ANY', list(NULL, int(1))))).toEqual(['array']);
    });

    it.each([
      ['IS_NULL', ['null']],
      ['IS_NAN', ['nan']],
      ['IS_NOT_NULL', ['array', 'double1', 'int1', 'int2', 'nan', 'text']],
      ['IS_NOT_NAN', ['array', 'double1', 'int1', 'int2', 'text']],
    ])('%s', (op, ids) => {
      expect(where({ unaryFilter: { field: { fieldPath: 'v' }, op } })).toEqual(ids);
    });

    it('combine with and, or, to any depth', () => {
      const or: FilterMessage = {
        compositeFilter: { op: 'OR', filters: [field('EQUAL', int(2)), field('EQUAL', text('a'))] },
      };
      expect(where({ compositeFilter: { op: 'AND', filters: [or, field('GREATER_THAN', int(0))] } })).toEqual(
        ['int2'],
      );
      expect(where(or)).toEqual(['int2', 'text']);
    });

    it('find documents by name', () => {
      const name = (op: string, value: WireValue): FilterMessage => ({
        fieldFilter: { field: { fieldPath: '__name__' }, op, value },
      });
      expect(where(name('EQUAL', { referenceValue: nameOf('c/int1') }))).toEqual(['int1']);
      expect(where(name('GREATER_THAN', { referenceValue: nameOf('c/null') }))).toEqual(['text']);
    });
  });

  describe('a query', () => {
    it('leaves out documents without the ordered field', () => {
      const orderBy = [{ field: { fieldPath: 'v' } }];
      expect(idsOf({ orderBy })).toEqual(['null', 'nan', 'double1', 'int1', 'int2', 'text', 'array']);
    });

    it('orders by its inequality field and then by name, in the direction of the last order', () => {
      expect(idsOf({ where: field('GREATER_THAN', int(0)) })).toEqual(['double1', 'int1', 'int2']);
      const orderBy = [{ field: { fieldPath: 'v' }, direction: 'DESCENDING' }];
      expect(idsOf({ where: field('GREATER_THAN', int(0)), orderBy })).toEqual(['int2', 'int1', 'double1']);
    });

    it('is refused when production refuses it', () => {
      const byName = { field: { fieldPath: '__name__' } };
      const refused: StructuredQuery[] = [
        { orderBy: [byName, { field: { fieldPath: 'v' } }] },
        { orderBy: [byName], where: field('GREATER_THAN', int(1)) },
        { limit: -1 },
        { offset: -1 },
        { where: field('IN', list()) },
        { where: field('NOT_IN', list(...Array.from({ length: 11 }, (_, i) => int(i)))) },
        { startAt: { values: [int(1), int(2)] } },
        { from: [{ collectionId: 'a' }, { collectionId: 'b' }] },
        { from: [{ collectionId: '__reserved__' }] },
        { where: { fieldFilter: { field: { fieldPath: '__name__' }, op: 'EQUAL', value: int(1) } } },
      ];
      for (const query of refused) expect(() => idsOf(query), JSON.stringify(query)).toThrow(StatusError);
    });
  });
});

describe('declared indexes', () => {
  const documents = 'projects/p/databases/d/documents';
  const declared = {
    indexes: [
      index('COLLECTION', 'kind', 'at'),
      index('COLLECTION', 'colour', 'at'),
      index('COLLECTION', 'size', '-at'),
      index('COLLECTION_GROUP', 'state', 'at'),
      index('COLLECTION', 'a', '-b', 'c'),
      index('COLLECTION', 'x', '-__name__'),
      index('COLLECTION', 's', 'sum.a', 'sum.z'),
      { collectionGroup: 'c', fields: [{ fieldPath: 'tags', arrayConfig: 'CONTAINS' }, ...fields('at')] },
    ],
    fieldOverrides: [
      { collectionGroup: 'c', fieldPath: 'secret', indexes: [] },
      { collectionGroup: 'c', fieldPath: 'secret.open', indexes: [{ order: 'ASCENDING' }] },
      {
        collectionGroup: 'c',
        fieldPath: 'expiresAt',
        indexes: [{ order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' }],
      },
    ],
  };

  function fields(...names: string[]): object[] {
    return names.map((name) =>
      name.startsWith('-')
        ? { fieldPath: name.slice(1), order: 'DESCENDING' }
        : { fieldPath: name, order: 'ASCENDING' },
    );
  }

  function index(queryScope: string, ...names: string[]): object {
    return { collectionGroup: 'c', queryScope, fields: fields(...names) };
  }

  let folder: string;
  let check: IndexCheck;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-indexes-'));
    const file = join(folder, 'firestore.indexes.json');
    await writeFile(file, JSON.stringify(declared));
    check = indexCheck(file);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const one = { integerValue: '1' };
  const operators = {
    '==': 'EQUAL',
    '<': 'LESS_THAN',
    '!=': 'NOT_EQUAL',
    in: 'IN',
    has: 'ARRAY_CONTAINS',
  } as const;
  const operand = (op: string) => (op === 'in' ? { arrayValue: { values: [one] } } : one);

  /** `kind ==` as a filter of the wire protocol. */
  function filter(text: string): FilterMessage {
    const [fieldPath = '', op = ''] = text.split(' ');
    if (op === 'null') return { unaryFilter: { field: { fieldPath }, op: 'IS_NULL' } };
    const known = operators[op as keyof typeof operators];
    return { fieldFilter: { field: { fieldPath }, op: known, value: operand(op) } };
  }

  const composite = (op: 'AND' | 'OR', ...filters: FilterMessage[]): FilterMessage => ({
    compositeFilter: { op, filters },
  });

  interface Asked {
    readonly group?: boolean;
    readonly where?: FilterMessage;
    readonly order?: readonly string[];
    /** Fields that are added up. */
    readonly sum?: readonly string[];
  }

  function run({ group = false, where, order = [], sum = [] }: Asked, asking = check): void {
    const message: StructuredQuery = {
      from: [{ collectionId: 'c', allDescendants: group }],
      ...(where === undefined ? {} : { where }),
      orderBy: order.map((name) => ({
        field: { fieldPath: name.replace('-', '') },
        direction: name.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
      })),
    };
    asking(
      parseQuery(documents, message),
      sum.map((field) => field.split('.')),
    );
  }

  const all = (...texts: string[]): FilterMessage => composite('AND', ...texts.map(filter));
  const any = (...texts: string[]): FilterMessage => composite('OR', ...texts.map(filter));

  const answered: readonly (readonly [string, Asked])[] = [
    ['everything', {}],
    ['a whole collection group', { group: true }],
    ['an order by one field', { order: ['-n'] }],
    ['a range and an order by the same field', { where: filter('n <'), order: ['-n'] }],
    ['any number of equality filters', { where: all('n ==', 'm in', 'o null', 'list has') }],
    ['an equality and an order by the same field', { where: filter('n =='), order: ['n'] }],
    ['an equality and an order with a declared index', { where: filter('kind =='), order: ['at'] }],
    [
      'two equalities and an order, each with a declared index',
      { where: all('kind ==', 'colour in'), order: ['at'] },
    ],
    ['an equality and a range', { where: all('kind ==', 'at <') }],
    ['an array-contains and an order', { where: filter('tags has'), order: ['at'] }],
    ['each side of an or filter', { where: any('kind ==', 'colour =='), order: ['at'] }],
    ['a collection group with a declared index', { group: true, where: filter('state =='), order: ['at'] }],
    [
      'a collection group field with an override that enables it',
      { group: true, where: filter('expiresAt <') },
    ],
    ['a map field with an override that enables it within a disabled map', { order: ['secret.open'] }],
    ['orders by several fields', { where: filter('a =='), order: ['-b', 'c'] }],
    ['a descending order by name', { order: ['x', '-__name__'] }],
    ['a sum of one field', { sum: ['n'] }],
    ['an equality and a sum with a declared index', { where: filter('kind =='), sum: ['at'] }],
    ['an equality and sums with a declared index', { where: filter('s =='), sum: ['sum.z', 'sum.a', 's'] }],
  ];

  const refused: readonly (readonly [string, Asked])[] = [
    ['an equality and an order by another field', { where: filter('n =='), order: ['at'] }],
    ['the declared fields in another direction', { where: filter('kind =='), order: ['-at'] }],
    [
      'two equalities and an order with only one declared index',
      { where: all('kind ==', 'size =='), order: ['at'] },
    ],
    ['orders by two fields', { order: ['at', 'kind'] }],
    ['ranges over two fields', { where: all('n <', 'm <') }],
    ['an or filter with one side that is not declared', { where: any('kind ==', 'n =='), order: ['at'] }],
    [
      'a collection group with an index for the collection',
      { group: true, where: filter('kind =='), order: ['at'] },
    ],
    ['a collection with an index for the collection group', { where: filter('state =='), order: ['at'] }],
    ['one field of a collection group', { group: true, where: filter('n ==') }],
    ['a field with an override that disables it', { where: filter('secret ==') }],
    ['a field inside a disabled map', { order: ['secret.deep'] }],
    ['a direction that an override leaves out', { group: true, order: ['-expiresAt'] }],
    ['a descending order by name that is not declared', { order: ['n', '-__name__'] }],
    ['a part of a longer index', { where: filter('a =='), order: ['-b'] }],
    ['a not-equal filter', { where: all('kind ==', 'colour !=') }],
    ['an equality and a sum of another field', { where: filter('n =='), sum: ['at'] }],
    ['an equality and one of two declared sums', { where: filter('s =='), sum: ['sum.z'] }],
    ['sums of two fields', { sum: ['m', 'n'] }],
  ];

  describe('with an indexes file', () => {
    it.each(answered)('answers a query with %s', (_what, asked) => {
      expect(() => run(asked)).not.toThrow();
    });

    it.each(refused)(
      'refuses a query with %s, as production does, and names the missing index',
      (_what, asked) => {
        expect(() => run(asked)).toThrow(
          expect.objectContaining({
            status: 'FAILED_PRECONDITION',
            message: expect.stringMatching(/firestore\.indexes\.json an? (index|field override)/) as unknown,
          }),
        );
      },
    );

    it.each(refused)('accepts a query with %s after the suggested index was added', async (_what, asked) => {
      const file = join(folder, 'more.json');
      const { indexes, fieldOverrides } = declared;
      // For an or filter, each error names the index of one side.
      const more = { indexes: [...indexes], fieldOverrides: [...fieldOverrides] as object[] };
      let missing = missingIndex(asked, check);
      expect(missing).not.toBeNull();
      for (let times = 0; missing !== null && times < 3; times++) {
        const { fieldPath } = missing;
        if (fieldPath === undefined) more.indexes.push(missing);
        else more.fieldOverrides.unshift({ collectionGroup: 'c', fieldPath, indexes: [missing] });
        await writeFile(file, JSON.stringify(more));
        missing = missingIndex(asked, indexCheck(file));
      }
      expect(missing).toBeNull();
    });
  });

  /** The index that the error suggests; null without an error. */
  function missingIndex(asked: Asked, asking: IndexCheck): { fieldPath?: string } | null {
    try {
      run(asked, asking);
      return null;
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as { fieldPath?: string };
    }
  }
});
