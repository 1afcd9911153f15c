import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import { anyText, anyValue, DATABASE, nameOf } from '../testing/test-client';
import {
  compareIds,
  comparePaths,
  compareText,
  type FieldChange,
  formatFieldPath,
  getField,
  parseFieldPath,
  withField,
  withFields,
} from './names';
import { StatusError } from './status';
import { canonicalTimestamp, compareValues, formatInstant, parseInstant, parseInstantParts } from './values';
import { RulesGate } from '../access/rules-gate';
import { FirestoreEngine } from '../engine/database';
import { indexCheck } from '../indexes/index-check';
import { Transactions } from '../engine/transactions';
import { type Method, methods } from '../rpc/methods';
import type { RpcContext } from '../rpc/service';
import { requestFromJson } from '../wire/from-json';

describe('value order', () => {
  const int = (integerValue: string): WireValue => ({ integerValue });
  const double = (doubleValue: number | 'NaN' | '-0' | 'Infinity'): WireValue => ({ doubleValue });
  const vector = (...numbers: number[]): WireValue => ({
    mapValue: {
      fields: {
        __type__: { stringValue: '__vector__' },
        value: { arrayValue: { values: numbers.map(double) } },
      },
    },
  });

  describe('the order of values', () => {
    it('sorts the types as production does', () => {
      const sorted: WireValue[] = [
        { nullValue: null },
        { booleanValue: false },
        { booleanValue: true },
        double('NaN'),
        int('-1'),
        double(0.5),
        int('1'),
        { timestampValue: '2026-01-01T00:00:00.000000Z' },
        { stringValue: '' },
        { stringValue: 'a' },
        { bytesValue: '' },
        { referenceValue: 'projects/p/databases/d/documents/c/d' },
        { geoPointValue: { latitude: 0, longitude: 0 } },
        { arrayValue: {} },
        vector(9),
        vector(1, 2),
        { mapValue: { fields: {} } },
        { mapValue: { fields: { a: int('1') } } },
      ];
      expect([...sorted].reverse().sort(compareValues)).toEqual(sorted);
    });

    it('compares 64-bit integers exactly, with integers and with doubles', () => {
      expect(compareValues(int('9007199254740993'), int('9007199254740992'))).toBeGreaterThan(0);
      expect(compareValues(int('9007199254740993'), double(9007199254740992))).toBeGreaterThan(0);
      expect(compareValues(int('9223372036854775807'), double(9223372036854775808))).toBeLessThan(0);
      expect(compareValues(int('9223372036854775807'), double('Infinity'))).toBeLessThan(0);
      expect(compareValues(int('0'), double('-0'))).toBe(0);
    });

    it('is a total order', () => {
      fc.assert(
        fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
          expect(compareValues(a, a)).toBe(0);
          expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
          const [first, second, third] = [a, b, c].sort(compareValues);
          const rising = [first, second, third].flatMap((value) => (value === undefined ? [] : [value]));
          expect(
            rising.every((low, i) => rising.slice(i).every((high) => compareValues(low, high) <= 0)),
          ).toBe(true);
        }),
        { numRuns: 500 * inject('times') },
      );
    });
  });

  describe('the order of text', () => {
    it('is the order of the UTF-8 bytes', () => {
      fc.assert(
        fc.property(anyText({ maxLength: 8 }), anyText({ maxLength: 8 }), (a, b) => {
          expect(Math.sign(compareText(a, b))).toBe(
            Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
          );
        }),
      );
      expect(compareText('｡', '🙂')).toBeLessThan(0);
    });

    it('puts numeric ids first, by number', () => {
      expect(['b', '__id10__', 'A', '__id9__', '__id-3__'].sort(compareIds)).toEqual([
        '__id-3__',
        '__id9__',
        '__id10__',
        'A',
        'b',
      ]);
      expect(comparePaths('c/a', 'c/a/d/e')).toBeLessThan(0);
      expect(comparePaths('c/a/d', 'c/a!/d')).toBeLessThan(0);
    });
  });
});

describe('timestamps', () => {
  it('keep their microseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), (micros) => {
        expect(parseInstant(formatInstant(micros))).toBe(micros);
      }),
    );
  });

  it('are truncated to microseconds, not rounded', () => {
    expect(canonicalTimestamp('2026-01-02T03:04:05.123456999Z')).toBe('2026-01-02T03:04:05.123456Z');
    expect(canonicalTimestamp({ seconds: '1767323045', nanos: 123_456_999 })).toBe(
      '2026-01-02T03:04:05.123456Z',
    );
  });

  it('accept UTC offsets and short fractions', () => {
    expect(canonicalTimestamp('2026-01-02T03:04:05.1+02:00')).toBe('2026-01-02T01:04:05.100000Z');
    expect(canonicalTimestamp('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000000Z');
    expect(parseInstantParts('1969-12-31T23:59:59.500000Z')).toEqual({ seconds: -1, nanos: 500_000_000 });
  });

  it.each(['yesterday', '2026-01-02', '2026-13-02T03:04:05Z', 7, { seconds: 253_402_300_800 }])(
    'refuse %j',
    (bad) => {
      expect(() => canonicalTimestamp(bad)).toThrow(/imestamp/);
    },
  );
});

describe('field path', () => {
  const one = { integerValue: '1' };

  describe('field paths', () => {
    it('parse to the segments that they were formatted from, for any name', () => {
      const name = anyText({ minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (path) => {
          expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
        }),
      );
    });

    it.each(['', '.', 'a..b', 'a.', '.a', '`a', 'a`b', 'a[0]', 'a*', '``'])('refuse %j', (text) => {
      expect(() => parseFieldPath(text)).toThrow(StatusError);
    });

    it('find only own properties', () => {
      expect(getField({}, ['constructor'])).toBeUndefined();
      const fields = Object.create(null) as WireFields;
      fields['__proto__'] = one;
      expect(getField(fields, ['__proto__'])).toEqual(one);
    });

    it('set and remove a field without changing the original', () => {
      const fields: WireFields = { a: { mapValue: { fields: { b: one } } }, c: one };
      expect(withField(fields, ['a', 'd'], one)).toEqual({
        a: { mapValue: { fields: { b: one, d: one } } },
        c: one,
      });
      expect(withField(fields, ['a', 'b'], undefined)).toEqual({ a: { mapValue: { fields: {} } }, c: one });
      expect(withField(fields, ['x', 'y'], undefined)).toEqual(fields);
      expect(withField(fields, ['c', 'y'], one)).toEqual({
        ...fields,
        c: { mapValue: { fields: { y: one } } },
      });
      expect(fields).toEqual({ a: { mapValue: { fields: { b: one } } }, c: one });
    });

    it('in one call have the same effect as one after the other', () => {
      const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
      const value = fc.constantFrom(one, undefined, { mapValue: {} }, { mapValue: { fields: { a: one } } });
      const changes = fc.array(fc.tuple(path, value), { maxLength: 6 });
      fc.assert(
        fc.property(changes, changes, (before, after) => {
          const oneByOne = (from: WireFields, each: readonly FieldChange[]) =>
            each.reduce((fields, change) => withField(fields, ...change), from);
          const start = oneByOne({}, before);
          const untouched = structuredClone(start);
          expect(withFields(start, after)).toEqual(oneByOne(start, after));
          expect(start).toEqual(untouched);
        }),
      );
    });
  });
});

const REQUESTS: Record<keyof typeof methods, Record<string, unknown>> = {
  GetDocument: { name: nameOf('c/a'), mask: { fieldPaths: ['a'] } },
  ListDocuments: { parent: `${DATABASE}/documents`, collectionId: 'c', pageSize: 3, orderBy: 'a desc' },
  CreateDocument: { parent: `${DATABASE}/documents`, collectionId: 'c', document: { fields: {} } },
  UpdateDocument: { document: { name: nameOf('c/a'), fields: {} }, updateMask: { fieldPaths: ['a'] } },
  DeleteDocument: { name: nameOf('c/a'), currentDocument: { exists: true } },
  BatchGetDocuments: { database: DATABASE, documents: [nameOf('c/a')], newTransaction: { readWrite: {} } },
  BeginTransaction: { database: DATABASE, options: { readOnly: { readTime: '2026-01-01T00:00:00Z' } } },
  Commit: {
    database: DATABASE,
    writes: [
      {
        update: {
          name: nameOf('c/a'),
          fields: { a: { mapValue: { fields: { b: { integerValue: '1' } } } } },
        },
        updateMask: { fieldPaths: ['a.b'] },
        updateTransforms: [{ fieldPath: 'n', increment: { doubleValue: 1.5 } }],
        currentDocument: { updateTime: '2026-01-01T00:00:00Z' },
      },
      { verify: nameOf('c/b'), currentDocument: { exists: false } },
    ],
    transaction: 'AAAA',
  },
  Rollback: { database: DATABASE, transaction: 'AAAA' },
  RunQuery: {
    parent: `${DATABASE}/documents`,
    structuredQuery: {
      from: [{ collectionId: 'c', allDescendants: true }],
      where: {
        compositeFilter: {
          op: 'OR',
          filters: [
            {
              fieldFilter: {
                field: { fieldPath: 'a' },
                op: 'IN',
                value: { arrayValue: { values: [{ nullValue: null }] } },
              },
            },
            { unaryFilter: { field: { fieldPath: '`b.c`' }, op: 'IS_NAN' } },
          ],
        },
      },
      orderBy: [{ field: { fieldPath: 'a' }, direction: 'DESCENDING' }],
      startAt: { values: [{ stringValue: 'x' }], before: true },
      limit: { value: 3 },
      select: { fields: [{ fieldPath: 'a' }] },
    },
  },
  RunAggregationQuery: {
    parent: `${DATABASE}/documents`,
    structuredAggregationQuery: {
      structuredQuery: { from: [{ collectionId: 'c' }] },
      aggregations: [{ alias: 'n', count: { upTo: '3' } }, { sum: { field: { fieldPath: 'a' } } }],
    },
  },
  PartitionQuery: {
    parent: `${DATABASE}/documents`,
    partitionCount: '3',
    structuredQuery: { from: [{ collectionId: 'c', allDescendants: true }] },
  },
  ListCollectionIds: { parent: `${DATABASE}/documents`, pageSize: 2 },
  BatchWrite: {
    database: DATABASE,
    writes: [{ delete: nameOf('c/a') }, { update: { name: nameOf('c/b') } }],
  },
};

function context(): RpcContext {
  const engine = new FirestoreEngine(() => {}, { highWater: 0, databases: new Map() });
  const gate = new RulesGate(
    () => null,
    () => {},
  );
  const checkIndexes = indexCheck(null);
  const caller = { kind: 'owner' } as const;
  return { engine, gate, transactions: new Transactions(), checkIndexes, log: () => {}, caller };
}

/** The JSON with one value replaced. */
function mutated(json: unknown, at: number, by: unknown): unknown {
  let left = at;
  const walk = (value: unknown): unknown => {
    if (left-- === 0) return by;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return walk(json);
}

/** 'answered', the status of a refusal, or the bug itself. */
function outcome(method: Method, json: unknown): unknown {
  try {
    method.call(context(), json);
    return 'answered';
  } catch (error) {
    return error instanceof StatusError ? error.status : error;
  }
}

describe('a request', () => {
  it('with any invalid part gets an answer or an error status, and never throws another error', () => {
    const names = Object.keys(methods) as (keyof typeof methods)[];
    const rubbish = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        '__name__',
        '..',
        nameOf('c'),
        'NaN',
        '-1',
        1e300,
        '9999999999999999999999',
        {},
        { toString: 0 },
        'constructor',
        [[]],
        null,
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat({ max: 40 }), rubbish, (name, at, by) => {
        const result = outcome(methods[name], mutated(REQUESTS[name], at, by));
        expect(typeof result, String(result)).toBe('string');
        expect(result).not.toBe('INTERNAL');
      }),
      { numRuns: 3000 * inject('times') },
    );
  });

  it('may contain names of Object.prototype: unknown fields are ignored, invalid values refused', () => {
    const odd = { toString: 0, constructor: {}, hasOwnProperty: 'x' };
    expect(outcome(methods.RunQuery, { ...(REQUESTS.RunQuery as object), ...odd })).toBe('answered');
    const where = { unaryFilter: { field: { fieldPath: 'a' }, op: 'toString' } };
    const query = {
      parent: `${DATABASE}/documents`,
      structuredQuery: { from: [{ collectionId: 'c' }], where },
    };
    expect(outcome(methods.RunQuery, query)).toBe('INVALID_ARGUMENT');
  });

  it('that is valid is answered', () => {
    expect(outcome(methods.RunQuery, REQUESTS.RunQuery)).toBe('answered');
    expect(outcome(methods.BatchWrite, REQUESTS.BatchWrite)).toBe('answered');
  });

  it('that is nested too deeply is refused', () => {
    let where: unknown = { unaryFilter: { field: { fieldPath: 'a' }, op: 'IS_NULL' } };
    for (let i = 0; i < 5000; i++) where = { compositeFilter: { op: 'AND', filters: [where] } };
    const json = {
      parent: `${DATABASE}/documents`,
      structuredQuery: { from: [{ collectionId: 'c' }], where },
    };
    expect(outcome(methods.RunQuery, json)).toBe('INVALID_ARGUMENT');
  });

  it('is the same with names or numbers of enums, and with both base64 alphabets', () => {
    const named = { structuredQuery: { orderBy: [{ direction: 'DESCENDING' }] }, transaction: '-_8=' };
    const numbered = { structured_query: { order_by: [{ direction: 2 }] }, transaction: '+/8=' };
    expect(requestFromJson('RunQueryRequest', named)).toEqual(requestFromJson('RunQueryRequest', numbered));
  });
});
