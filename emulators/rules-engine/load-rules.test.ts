import { describe, expect, inject, it } from 'vitest';
import { loadRules } from './load-rules';
import { fileOf, tryCondition, randomCondition } from './testing/conditions';
import { documentOf } from './testing/plain-document';
import type { FirestoreOperation, RulesDocument, Ruleset, StorageRulesRequest, Verdict } from './port';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';

/** `line:column message` of the first issue. */
function refusal(source: string): string {
  const load = loadRules(source);
  if (load.ok) return 'loaded';
  const [first] = load.issues;
  return first === undefined ? 'no issue' : `${first.line}:${first.column} ${first.message}`;
}

const head = "rules_version = '2';\nservice cloud.firestore {\n";

describe('loading a rules file', () => {
  it.each([
    ['', "1:1 Expected 'service', found the end of the file."],
    ["rules_version = '3';", "1:17 Expected '1' or '2' in quotes, found ''3''."],
    [
      'service cloud.unknown {}',
      "1:9 Unknown service 'cloud.unknown'. Known: cloud.firestore, firebase.storage.",
    ],
    [`${head}match /a/{b} { allow raed: if true; } }`, '3:22 Unknown method'],
    [`${head}match /a/{b} { allow read: if true } }`, "3:36 Expected ';', found '}'."],
    [`${head}match /a/{b} { allow read: if (true; } }`, "3:36 Expected ')', found ';'."],
    [`${head}match /a/{b} { allow read: if 'open; } }`, '3:31 This string has no closing quote.'],
    [
      `${head}match /a/{b} { allow read: if '\\d' == ''; } }`,
      '3:32 Unknown escape sequence \\d. Write \\\\ for a backslash.',
    ],
    [`${head}match /a/{b} { allow read: if 1 is integer; } }`, "3:36 Unknown type 'integer'."],
    [`${head}match /a/{b=**}/{c=**} {} }`, '3:7 A path can have at most one {name=**}.'],
    [`${head}/* open`, '3:1 This comment has no end.'],
    [`${head}match /a/{b} { allow read: if true # false; } }`, '3:36 Unexpected character "#".'],
    [`service cloud.firestore { match /{a=**}/b {} }`, '1:33 In rules version 1'],
    [`${head}} service cloud.firestore {}`, '3:3 A file can have only one service'],
  ])('refuses %j and reports the place', (source, message) => {
    expect(refusal(source)).toContain(message);
  });

  it.each([
    ['nope', "Unknown name 'nope'."],
    ['math', "Unknown name 'math'."],
    ['request.auht.uid == 1', "request has no 'auht'."],
    ['request.auth.id == 1', "request.auth has no 'id'."],
    ['resource.dat.a == 1', "resource has no 'dat'."],
    ['nope()', 'Unknown function nope().'],
    ['bool(1)', 'Unknown function bool().'],
    ['exists()', 'exists() takes 1 argument, not 0.'],
    ['get(/a/b, /c/d).data.x', 'get() takes 1 argument, not 2.'],
    ['math.isInfinite(1.0)', 'Unknown function math.isInfinite().'],
    ['math.abs()', 'math.abs() takes 1 arguments, not 0.'],
    ["'a'.nope()", 'Unknown method nope().'],
    ["'a'.size(1)", 'size() does not take 1 arguments.'],
    ["'a'.matches('(')", 'Not a regular expression'],
    ["'a'.matches('(?=a)')", 'Not a regular expression'],
    ['firestore.get(/a/b).x', 'firestore.… belongs to Storage rules.'],
    ["'a'()", 'Only a function or a method can be called.'],
    ['request.auth.uid()', 'Unknown method uid().'],
    ['9223372036854775808 > 0', 'This number does not fit into 64 bits.'],
    ['1e3 > 0', 'This is neither a number nor a name.'],
    ['('.repeat(100) + 'true' + ')'.repeat(100), 'nested too deeply'],
    ['!'.repeat(100) + 'true', 'nested too deeply'],
    [Array.from({ length: 100 }, () => '1').join(' + ') + ' > 0', 'nested too deeply'],
  ])('refuses the condition %s', (condition, message) => {
    expect(refusal(fileOf(condition))).toContain(message);
  });

  it.each([
    ['function f() { return f(); }', 'f() calls itself'],
    ['function f() { return g(); } function g() { return f(); }', 'calls itself'],
    [
      'function f() { return 1; } function f() { return 2; }',
      'The function f() is declared twice in this scope.',
    ],
    ['function exists(p) { return true; }', "'exists' is a reserved word."],
    ['function f(a, a) { return a; }', "The name 'a' is declared twice."],
    ['function f(a) { let a = 1; return a; }', "The name 'a' is declared twice."],
    ['function f(request) { return true; }', "'request' is a reserved word."],
    ['function f() { let a = b; let b = 1; return a; }', "Unknown name 'b'."],
    ['function f() { return other; } function g(other) { return f(); }', "Unknown name 'other'."],
    ['function f() { let a = 1; }', "Expected 'return'"],
    [`function f() { ${'let a = 1; '.repeat(11)} return a; }`, 'at most 10 let bindings'],
    ['function f(a, b, c, d, e, f, g, h) { return a; }', 'at most 7 arguments'],
    ['function f(a) { return a; } function g() { return f(); }', 'f() takes 1 arguments, not 0.'],
    [
      Array.from(
        { length: 21 },
        (_, i) => `function f${i}() { return ${i < 20 ? `f${i + 1}()` : 'true'}; }`,
      ).join(' '),
      'nested deeper than 20',
    ],
  ])('refuses the functions %s', (functions, message) => {
    expect(refusal(fileOf('true', functions))).toContain(message);
  });

  it('refuses more nested match blocks and wildcards than production accepts', () => {
    const inside = (body: string): string =>
      refusal(
        `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`,
      );
    const nested = (depth: number): string =>
      depth === 0 ? 'allow read: if true;' : `match /n/{x${depth}} { ${nested(depth - 1)} }`;
    const wide = (count: number): string =>
      `match /${Array.from({ length: count }, (_, i) => `s/{x${i}}`).join('/')} { allow read: if true; }`;
    expect(inside(nested(10))).toBe('loaded');
    expect(inside(nested(11))).toContain('More than 10 match blocks are nested.');
    expect(inside(wide(19))).toBe('loaded');
    expect(inside(wide(20))).toContain('at most 20 wildcards');
  });

  it('accepts any number of && and || in one expression', () => {
    expect(refusal(fileOf(Array.from({ length: 500 }, () => 'true').join(' && ')))).toBe('loaded');
  });

  it('refuses a file of more than 256 kB', () => {
    expect(refusal(`// ${'x'.repeat(256 * 1024)}`)).toBe('1:1 A rules file can have at most 256 kB.');
  });

  it('accepts comments, both kinds of quotes, allow without a condition, and nested matches', () => {
    const source = `// first
      rules_version = "2"; /* second */
      function outer() { return true; }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /a-b/{id} { allow read; allow create, delete: if outer(); match /c/{rest=**} { allow get: if id == 'x'; } }
        }
      }`;
    expect(refusal(source)).toBe('loaded');
  });

  it('warns about rules version 1', () => {
    const load = loadRules('service cloud.firestore {}');
    expect(load.ok && load.warnings[0]?.message).toContain('Rules version 1.');
  });
});

describe('Storage', () => {
  const object = {
    name: 'files/a.png',
    bucket: 'b1',
    size: '2048',
    contentType: 'image/png',
    generation: '7',
    timeCreated: '2026-01-02T03:00:00.000Z',
    updated: '2026-01-02T03:00:00.000Z',
    md5Hash: 'x',
    metadata: { owner: 'ada', constructor: 'c' },
  };

  interface Setting {
    readonly request?: Partial<StorageRulesRequest>;
    readonly documents?: readonly RulesDocument[];
    readonly limit?: number;
  }

  const fileOf = (body: string): string =>
    `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${body} } }`;

  function verdictOf(body: string, { request = {}, documents = [], limit = 2 }: Setting = {}): Verdict {
    const load = loadRules(fileOf(body));
    if (!load.ok) throw new Error(load.issues.map((issue) => issue.message).join());
    const get = (path: string): RulesDocument | null => documents.find((one) => one.path === path) ?? null;
    return load.ruleset.verifyStorage(
      {
        auth: { uid: 'ada', token: {} },
        time: '2026-01-02T03:04:05.000Z',
        bucket: 'b1',
        name: 'files/a.png',
        method: 'get',
        resource: object,
        requestResource: null,
        ...request,
      },
      { get, getAfter: get },
      { limit, seen: new Set() },
    );
  }

  const holds = (condition: string, setting: Setting = {}): boolean =>
    verdictOf(`match /files/{file} { allow read, write: if ${condition}; }`, setting).allowed;

  describe('storage rules', () => {
    it("see the object's metadata: 64-bit numbers as ints, times as timestamps, custom metadata as a map", () => {
      expect(holds('resource.size == 2048 && resource.size is int && resource.generation == 7')).toBe(true);
      expect(holds('resource.timeCreated is timestamp && resource.timeCreated < request.time')).toBe(true);
      expect(holds("resource.timeCreated + duration.value(5, 'm') > request.time")).toBe(true);
      expect(
        holds("resource.metadata.owner == request.auth.uid && resource.metadata['owner'] == 'ada'"),
      ).toBe(true);
      expect(holds("resource.name == 'files/a.png' && resource.bucket == bucket && file == 'a.png'")).toBe(
        true,
      );
      expect(holds("'toString' in resource.metadata")).toBe(false);
      expect(holds("'constructor' in resource.metadata")).toBe(true);
      expect(holds('resource.contentEncoding == null')).toBe(false);
    });

    it('see the uploaded object, and no resource before a create', () => {
      const upload = {
        method: 'create',
        resource: null,
        requestResource: { size: '5', contentType: 'image/png' },
      } as const;
      expect(
        holds(
          "resource == null && request.resource.size < 6 && request.resource.contentType.matches('image/.*')",
          { request: upload },
        ),
      ).toBe(true);
      expect(holds('resource.size > 0', { request: upload })).toBe(false);
      expect(holds('request.resource.size > 0', { request: { method: 'delete' } })).toBe(false);
    });

    it.each(['get', 'list', 'create', 'update', 'delete'] as const)(
      'allow only %s when only it is named',
      (method) => {
        const granted = (['get', 'list', 'create', 'update', 'delete'] as const).filter(
          (other) =>
            verdictOf(`match /{all=**} { allow ${method}; }`, { request: { method: other } }).allowed,
        );
        expect(granted).toEqual([method]);
      },
    );

    it('allow the list of a folder only by a rule that covers everything in it', () => {
      const list = { request: { method: 'list', name: 'files/', resource: null } } as const;
      expect(verdictOf('match /files/{file} { allow list; }', list).allowed).toBe(false);
      expect(verdictOf('match /files/{file=**} { allow list; }', list).allowed).toBe(true);
      expect(
        verdictOf('match /files/{file=**} { allow list; }', { request: { ...list.request, name: '' } })
          .allowed,
      ).toBe(false);
      expect(
        verdictOf('match /{all=**} { allow list; }', { request: { ...list.request, name: '' } }).allowed,
      ).toBe(true);
    });

    it('of version 1 allow no list', () => {
      const list = {
        auth: null,
        time: '2026-01-02T03:04:05Z',
        bucket: 'b1',
        name: 'files',
        method: 'list',
      } as const;
      const rules = 'service firebase.storage { match /b/{bucket}/o/{all=**} { allow read; } }';
      const may = (source: string): boolean => {
        const load = loadRules(source);
        const request = { ...list, resource: null, requestResource: null };
        const nothing = { get: () => null, getAfter: () => null };
        return load.ok && load.ruleset.verifyStorage(request, nothing, { limit: 2, seen: new Set() }).allowed;
      };
      expect(may(rules)).toBe(false);
      expect(may(`rules_version = '2'; ${rules}`)).toBe(true);
    });

    it('never match a name with an empty segment', () => {
      for (const name of ['files//a.png', 'files/', '/files/a.png', '']) {
        expect(verdictOf('match /{all=**} { allow get; }', { request: { name } }).allowed).toBe(false);
      }
    });

    it('are for Storage only, and Firestore rules are for Firestore only', () => {
      const load = loadRules(fileOf('match /{all=**} { allow read; }'));
      const firestore = {
        auth: null,
        time: '2026-01-02T03:04:05Z',
        database: '(default)',
        operation: { method: 'get', path: 'a/b', resource: null },
      } as const;
      const nothing = { get: () => null, getAfter: () => null };
      expect(
        load.ok && load.ruleset.verifyFirestore(firestore, nothing, { limit: 10, seen: new Set() }).allowed,
      ).toBe(false);
    });
  });

  describe('firestore.get and firestore.exists', () => {
    const documents = [documentOf('teams/t1', { members: { ada: 'editor' } }), documentOf('teams/t2', {})];
    const team = '/databases/(default)/documents/teams';

    it('read from the default database', () => {
      expect(
        holds(`firestore.get(${team}/t1).data.members[request.auth.uid] == 'editor'`, { documents }),
      ).toBe(true);
      expect(holds(`firestore.exists(${team}/$('t2')) && !firestore.exists(${team}/t3)`, { documents })).toBe(
        true,
      );
      expect(holds(`firestore.get(${team}/t3).data.x == 1`, { documents })).toBe(false);
      expect(holds('firestore.exists(/databases/other/documents/teams/t1)', { documents })).toBe(false);
    });

    it('read at most two distinct documents, and only those that are evaluated', () => {
      const two = `firestore.exists(${team}/t1) && firestore.get(${team}/t1).id == 't1' && firestore.exists(${team}/t2)`;
      expect(holds(two, { documents })).toBe(true);
      expect(holds(`${two} && !firestore.exists(${team}/t3)`, { documents })).toBe(false);
      expect(holds(`true || (${two} && firestore.exists(${team}/t3))`, { documents })).toBe(true);
    });

    it.each([
      [`get(${team}/t1).id == 't1'`, 'belongs to Firestore rules'],
      [`firestore.getAfter(${team}/t1).id == 't1'`, 'Unknown function firestore.getAfter()'],
      ['firestore.exists() ', 'takes 1 argument'],
      ['resource.data.x == 1', "resource has no 'data'"],
      ['request.query.limit == 1', "request has no 'query'"],
    ])('%s is refused when the file is loaded', (condition, message) => {
      const load = loadRules(fileOf(`match /{all=**} { allow read: if ${condition}; }`));
      expect(load.ok ? '' : load.issues[0]?.message).toContain(message);
    });
  });
});

const ours = readFileSync(new URL('../../rules/firestore.rules', import.meta.url), 'utf8');
const paths = [
  'drafts/ada',
  'profiles/ada',
  'profiles/ada/tips/t',
  'accounts/ada/server/payments',
  'handles/ada',
  'ledger/ada',
  'a/b',
];
const stored = documentOf('x/y', { v: 1, revision: 1 });

/** Every operation on a document by a user who is not signed in. */
const operations = (path: string): FirestoreOperation[] => [
  { method: 'get', path, resource: { ...stored, path } },
  { method: 'create', path, resource: null, requestResource: { ...stored, path } },
  { method: 'update', path, resource: { ...stored, path }, requestResource: { ...stored, path } },
  { method: 'delete', path, resource: { ...stored, path }, requestResource: null },
  {
    method: 'list',
    parent: path.split('/').slice(0, -2).join('/'),
    structuredQuery: { from: [{ collectionId: path.split('/').at(-2) }] },
  },
];

function whatStrangersMay(ruleset: Ruleset): string[] {
  const lookup = { get: () => null, getAfter: () => null };
  return paths.flatMap((path) =>
    operations(path).flatMap((operation) => {
      const request = { auth: null, time: '2026-01-02T03:04:05Z', database: '(default)', operation };
      const verdict = ruleset.verifyFirestore(request, lookup, { limit: 10, seen: new Set() });
      if (verdict.allowed) return [`${operation.method} ${path}`];
      return verdict.reason.includes('The rules engine failed') ? [verdict.reason] : [];
    }),
  );
}

const soup = fc.array(
  fc.constantFrom(
    ..."rules_version = '2' ; service cloud.firestore { } match / allow read write : if true false request . auth null ( ) [ ] , && || ! == in is function let return $( ${ \" \\ b' // /* */ {x=**} 1 1.5 \n - + ? %".split(
      ' ',
    ),
  ),
  { maxLength: 60 },
);

describe('any rules file', () => {
  it('of random characters never crashes the loader and never allows access', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
        (source) => {
          const load = loadRules(source);
          expect(load.ok ? whatStrangersMay(load.ruleset) : []).toEqual([]);
        },
      ),
      { numRuns: 250 * inject('times') },
    );
  });

  it('of random bytes never crashes the loader and never allows access', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(loadRules(Buffer.from(bytes).toString('utf8')).ok).toBe(false);
      }),
      { numRuns: 500 * inject('times') },
    );
  });

  it('of random keywords never crashes the loader', () => {
    fc.assert(
      fc.property(soup, (words) => {
        const load = loadRules(words.join(' '));
        expect(load.ok || (load.issues[0]?.line ?? 0) > 0).toBe(true);
      }),
      { numRuns: 1000 * inject('times') },
    );
  });

  it('made from our own rules by changing characters is refused, or still denies strangers', () => {
    const places = fc.nat(ours.length - 1);
    // Not `!` before `false`: that condition allows access by its meaning.
    const changes = fc.array(
      fc.tuple(
        places,
        fc.constantFrom('replace', 'insert', 'delete'),
        fc.constantFrom(...Array.from('abx01 .,;:(){}[]=&|!/*\'"\\$\n')),
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    let loaded = 0;
    fc.assert(
      fc.property(changes, (edits) => {
        let source = ours;
        for (const [at, kind, character] of edits) {
          const kept = kind === 'insert' ? at : at + 1;
          source = source.slice(0, at) + (kind === 'delete' ? '' : character) + source.slice(kept);
        }
        const load = loadRules(source);
        if (!load.ok || /!\s*\(?\s*false/.test(source)) return;
        loaded++;
        expect(whatStrangersMay(load.ruleset)).toEqual([]);
      }),
      { numRuns: 300 * inject('times') },
    );
    expect(loaded).toBeGreaterThan(0);
  });

  it('made from our own rules by moving, repeating or cutting parts never crashes and never hangs', () => {
    const piece = fc.tuple(
      fc.nat(ours.length),
      fc.nat(300),
      fc.nat(ours.length),
      fc.constantFrom('cut', 'double', 'move'),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (edits) => {
        let source = ours;
        for (const [at, length, to, kind] of edits) {
          const part = source.slice(at, at + length);
          const rest = kind === 'double' ? source : source.slice(0, at) + source.slice(at + length);
          source = kind === 'cut' ? rest : rest.slice(0, to) + part + rest.slice(to);
        }
        const started = performance.now();
        const load = loadRules(source);
        if (load.ok) whatStrangersMay(load.ruleset);
        expect(performance.now() - started).toBeLessThan(2000);
      }),
      { numRuns: 400 * inject('times') },
    );
  });
});

describe('a random condition', () => {
  const resource = documentOf('things/t1', { a: 'x', b: 2, c: { a: ['x', 1] } });
  const setting = {
    auth: { uid: 'u', token: {} },
    operation: { method: 'update', path: 'things/t1', resource, requestResource: resource },
  } as const;

  it('evaluates to true, false or an error, and never fails the engine', () => {
    fc.assert(
      fc.property(randomCondition, (condition) => {
        if (!loadRules(fileOf(condition)).ok) return;
        const outcome = tryCondition(condition, setting);
        expect(String(outcome)).not.toContain('The rules engine failed');
      }),
      { numRuns: 800 * inject('times') },
    );
  });

  it('cannot override a false operand or an error beside it', () => {
    fc.assert(
      fc.property(randomCondition, (condition) => {
        if (!loadRules(fileOf(condition)).ok) return;
        expect(tryCondition(`(${condition}) && false`, setting)).not.toBe(true);
        expect(tryCondition(`(1 / 0 == 1) && (${condition})`, setting)).not.toBe(true);
        expect(tryCondition(`!(${condition}) && (${condition})`, setting)).not.toBe(true);
      }),
      { numRuns: 400 * inject('times') },
    );
  });
});

describe('a rule that builds ever larger values', () => {
  const doubling = (body: string, seed: string): string => {
    const rounds = Array.from(
      { length: 19 },
      (_, i) => `function f${i}(x) { let y = ${i < 17 ? `f${i + 1}` : 'last'}(${body}); return y; }`,
    );
    return `${rounds.join(' ')} function last(x) { return x; } function start() { return f0(${seed}); }`;
  };

  it.each([
    ['strings', doubling('x + x + x + x + x + x + x + x', "'a'"), 'start().size() > 0'],
    ['lists', doubling('x.concat(x).concat(x).concat(x)', '[1]'), 'start().size() > 0'],
    ['nested lists', doubling('[[x, x], [x, x]]', '[1]'), 'start() == start()'],
  ])('ends with an error and does not hang: %s', (_what, functions, condition) => {
    const started = performance.now();
    expect(tryCondition(`${condition} || true`, { functions })).toMatch(/too large|too many steps/);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
