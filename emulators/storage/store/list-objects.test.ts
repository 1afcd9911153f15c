import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listObjects, type ListOptions } from './list-objects';

const all: ListOptions = { prefix: '', delimiter: '', maxResults: 1000, pageToken: undefined };
const inOrder = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('a list', () => {
  it('groups names below the next delimiter into prefixes', () => {
    const names = inOrder(['a', 'b/', 'b/1', 'b/c/2', 'd/e', 'f']);
    expect(listObjects(names, { ...all, delimiter: '/' })).toMatchObject({
      names: ['a', 'f'],
      prefixes: ['b/', 'd/'],
    });
    expect(listObjects(names, { ...all, prefix: 'b/', delimiter: '/' })).toMatchObject({
      names: ['b/', 'b/1'],
      prefixes: ['b/c/'],
    });
    expect(listObjects(names, { ...all, prefix: 'b' })).toMatchObject({
      names: ['b/', 'b/1', 'b/c/2'],
      prefixes: [],
    });
  });

  it('returns every name once, in order, with any page size', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', '/', 'é', '😀', '\uffff'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('', '/'),
        (given, maxResults, delimiter) => {
          const sorted = inOrder(given);
          const whole = listObjects(sorted, { ...all, delimiter });
          const seen = { names: [] as string[], prefixes: [] as string[] };
          let pageToken: string | undefined;
          do {
            const page = listObjects(sorted, { ...all, delimiter, maxResults, pageToken });
            expect(page.names.length + page.prefixes.length).toBeLessThanOrEqual(maxResults);
            seen.names.push(...page.names);
            seen.prefixes.push(...page.prefixes);
            pageToken = page.nextPageToken;
          } while (pageToken !== undefined);
          expect(seen).toEqual({ names: whole.names, prefixes: whole.prefixes });
        },
      ),
    );
  });
});
