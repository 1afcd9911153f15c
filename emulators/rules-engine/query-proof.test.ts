import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { WireValue } from '@busker/rules-engine/port';
import { documentOf, wire, type Plain } from './testing/plain-document';
import {
  fieldCondition,
  fieldName,
  scalar,
  ask,
  fileOf,
  rulesetOf,
  tryCondition,
  verdictOf,
} from './testing/conditions';

const unproved = 'The query can return documents for which this condition is not true.';

describe('whether a query is allowed', () => {
  type Filter = Record<string, unknown>;
  const where = (field: string, op: string | number, value: Plain | WireValue): Filter => ({
    fieldFilter: { field: { fieldPath: field }, op, value: isWire(value) ? value : wire(value) },
  });
  const isWire = (value: Plain | WireValue): value is WireValue =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'doubleValue' in value;
  const isNull = (field: string, op: string | number = 'IS_NULL'): Filter => ({
    unaryFilter: { field: { fieldPath: field }, op },
  });
  const and = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'AND', filters } });
  const or = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'OR', filters } });

  const auth = { uid: 'ada', token: {} };

  function proves(
    condition: string,
    filter?: Filter,
    more: Record<string, unknown> = {},
    functions = '',
  ): true | false | string {
    const structuredQuery = { from: [{ collectionId: 'things' }], ...(filter && { where: filter }), ...more };
    return tryCondition(condition, {
      auth,
      functions,
      operation: { method: 'list', parent: '', structuredQuery },
    });
  }

  describe('a query is allowed, not filtered,', () => {
    it('by conditions that do not use the document', () => {
      expect(proves('request.auth != null')).toBe(true);
      expect(proves('request.auth == null')).toBe(false);
      expect(proves("resource.data.owner == 'ada' || request.auth.uid == 'ada'")).toBe(true);
    });

    it('but not by a condition on a field without a filter', () => {
      for (const condition of [
        "resource.data.owner == 'ada'",
        "resource.data.owner != 'bob'",
        "!(resource.data.owner == 'bob')",
        "'owner' in resource.data",
        "!('owner' in resource.data)",
        'resource.data.owner is string',
        'resource != null',
        "id == 'x'",
        "id != 'x'",
        "resource.data.get('owner', 'ada') == 'ada'",
        'resource.data.size() >= 0',
        "[resource.data.owner] == ['ada']",
        'resource.data.open ? true : true',
        'resource.data == {}',
      ]) {
        expect([condition, proves(condition)]).toEqual([condition, unproved]);
      }
    });

    it('by an equality filter, also through functions and nested fields', () => {
      const own = where('owner', 'EQUAL', 'ada');
      expect(proves('resource.data.owner == request.auth.uid', own)).toBe(true);
      expect(proves("resource.data['owner'] == 'ada'", own)).toBe(true);
      expect(proves("resource.data.get('owner', 'bob') == 'ada'", own)).toBe(true);
      expect(proves("resource.data.owner == 'bob'", own)).toBe(false);
      expect(proves("resource.data.owner != 'bob' && resource.data.owner in ['ada', 'bob']", own)).toBe(true);
      expect(
        proves(
          'isOwn(resource.data)',
          own,
          {},
          'function isOwn(data) { let who = data.owner; return who == request.auth.uid; }',
        ),
      ).toBe(true);
      expect(proves('resource.data.by.uid == "ada"', where('by.uid', 'EQUAL', 'ada'))).toBe(true);
      expect(proves('resource.data.other == "ada"', own)).toBe(unproved);
      expect(proves('resource.data.gone == null', isNull('gone'))).toBe(true);
      expect(proves('resource.data.gone == null', isNull('gone', 3))).toBe(true);
      expect(proves('resource.data.gone != null', isNull('gone', 'IS_NOT_NULL'))).toBe(true);
    });

    it('by a conjunction, from each of its parts', () => {
      const filter = and(where('owner', 'EQUAL', 'ada'), where('open', 'EQUAL', true));
      expect(proves("resource.data.owner == 'ada' && resource.data.open", filter)).toBe(true);
      expect(proves("resource.data.owner == 'ada' && resource.data.open == false", filter)).toBe(false);
    });

    it('by an or filter, only when every side is allowed', () => {
      const either = or(where('owner', 'EQUAL', 'ada'), where('open', 'EQUAL', true));
      expect(proves("resource.data.owner == 'ada' || resource.data.open", either)).toBe(true);
      expect(proves("resource.data.owner == 'ada'", either)).toBe(unproved);
      const listed = where('owner', 'IN', ['ada', 'bob']);
      expect(proves("resource.data.owner in ['ada', 'bob', 'eve']", listed)).toBe(true);
      expect(proves("resource.data.owner in ['ada']", listed)).toBe(false);
      const mixed = and(either, where('kind', 'EQUAL', 'x'));
      expect(
        proves("resource.data.kind == 'x' && (resource.data.owner == 'ada' || resource.data.open)", mixed),
      ).toBe(true);
      expect(proves("resource.data.owner == 'ada'", or())).toBe(unproved);
    });

    it('by ranges that imply the condition', () => {
      const adult = where('age', 'GREATER_THAN_OR_EQUAL', 18);
      expect(proves('resource.data.age >= 18', adult)).toBe(true);
      expect(proves('resource.data.age > 17 && resource.data.age != 3', adult)).toBe(true);
      expect(proves('resource.data.age > 18', adult)).toBe(unproved);
      expect(proves('resource.data.age >= 21', adult)).toBe(unproved);
      expect(proves('resource.data.age < 18', adult)).toBe(false);
      expect(proves('18 <= resource.data.age', adult)).toBe(true);
      expect(proves("resource.data.age == 'x'", adult)).toBe(false);
      const before = where('at', 'LESS_THAN', new Date('2026-01-01T00:00:00Z'));
      expect(proves('resource.data.at < request.time', before)).toBe(true);
      expect(proves('resource.data.at > request.time', before)).toBe(false);
    });

    it('but not by only an upper bound on a number, because NaN sorts below all numbers', () => {
      expect(proves('resource.data.age < 18', where('age', 'LESS_THAN', 18))).toBe(unproved);
      const both = and(where('age', 'LESS_THAN', 18), where('age', 'GREATER_THAN', 0));
      expect(proves('resource.data.age < 18', both)).toBe(true);
    });

    it('by an array-contains filter', () => {
      const member = where('members', 'ARRAY_CONTAINS', 'ada');
      expect(proves('request.auth.uid in resource.data.members', member)).toBe(true);
      expect(proves("'bob' in resource.data.members", member)).toBe(unproved);
      expect(
        proves("'ada' in resource.data.members", where('members', 'ARRAY_CONTAINS_ANY', ['ada', 'bob'])),
      ).toBe(unproved);
    });

    it('by an inequality filter', () => {
      const notBob = where('owner', 'NOT_EQUAL', 'bob');
      expect(proves("resource.data.owner != 'bob'", notBob)).toBe(true);
      expect(proves("!(resource.data.owner in ['bob'])", notBob)).toBe(true);
      expect(proves("resource.data.owner == 'ada'", notBob)).toBe(unproved);
    });

    it('but not by the type of a number: == 1 also finds 1.0', () => {
      const one = where('n', 'EQUAL', 1);
      expect(proves('resource.data.n == 1', one)).toBe(true);
      expect(proves('resource.data.n == 1.0 && resource.data.n < 2', one)).toBe(true);
      expect(proves('resource.data.n is int', one)).toBe(unproved);
      expect(proves('resource.data.list == [1]', where('list', 'EQUAL', [1]))).toBe(true);
      expect(proves('resource.data.list[0] is int', where('list', 'EQUAL', [1]))).toBe(unproved);
    });

    it('by operators with numbers, which REST clients send', () => {
      expect(
        proves("resource.data.owner == 'ada'", {
          compositeFilter: { op: 1, filters: [where('owner', 5, 'ada')] },
        }),
      ).toBe(true);
      expect(
        proves("resource.data.owner == 'ada'", {
          compositeFilter: { op: 2, filters: [where('owner', 5, 'ada'), where('x', 5, 1)] },
        }),
      ).toBe(unproved);
    });

    it('but not by an unknown filter', () => {
      const odd: Filter[] = [
        { fieldFilter: { field: { fieldPath: 'owner' }, op: 'LIKE', value: wire('ada') } },
        { fieldFilter: { field: { fieldPath: '`owner`' }, op: 'EQUAL', value: wire('ada') } },
        { fieldFilter: { field: {}, op: 'EQUAL', value: wire('ada') } },
        { fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { strange: 1 } } },
        { fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL' } },
        { compositeFilter: { op: 'XOR', filters: [where('owner', 'EQUAL', 'ada')] } },
        { compositeFilter: { op: 'AND' } },
        { unaryFilter: { field: { fieldPath: 'owner' }, op: 'IS_NAN' } },
        where('owner', 'IN', []),
        where('owner', 'NOT_IN', ['bob']),
        { other: true },
      ];
      for (const filter of odd)
        expect([filter, proves("resource.data.owner == 'ada'", filter)]).toEqual([filter, unproved]);
    });
  });

  describe('the path of a query', () => {
    const at = (
      parent: string,
      from: Record<string, unknown>,
    ): { operation: { method: 'list'; parent: string; structuredQuery: unknown } } => ({
      operation: { method: 'list', parent, structuredQuery: { from: [from] } },
    });
    const inService = (body: string, version = "rules_version = '2';"): string =>
      `${version} service cloud.firestore { match /databases/{database}/documents { ${body} } }`;
    const may = (body: string, setting: ReturnType<typeof at>, version?: string): boolean =>
      verdictOf(inService(body, version), { auth, ...setting }).allowed;

    it("binds the wildcards above the collection, but not the document's", () => {
      const rule = 'match /users/{uid}/posts/{post} { allow list: if uid == request.auth.uid; }';
      expect(may(rule, at('users/ada', { collectionId: 'posts' }))).toBe(true);
      expect(may(rule, at('users/bob', { collectionId: 'posts' }))).toBe(false);
      expect(may(rule, at('users/ada', { collectionId: 'notes' }))).toBe(false);
    });

    it('needs a rule for any document name, not for one name', () => {
      expect(may('match /posts/first { allow list; }', at('', { collectionId: 'posts' }))).toBe(false);
      expect(may('match /posts/{id} { allow list; }', at('', { collectionId: 'posts' }))).toBe(true);
    });

    it('of a collection group needs a rule for every depth', () => {
      const group = at('', { collectionId: 'posts', allDescendants: true });
      expect(may('match /posts/{id} { allow list; }', group)).toBe(false);
      expect(may('match /users/{uid}/posts/{id} { allow list; }', group)).toBe(false);
      expect(may('match /{any=**}/posts/{id} { allow list; }', group)).toBe(true);
      expect(may('match /{any=**}/posts/{id} { allow list: if any == /users/ada; }', group)).toBe(false);
      expect(may('match /{all=**} { allow list; }', group)).toBe(true);
      expect(may('match /{all=**} { allow list; }', group, '')).toBe(true);
      expect(
        may(
          'match /users/{uid}/{below=**} { allow list; }',
          at('users/ada', { collectionId: 'posts', allDescendants: true }),
        ),
      ).toBe(true);
    });

    it('over all collections needs a rule for all of them', () => {
      const everything = at('', { allDescendants: true });
      expect(may('match /{any=**}/posts/{id} { allow list; }', everything)).toBe(false);
      expect(may('match /{any=**}/{c}/{id} { allow list; }', everything)).toBe(true);
      expect(may('match /posts/{id} { allow list; }', at('', {}))).toBe(false);
      expect(may('match /{c}/{id} { allow list; }', at('', {}))).toBe(true);
    });
  });
});

describe('soundness', () => {
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
      gives: (data) =>
        data[field] !== undefined && !Array.isArray(data[field]) && ops[op](data[field], value),
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
});

describe('request.query', () => {
  function proves(condition: string, more: Record<string, unknown> = {}): true | false | string {
    const structuredQuery = { from: [{ collectionId: 'things' }], ...more };
    return tryCondition(condition, { operation: { method: 'list', parent: '', structuredQuery } });
  }

  it('has limit, null when absent, and offset, 0 when absent', () => {
    expect(proves('request.query.limit <= 50', { limit: 50 })).toBe(true);
    expect(proves('request.query.limit <= 50', { limit: { value: 50 } })).toBe(true);
    expect(proves('request.query.limit <= 50', { limit: 51 })).toBe(false);
    expect(typeof proves('request.query.limit <= 50')).toBe('string');
    expect(proves('request.query.limit == null && request.query.offset == 3', { offset: 3 })).toBe(true);
  });

  it('has the direction of each ordered field', () => {
    const by = (fieldPath: string, direction?: string | number): Record<string, unknown> => ({
      field: { fieldPath },
      direction,
    });
    const ordered = (condition: string, ...orderBy: unknown[]): true | false | string =>
      proves(condition, { orderBy });
    expect(ordered("request.query.orderBy.at == 'ASC'", by('at', 'ASCENDING'))).toBe(true);
    expect(ordered("request.query.orderBy['at'] == 'ASC'", by('at'))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'DESC'", by('at', 'DESCENDING'))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'DESC'", by('at', 2))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'ASC'", by('at', 'DESCENDING'))).toBe(false);
    expect(ordered("request.query.orderBy.at in ['ASC', 'DESC']", by('n'), by('at', 'DESCENDING'))).toBe(
      true,
    );
    expect(ordered("request.query.orderBy.at == 'ASC'", by('n'))).toBe("There is no field 'at'.");
    expect(ordered("request.query.orderBy.keys().hasOnly(['at'])", by('at'))).toBe(true);
    expect(ordered('request.query.orderBy.size() == 1', by('at'))).toBe(true);
  });

  it('has an empty map without an order', () => {
    expect(proves('request.query.orderBy is map && request.query.orderBy.size() == 0')).toBe(true);
    expect(proves('request.query.orderBy == null')).toBe(false);
    expect(proves('request.query.offset == 0 && request.query.offset is int')).toBe(true);
    expect(proves('request.query.limit is int')).toBe(false);
  });

  it.each(['__name__', 'a.b', '`a b`', ''])('with an order by %j has only the other fields', (odd) => {
    const orderBy = [{ field: { fieldPath: 'at' } }, { field: { fieldPath: odd } }];
    expect(proves("request.query.orderBy.at == 'ASC'", { orderBy })).toBe(true);
    expect(proves('request.query.orderBy.size() == 1', { orderBy })).toBe(unproved);
    expect(proves("!('b' in request.query.orderBy)", { orderBy })).toBe(unproved);
    expect(proves("request.query.orderBy.b == 'ASC'", { orderBy })).toBe(unproved);
  });

  it("does not have production's undocumented members", () => {
    expect(proves("request.query.keys().hasOnly(['limit', 'offset', 'orderBy'])")).toBe(unproved);
    expect(proves('request.query.size() == 3')).toBe(unproved);
  });

  it('is absent in other requests', () => {
    expect(tryCondition('request.query.limit == null')).toBe("There is no field 'query'.");
  });
});
