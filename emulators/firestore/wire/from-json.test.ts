import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { RulesGate } from '../access/rules-gate';
import { FirestoreEngine } from '../engine/database';
import { indexCheck } from '../indexes/index-check';
import { Transactions } from '../engine/transactions';
import { DATABASE, nameOf } from '../testing/test-database';
import { methods, type Method } from '../rpc/methods';
import type { RpcContext } from '../rpc/service';
import { StatusError } from '../values/status';
import { requestFromJson } from './from-json';

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
