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

/** `kind ==` as a filter of the wire. */
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
}

function run({ group = false, where, order = [] }: Asked, asking = check): void {
  const message: StructuredQuery = {
    from: [{ collectionId: 'c', allDescendants: group }],
    ...(where === undefined ? {} : { where }),
    orderBy: order.map((name) => ({
      field: { fieldPath: name.replace('-', '') },
      direction: name.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
    })),
  };
  asking(parseQuery(documents, message));
}

const all = (...texts: string[]): FilterMessage => composite('AND', ...texts.map(filter));
const any = (...texts: string[]): FilterMessage => composite('OR', ...texts.map(filter));

const answered: readonly (readonly [string, Asked])[] = [
  ['everything', {}],
  ['everything of a group', { group: true }],
  ['one field sorted', { order: ['-n'] }],
  ['a range, sorted by it', { where: filter('n <'), order: ['-n'] }],
  ['any number of fields held to values', { where: all('n ==', 'm in', 'o null', 'list has') }],
  ['held to a value and sorted by the same field', { where: filter('n =='), order: ['n'] }],
  ['held to a value and sorted as declared', { where: filter('kind =='), order: ['at'] }],
  ['two held to values, declared with the same order', { where: all('kind ==', 'colour in'), order: ['at'] }],
  ['a range after a value', { where: all('kind ==', 'at <') }],
  ['a member and an order', { where: filter('tags has'), order: ['at'] }],
  ['each side of a choice', { where: any('kind ==', 'colour =='), order: ['at'] }],
  ['a group as declared', { group: true, where: filter('state =='), order: ['at'] }],
  ['a field of a group that an override opens', { group: true, where: filter('expiresAt <') }],
  ['a map field within a closed one that is open', { order: ['secret.open'] }],
  ['several orders', { where: filter('a =='), order: ['-b', 'c'] }],
  ['the name the other way', { order: ['x', '-__name__'] }],
];

const refused: readonly (readonly [string, Asked])[] = [
  ['held to a value and sorted by another field', { where: filter('n =='), order: ['at'] }],
  ['the declared fields the other way', { where: filter('kind =='), order: ['-at'] }],
  [
    'two held to values of which one is declared otherwise',
    { where: all('kind ==', 'size =='), order: ['at'] },
  ],
  ['two fields sorted', { order: ['at', 'kind'] }],
  ['ranges of two fields', { where: all('n <', 'm <') }],
  ['a choice of which one side is not declared', { where: any('kind ==', 'n =='), order: ['at'] }],
  ['a group whose index is the collection’s', { group: true, where: filter('kind =='), order: ['at'] }],
  ['a collection whose index is the group’s', { where: filter('state =='), order: ['at'] }],
  ['one field of a group', { group: true, where: filter('n ==') }],
  ['a field that an override closes', { where: filter('secret ==') }],
  ['a field within it', { order: ['secret.deep'] }],
  ['the way that an override leaves out', { group: true, order: ['-expiresAt'] }],
  ['the name the other way, not declared', { order: ['n', '-__name__'] }],
  ['a part of a longer index', { where: filter('a =='), order: ['-b'] }],
  ['unlike a value', { where: all('kind ==', 'colour !=') }],
];

describe('with an indexes file', () => {
  it.each(answered)('answers %s', (_what, asked) => {
    expect(() => run(asked)).not.toThrow();
  });

  it.each(refused)('refuses %s, as production does, and says what is missing', (_what, asked) => {
    expect(() => run(asked)).toThrow(
      expect.objectContaining({
        status: 'FAILED_PRECONDITION',
        message: expect.stringMatching(/firestore\.indexes\.json an? (index|field override)/) as unknown,
      }),
    );
  });

  it.each(refused)('is content, for %s, with what its sentence told to add', async (_what, asked) => {
    const file = join(folder, 'more.json');
    const { indexes, fieldOverrides } = declared;
    // A choice is told of one side at a time.
    const more = { indexes: [...indexes], fieldOverrides: [...fieldOverrides] as object[] };
    let missing = told(asked, check);
    expect(missing).not.toBeNull();
    for (let times = 0; missing !== null && times < 3; times++) {
      const { fieldPath } = missing;
      if (fieldPath === undefined) more.indexes.push(missing);
      else more.fieldOverrides.unshift({ collectionGroup: 'c', fieldPath, indexes: [missing] });
      await writeFile(file, JSON.stringify(more));
      missing = told(asked, indexCheck(file));
    }
    expect(missing).toBeNull();
  });
});

/** The index that the check asks for; null when it asks for none. */
function told(asked: Asked, asking: IndexCheck): { fieldPath?: string } | null {
  try {
    run(asked, asking);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as { fieldPath?: string };
  }
}
