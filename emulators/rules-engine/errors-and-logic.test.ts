import { describe, expect, it } from 'vitest';
import { documentOf } from './testing/plain-document';
import { fileOf, tryCondition, verdictOf } from './testing/try-condition';

const error = 'resource.data.missing == 1';
const operation = {
  method: 'get',
  path: 'things/t1',
  resource: documentOf('things/t1', { a: 1, nil: null }),
} as const;
const holds = (condition: string): true | false | string => tryCondition(condition, { operation });

describe('an error', () => {
  it('denies its own rule, but no other rule', () => {
    const two = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
      match /things/{id} { allow read: if ${error}; allow read: if true; } } }`;
    const nested = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
      match /{any=**} { allow read: if true; } match /things/{id} { allow read: if ${error}; } } }`;
    expect(verdictOf(two, { operation }).allowed).toBe(true);
    expect(verdictOf(nested, { operation }).allowed).toBe(true);
    expect(verdictOf(fileOf(error), { operation }).allowed).toBe(false);
  });

  it.each<[string, true | false | string]>([
    [`${error} || true`, true],
    [`true || ${error}`, true],
    [`${error} || false`, "There is no field 'missing'."],
    [`false || ${error}`, "There is no field 'missing'."],
    [`!(${error} && false)`, true],
    [`!(false && ${error})`, true],
    [`(${error} && false) || true`, true],
    [`(${error} && true) || false`, "There is no field 'missing'."],
    [`!(${error})`, "There is no field 'missing'."],
    [`!(${error} && true)`, "There is no field 'missing'."],
    [`(${error}) == false`, "There is no field 'missing'."],
    [`[${error}] == [true] || true`, true],
    [`(${error}) ? true : true`, "There is no field 'missing'."],
    [`((${error}) ? true : true) || true`, true],
  ])('is absorbed by && and || on either side, and in no other place: %s', (condition, outcome) => {
    expect(holds(condition)).toBe(outcome);
  });
});

describe('a value that is not a bool', () => {
  it.each([
    `1 && true`,
    `'a' || false`,
    `!1`,
    `null || false`,
    `[] && true`,
    `(1 ? true : true)`,
    `1`,
    `'true'`,
    `null`,
  ])('is an error as a condition: %s', (condition) => {
    expect(holds(condition)).toMatch(/Expected a bool/);
  });

  it('is absorbed by && and || like any error', () => {
    expect(holds('1 || true')).toBe(true);
    expect(holds("!('a' && false)")).toBe(true);
  });
});

describe('a missing field', () => {
  it('is an error, not null', () => {
    expect(holds('resource.data.typo == null')).toBe("There is no field 'typo'.");
    expect(holds('resource.data.typo != null')).toBe("There is no field 'typo'.");
    expect(holds("resource.data['typo'] == null")).toBe("There is no field 'typo'.");
    expect(holds('resource.data.nil == null')).toBe(true);
  });

  it('can be tested with `in` and read with get()', () => {
    expect(holds("'typo' in resource.data")).toBe(false);
    expect(holds("'a' in resource.data")).toBe(true);
    expect(holds("resource.data.get('typo', 7) == 7")).toBe(true);
    expect(holds("resource.data.get('a', 7) == 1")).toBe(true);
    expect(holds("resource.data.get('nil', 7) == null")).toBe(true);
  });

  it('is never found on the prototype of an object', () => {
    expect(holds("'toString' in resource.data || 'constructor' in resource.data")).toBe(false);
    expect(holds('resource.data.constructor != null')).toBe("There is no field 'constructor'.");
    expect(holds("resource.data['__proto__'] != null")).toBe("There is no field '__proto__'.");
    const own = {
      method: 'get',
      path: 'things/t1',
      resource: documentOf('things/t1', { toString: 'x' }),
    } as const;
    expect(
      tryCondition("'toString' in resource.data && resource.data.toString == 'x'", { operation: own }),
    ).toBe(true);
  });
});

describe('the ternary operator', () => {
  it('evaluates only one branch', () => {
    expect(holds(`true ? true : ${error}`)).toBe(true);
    expect(holds(`false ? ${error} : true`)).toBe(true);
    expect(holds(`true ? ${error} : true`)).toBe("There is no field 'missing'.");
  });

  it('is right-associative', () => {
    expect(holds("(false ? 'a' : false ? 'b' : 'c') == 'c'")).toBe(true);
    expect(holds("(false ? 'a' : true ? 'b' : 'c') == 'c'")).toBe(false);
  });
});

describe('precedence', () => {
  it.each([
    '1 + 2 * 3 == 7',
    '(1 + 2) * 3 == 9',
    '10 - 4 - 3 == 3',
    '-2 * -3 == 6',
    'true || false && false',
    '!((true || false) && false)',
    '1 + 1 < 3 == true',
    "'a' in ['a'] == true",
    '1 + 1 is int',
    "!('a' in ['b'])",
    'true == true && 1 != 2',
  ])('makes %s true', (condition) => {
    expect(holds(condition)).toBe(true);
  });

  it('of ! is higher than that of in', () => {
    expect(holds('!true in [false]')).toBe(true);
    expect(holds("!'a' in ['b']")).toBe('Expected a bool, found a string.');
  });
});

describe('the limit of 1,000 expressions', () => {
  const row = (count: number): string => Array.from({ length: count }, () => 'true').join(' && ');
  const spent = 'More than 1000 expressions were evaluated.';

  it('counts literals, names, && and ||, and parentheses', () => {
    expect(holds(row(500))).toBe(true);
    expect(holds(row(501))).toBe(spent);
    expect(holds(`(${row(500)})`)).toBe(true);
    expect(holds(`((${row(500)}))`)).toBe(spent);
    expect(holds(`!(${row(499)} && false)`)).toBe(spent);
    expect(holds(`!(${row(498)} && false)`)).toBe(true);
  });

  it('is exceeded by 335 terms in parentheses and not by 334, as in production', () => {
    const pairs = (count: number): string =>
      count === 1 ? 'true' : `(${pairs(Math.floor(count / 2))} && ${pairs(count - Math.floor(count / 2))})`;
    expect(holds(pairs(334))).toBe(true);
    expect(holds(pairs(335))).toBe(spent);
  });

  it('is not absorbed by ||, and ends the evaluation of all rules', () => {
    expect(holds(`(${row(1001)}) || true`)).toBe('More than 1000 expressions were evaluated.');
    const two = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
      match /things/{id} { allow read: if !(${row(1001)}); allow read: if true; } } }`;
    expect(verdictOf(two, { operation }).allowed).toBe(false);
  });
});
