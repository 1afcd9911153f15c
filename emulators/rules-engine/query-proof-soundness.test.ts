import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { documentOf, wire, type Plain } from './testing/plain-document';
import { fieldCondition, fieldName, scalar } from './testing/random-conditions';
import { ask, fileOf, rulesetOf } from './testing/try-condition';

type Data = Record<string, Plain>;
type Rank = (value: Plain) => number;

/** The database's order of types, for the types in this test. */
const rank: Rank = (value) =>
  value === null ? 0 : typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;
const below = (a: Plain, b: Plain): boolean => a !== null && b !== null && a < b;
const same = (a: Plain, b: Plain): boolean => a === b;

const ops = {
  EQUAL: same,
  NOT_EQUAL: (a: Plain, b: Plain) => a !== null && !same(a, b),
  LESS_THAN: (a: Plain, b: Plain) => rank(a) === rank(b) && below(a, b),
  LESS_THAN_OR_EQUAL: (a: Plain, b: Plain) => rank(a) === rank(b) && (below(a, b) || same(a, b)),
  GREATER_THAN: (a: Plain, b: Plain) => rank(a) === rank(b) && below(b, a),
  GREATER_THAN_OR_EQUAL: (a: Plain, b: Plain) => rank(a) === rank(b) && (below(b, a) || same(a, b)),
} as const;

interface Filter {
  readonly json: Record<string, unknown>;
  readonly gives: (data: Data) => boolean;
}

const single: fc.Arbitrary<Filter> = fc
  .tuple(fieldName, fc.constantFrom(...(Object.keys(ops) as (keyof typeof ops)[])), scalar)
  .map(([field, op, value]) => ({
    json: { fieldFilter: { field: { fieldPath: field }, op, value: wire(value) } },
    gives: (data) => data[field] !== undefined && !Array.isArray(data[field]) && ops[op](data[field], value),
  }));

const oneOf: fc.Arbitrary<Filter> = fc
  .tuple(fieldName, fc.array(scalar, { minLength: 1, maxLength: 3 }))
  .map(([field, values]) => ({
    json: { fieldFilter: { field: { fieldPath: field }, op: 'IN', value: wire(values) } },
    gives: (data) => values.some((value) => data[field] !== undefined && same(data[field], value)),
  }));

const contains: fc.Arbitrary<Filter> = fc.tuple(fieldName, scalar).map(([field, value]) => ({
  json: { fieldFilter: { field: { fieldPath: field }, op: 'ARRAY_CONTAINS', value: wire(value) } },
  gives: (data) => {
    const list = data[field];
    return Array.isArray(list) && list.includes(value);
  },
}));

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    single,
    oneOf,
    contains,
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      json: { compositeFilter: { op: 'AND', filters: parts.map((part) => part.json) } },
      gives: (data: Data) => parts.every((part) => part.gives(data)),
    })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      json: { compositeFilter: { op: 'OR', filters: parts.map((part) => part.json) } },
      gives: (data: Data) => parts.some((part) => part.gives(data)),
    })),
  ),
}));

/** Every document with the values that filters and conditions use. */
const values = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  2,
  1.5,
  Number.NaN,
  'x',
  'y',
  '',
  [],
  ['x'],
  [1, 'y'],
] as const;
const documents: readonly Data[] = values.flatMap((a) =>
  values.map((b) => ({ ...(a !== undefined && { a }), ...(b !== undefined && { b }) })),
);

it('a query is allowed only when each of its documents is allowed', () => {
  let proved = 0;
  let compared = 0;
  fc.assert(
    fc.property(fieldCondition, filter, (condition, query) => {
      const ruleset = rulesetOf(fileOf(condition));
      const structuredQuery = { from: [{ collectionId: 'things' }], where: query.json };
      if (!ask(ruleset, { operation: { method: 'list', parent: '', structuredQuery } }).allowed) return;
      proved++;
      for (const fields of documents.filter((one) => query.gives(one))) {
        compared++;
        const operation = {
          method: 'get',
          path: 'things/t1',
          resource: documentOf('things/t1', fields),
        } as const;
        expect([fields, ask(ruleset, { operation }).allowed]).toEqual([fields, true]);
      }
    }),
    { numRuns: 2000 * inject('times') },
  );
  // Rules rarely allow random queries. The bounds check that the test has compared something.
  expect(proved).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(100);
});
