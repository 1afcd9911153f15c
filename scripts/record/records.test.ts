import { describe, expect, it } from 'vitest';
import { lostExports, otherSizes } from './packages';
import { differences, printJson } from './compare';
import { changesOf, fewerPromises, ofSources } from './records';

// Holds host-121.
it.each(ofSources)('$name: $says', async (record) => {
  const changes = await changesOf(record);
  expect(changes, changes ?? '').toBeNull();
});

describe('a difference between a record and what is made now', () => {
  it('names the place of a changed, a new and a lost value', () => {
    const before = { tip: { amount: 'integer', name: 'text' }, list: ['a', 'b'] };
    const after = { tip: { amount: 'number', for: 'text' }, list: ['a', 'b', 'c'] };
    expect(differences(before, after)).toEqual([
      'tip › amount: "integer" is now "number"',
      'tip › name: gone, was "text"',
      'tip › for: new: "text"',
      'list: new: "c"',
    ]);
    expect(differences(before, structuredClone(before))).toEqual([]);
  });

  it('names another order of the same parts, and another number of them', () => {
    expect(differences({ order: ['a', 'b'] }, { order: ['b', 'a'] })).toEqual([
      'order: another order, from "b" on, where "a" was',
    ]);
    expect(differences(['a'], ['a', 'a'])).toHaveLength(1);
  });

  it('names the lines of a text, also when they only have another order', () => {
    expect(differences('a\nb\n', 'a\nc\n')).toEqual(['line 2, gone: b', 'line 2, new: c']);
    expect(differences('a\nb', 'b\na')).toEqual([
      'from line 1 on, the same lines are in another order or number',
    ]);
  });

  it('does not count the order of keys, which nobody relies on', () => {
    expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });

  it('of sizes is one above the tolerance, or a file that came or went', () => {
    expect(otherSizes({ 'a.js': 10_000, 'b.js': 500 }, { 'a.js': 10_100, 'b.js': 540 })).toEqual([]);
    expect(otherSizes({ 'a.js': 10_000 }, { 'a.js': 9899 })).toHaveLength(1);
    expect(otherSizes({ 'a.js': 100 }, { 'b.js': 100 })).toEqual([
      'a.js: gone, had 100 B',
      'b.js: new, 100 B',
    ]);
  });

  it('of promises and exports is only one that is missing', () => {
    const promises = { 'tag-001': 'test, test:rest' };
    expect(fewerPromises(promises, { 'tag-001': 'test, test:rest, test:long', 'tag-002': 'test' })).toEqual(
      [],
    );
    expect(fewerPromises(promises, { 'tag-001': 'test' })).toEqual(['tag-001: no longer held by test:rest']);
    expect(fewerPromises(promises, {})).toEqual(['tag-001: gone']);
    expect(lostExports({ 'a.ts': ['one: function'] }, { 'a.ts': ['one: function', 'two: string'] })).toEqual(
      [],
    );
    expect(lostExports({ 'a.ts': ['one: function'] }, { 'a.ts': [] })).toHaveLength(1);
  });
});

it('a record has one line for each part that fits on one', () => {
  expect(printJson({ a: [1, 2], b: {} })).toBe('{ "a": [1, 2], "b": {} }');
  const long = 'x'.repeat(120);
  expect(printJson({ a: [long], b: 1 })).toBe(`{\n  "a": [\n    "${long}"\n  ],\n  "b": 1\n}`);
});
