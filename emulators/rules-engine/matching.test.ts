import { describe, expect, it } from 'vitest';
import { loadRulesWith } from './load-rules';
import type { FirestoreOperation } from './port';
import { documentOf } from './testing/plain-document';
import { fileOf, tryCondition, verdictOf } from './testing/conditions';

describe('matches and methods', () => {
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
      expect(
        may(inService("match /a/{x} { match /b/{x} { allow get: if x == '2'; } }"), get('a/1/b/2')),
      ).toBe(true);
      expect(may(inService("match /a/{x} { allow get: if database == '(default)'; }"), get('a/1'))).toBe(
        true,
      );
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
      expect(
        may(inService('match /a/{x}/{rest=**} { allow get: if string(rest) == "/"; }'), get('a/1')),
      ).toBe(true);
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
          inService(
            'match /a/{x} { allow update: if resource.data.n == 1 && request.resource.data.n == 2; }',
          ),
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
      expect(may(inService('match /a/{x} { allow create: if resource.data.n == 1; }'), all.create)).toBe(
        false,
      );
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
      const auth = {
        uid: 'u',
        token: { admin: true, level: 3, firebase: { sign_in_provider: 'anonymous' } },
      };
      expect(tryCondition("request.auth.uid == 'u' && request.auth.token.admin", { auth })).toBe(true);
      expect(tryCondition("request.auth.token.firebase.sign_in_provider == 'anonymous'", { auth })).toBe(
        true,
      );
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
});

describe('errors and logic', () => {
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
});

describe('lookups of documents', () => {
  const here = '/databases/$(database)/documents';
  const ada = documentOf('users/ada', { role: 'admin' });
  const documents = [ada];
  const holds = (condition: string): true | false | string => tryCondition(condition, { documents });

  describe('get and exists', () => {
    it('read other documents', () => {
      expect(holds(`get(${here}/users/ada).data.role == 'admin'`)).toBe(true);
      expect(holds(`get(${here}/users/$('ada')).id == 'ada'`)).toBe(true);
      expect(holds(`exists(${here}/users/ada)`)).toBe(true);
      expect(holds(`exists(${here}/users/bob)`)).toBe(false);
    });

    it('return null for a missing document: reading its fields is an error, and exists() can prevent that', () => {
      expect(holds(`get(${here}/users/bob) == null`)).toBe(true);
      expect(holds(`get(${here}/users/bob).data.role == 'admin'`)).toBe("a null has no field 'data'.");
      expect(holds(`exists(${here}/users/bob) && get(${here}/users/bob).data.role == 'admin'`)).toBe(false);
      expect(holds(`get(${here}/users/bob).data.role == 'admin' || true`)).toBe(true);
    });

    it.each([
      '/users/ada',
      '/databases/other/documents/users/ada',
      `${here}/users`,
      `${here}/users/ada/posts`,
      "'users/ada'",
    ])('refuse %s, which is not a document of this database', (path) => {
      expect(holds(`exists(${path})`)).toMatch(/needs the path of a document/);
    });
  });

  describe('getAfter and existsAfter', () => {
    it('see the state after the whole batch', () => {
      const after = [documentOf('users/ada', { role: 'guest' }), documentOf('users/new', {})];
      const setting = { documents, after };
      expect(tryCondition(`getAfter(${here}/users/ada).data.role == 'guest'`, setting)).toBe(true);
      expect(tryCondition(`get(${here}/users/ada).data.role == 'admin'`, setting)).toBe(true);
      expect(tryCondition(`existsAfter(${here}/users/new) && !exists(${here}/users/new)`, setting)).toBe(
        true,
      );
      expect(tryCondition(`existsAfter(${here}/users/ada)`, { documents, after: [] })).toBe(false);
    });
  });

  describe('the limit of document lookups', () => {
    const askFor = (count: number): string =>
      Array.from({ length: count }, (_, i) => `!exists(${here}/users/u${i})`).join(' && ');

    it('counts each document once', () => {
      expect(tryCondition(askFor(10), { budget: 10 })).toBe(true);
      expect(tryCondition(askFor(11), { budget: 10 })).toBe('The rules read more than 10 documents.');
      expect(tryCondition(askFor(11), { budget: 20 })).toBe(true);
      const repeated = `exists(${here}/users/ada) && get(${here}/users/ada).data.role == 'admin' && existsAfter(${here}/users/ada)`;
      expect(tryCondition(repeated, { documents, budget: 1 })).toBe(true);
    });

    it('ends the rule, even inside ||, but not the next rule', () => {
      const over = `(${askFor(11)}) || true`;
      expect(tryCondition(over, { budget: 10 })).toBe('The rules read more than 10 documents.');
      expect(tryCondition(`${over}; allow read, write: if true`, { budget: 10 })).toBe(true);
      expect(tryCondition(`${over}; allow read, write: if false`, { budget: 10 })).not.toBe(true);
    });

    it('counts only lookups that are evaluated', () => {
      expect(tryCondition(`true || ${askFor(11)}`, { budget: 1 })).toBe(true);
      expect(
        tryCondition(`exists(${here}/users/ada) ? true : exists(${here}/users/bob)`, {
          documents,
          budget: 1,
        }),
      ).toBe(true);
    });
  });

  describe('resource of a missing document', () => {
    it('is null, as in the live service, or an error, as in the Test API, depending on an option', () => {
      const operation = { method: 'get', path: 'things/t1', resource: null } as const;
      const ask = (condition: string, missingResource: 'null' | 'error'): boolean => {
        const load = loadRulesWith(fileOf(condition), { missingResource });
        if (!load.ok) throw new Error('does not load');
        const request = { auth: null, time: '2026-01-02T03:04:05Z', database: '(default)', operation };
        const lookup = { get: () => null, getAfter: () => null };
        return load.ruleset.verifyFirestore(request, lookup, { limit: 10, seen: new Set() }).allowed;
      };
      expect(ask('resource == null', 'null')).toBe(true);
      expect(ask('resource == null', 'error')).toBe(false);
      expect(ask('resource != null', 'null')).toBe(false);
      expect(ask('resource != null', 'error')).toBe(false);
      expect(ask(`get(${here}/a/b) == null`, 'null')).toBe(true);
      expect(ask(`get(${here}/a/b) == null`, 'error')).toBe(false);
    });

    it('is absent from a read request and present in a delete request', () => {
      const read = { method: 'get', path: 'things/t1', resource: null } as const;
      const list = {
        method: 'list',
        parent: '',
        structuredQuery: { from: [{ collectionId: 'things' }] },
      } as const;
      const gone = {
        method: 'delete',
        path: 'things/t1',
        resource: documentOf('things/t1', {}),
        requestResource: null,
      } as const;
      expect(tryCondition("!('resource' in request)", { operation: read })).toBe(true);
      expect(tryCondition('request.resource == null', { operation: read })).toBe(
        "There is no field 'resource'.",
      );
      expect(tryCondition('request.resource == null', { operation: list })).toMatch(/can return documents/);
      expect(tryCondition("'resource' in request && request.resource == null", { operation: gone })).toBe(
        true,
      );
    });
  });
});
