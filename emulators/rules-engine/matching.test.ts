import { describe, expect, it } from 'vitest';
import { documentOf } from './testing/plain-document';
import type { FirestoreOperation } from './port';
import { tryCondition, verdictOf } from './testing/try-condition';

const inService = (body: string, version = "rules_version = '2';", outside = ''): string =>
  `${version} ${outside} service cloud.firestore { match /databases/{database}/documents { ${body} } }`;
const get = (path: string): FirestoreOperation => ({ method: 'get', path, resource: documentOf(path, {}) });
const may = (source: string, operation: FirestoreOperation): boolean =>
  verdictOf(source, { operation }).allowed;

describe('a match', () => {
  it('covers exactly its path: not the parent, not a sibling, not documents below', () => {
    const rules = inService('match /a/{x} { match /b/{y} { allow get; } }');
    expect(may(rules, get('a/1/b/2'))).toBe(true);
    for (const path of ['a/1', 'a/1/c/2', 'a/1/b/2/c/3', 'b/2']) expect(may(rules, get(path))).toBe(false);
  });

  it('binds its wildcards for the conditions, and inner names hide outer names', () => {
    expect(may(inService("match /a/{x} { allow get: if x == '1'; }"), get('a/1'))).toBe(true);
    expect(may(inService("match /a/{x} { allow get: if x == '1'; }"), get('a/2'))).toBe(false);
    expect(may(inService("match /a/{x} { match /b/{x} { allow get: if x == '2'; } }"), get('a/1/b/2'))).toBe(
      true,
    );
    expect(may(inService("match /a/{x} { allow get: if database == '(default)'; }"), get('a/1'))).toBe(true);
  });

  it('with {x=**} covers zero or more segments at any position, and binds a path', () => {
    const all = inService('match /a/{rest=**} { allow get: if rest is path; }');
    expect(may(all, get('a/1'))).toBe(true);
    expect(may(all, get('a/1/b/2'))).toBe(true);
    expect(may(all, get('b/1'))).toBe(false);
    const inTheMiddle = inService("match /{any=**}/c/{id} { allow get: if id == '1'; }");
    expect(may(inTheMiddle, get('c/1'))).toBe(true);
    expect(may(inTheMiddle, get('a/1/b/2/c/1'))).toBe(true);
    expect(may(inTheMiddle, get('a/1/b/2/c/2'))).toBe(false);
    expect(may(inService('match /a/{x}/{rest=**} { allow get: if string(rest) == "/"; }'), get('a/1'))).toBe(
      true,
    );
    expect(may(inService('match /a/{x}/{rest=**} { allow get: if rest == /b/c; }'), get('a/1/b/c'))).toBe(
      true,
    );
  });

  it('with {x=**} needs at least one segment in version 1', () => {
    const one = inService('match /a/{x}/{rest=**} { allow get; }', '');
    expect(may(one, get('a/1'))).toBe(false);
    expect(may(one, get('a/1/b/2'))).toBe(true);
    expect(may(inService('match /a/{x}/{rest=**} { allow get; }'), get('a/1'))).toBe(true);
  });

  it('allows access alone, even if another match denies it', () => {
    const rules = inService('match /{all=**} { allow get: if false; } match /a/{x} { allow get; }');
    expect(may(rules, get('a/1'))).toBe(true);
    expect(may(rules, get('b/1'))).toBe(false);
  });

  it('of one database covers no other database', () => {
    const rules =
      "rules_version = '2'; service cloud.firestore { match /databases/other/documents/{x=**} { allow get; } }";
    expect(may(rules, get('a/1'))).toBe(false);
  });
});

describe('methods', () => {
  const write = (method: 'create' | 'update' | 'delete'): FirestoreOperation => ({
    method,
    path: 'a/1',
    resource: method === 'create' ? null : documentOf('a/1', { n: 1 }),
    requestResource: method === 'delete' ? null : documentOf('a/1', { n: 2 }),
  });
  const list: FirestoreOperation = {
    method: 'list',
    parent: '',
    structuredQuery: { from: [{ collectionId: 'a' }] },
  };
  const all = {
    get: get('a/1'),
    list,
    create: write('create'),
    update: write('update'),
    delete: write('delete'),
  };

  it.each([
    ['get', ['get']],
    ['list', ['list']],
    ['read', ['get', 'list']],
    ['create', ['create']],
    ['update', ['update']],
    ['delete', ['delete']],
    ['write', ['create', 'update', 'delete']],
    ['get, delete', ['get', 'delete']],
  ])('allow %s allows only %j', (allow, allowed) => {
    const rules = inService(
      `match /a/{x} { allow ${allow}: if request.method in ['${allowed.join("', '")}']; }`,
    );
    const granted = Object.entries(all).filter(([, operation]) => may(rules, operation));
    expect(granted.map(([method]) => method)).toEqual(allowed);
  });

  it('give conditions the document before and after the write', () => {
    expect(
      may(
        inService('match /a/{x} { allow update: if resource.data.n == 1 && request.resource.data.n == 2; }'),
        all.update,
      ),
    ).toBe(true);
    expect(
      may(
        inService('match /a/{x} { allow create: if resource == null && request.resource.data.n == 2; }'),
        all.create,
      ),
    ).toBe(true);
    expect(
      may(
        inService('match /a/{x} { allow delete: if request.resource == null && resource.data.n == 1; }'),
        all.delete,
      ),
    ).toBe(true);
    expect(
      may(
        inService(
          'match /a/{x} { allow update: if request.resource.id == x && resource.__name__ == request.path; }',
        ),
        all.update,
      ),
    ).toBe(true);
    expect(
      may(inService('match /a/{x} { allow delete: if request.resource.data.n == 2; }'), all.delete),
    ).toBe(false);
    expect(may(inService('match /a/{x} { allow create: if resource.data.n == 1; }'), all.create)).toBe(false);
  });
});

describe('functions', () => {
  it('see the wildcards of their scope, and let bindings in order', () => {
    const rules = inService(`match /a/{x} {
      function own(id) { let wanted = x; let both = wanted + id; return both == '11'; }
      match /b/{y} { allow get: if own(y); } }`);
    expect(may(rules, get('a/1/b/1'))).toBe(true);
    expect(may(rules, get('a/1/b/2'))).toBe(false);
  });

  it('can be declared in the file, the service or a match, and inner ones hide outer ones', () => {
    const rules = (inner: string): string =>
      inService(
        `${inner} match /a/{x} { allow get: if f(); }`,
        "rules_version = '2';",
        'function f() { return true; }',
      );
    expect(may(rules(''), get('a/1'))).toBe(true);
    expect(may(rules('function f() { return false; }'), get('a/1'))).toBe(false);
  });

  it('do not see the variables of their caller', () => {
    const rules = inService(`function outer() { return 'x' in {'x': 1} && request.auth == null; }
      match /a/{request_} { allow get: if outer(); }`);
    expect(may(rules, get('a/1'))).toBe(true);
  });

  it('fail when an argument or a let binding fails', () => {
    const functions = 'function f(a) { return true; } function g() { let a = 1 / 0; return true; }';
    expect(tryCondition('f(1 / 0)', { functions })).toBe('Division by zero.');
    expect(tryCondition('g()', { functions })).toBe('Division by zero.');
    expect(tryCondition('f(1 / 0) || true', { functions })).toBe(true);
    expect(tryCondition('f(1)', { functions })).toBe(true);
  });

  it('can be nested twenty levels deep', () => {
    const functions = Array.from(
      { length: 20 },
      (_, i) => `function f${i}() { return ${i < 19 ? `f${i + 1}()` : 'true'}; }`,
    );
    expect(tryCondition('f0()', { functions: functions.join(' ') })).toBe(true);
  });
});

describe('request.auth', () => {
  it('is null when not signed in', () => {
    expect(tryCondition('request.auth == null')).toBe(true);
    expect(tryCondition('request.auth.uid == "u"')).toBe("a null has no field 'uid'.");
  });

  it('has a uid and the claims of the token', () => {
    const auth = { uid: 'u', token: { admin: true, level: 3, firebase: { sign_in_provider: 'anonymous' } } };
    expect(tryCondition("request.auth.uid == 'u' && request.auth.token.admin", { auth })).toBe(true);
    expect(tryCondition("request.auth.token.firebase.sign_in_provider == 'anonymous'", { auth })).toBe(true);
    expect(tryCondition('request.auth.token.level is int && request.auth.token.level == 3', { auth })).toBe(
      true,
    );
    expect(tryCondition('request.auth.token.email_verified', { auth })).toBe(
      "There is no field 'email_verified'.",
    );
  });
});

describe('a denial', () => {
  it('names the closest rule and the condition that failed', () => {
    const source = `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents/a/{x} {
    allow get: if false;
    allow get: if request.auth == null && x == '1' && resource.data.nope;
    allow update: if true;
  }
}`;
    const verdict = verdictOf(source, { operation: get('a/1') });
    expect(verdict).toEqual({
      allowed: false,
      reason: "There is no field 'nope'.",
      closest: {
        line: 5,
        column: 69,
        text: "allow get: if request.auth == null && x == '1' && resource.data.nope;",
      },
    });
  });

  it('says when no rule matches', () => {
    const verdict = verdictOf(inService(''), { operation: get('a/1') });
    expect(verdict).toEqual({
      allowed: false,
      reason: "No rule for 'get' matches this path.",
      closest: null,
    });
  });
});
