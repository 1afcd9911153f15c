import { describe, expect, it } from 'vitest';
import { loadRules } from './load-rules';
import { fileOf } from './testing/try-condition';

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
