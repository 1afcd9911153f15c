import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { loadRules } from './load-rules';
import { documentOf } from './testing/plain-document';
import type { FirestoreOperation, Ruleset } from './port';
import { randomCondition } from './testing/random-conditions';
import { fileOf, tryCondition } from './testing/try-condition';

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
