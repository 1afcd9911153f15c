import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query';
import type { FilterMessage, StructuredQuery } from '../wire/messages';
import { indexCheck, type IndexCheck } from './index-check';

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
