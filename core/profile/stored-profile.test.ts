import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftKeys, emptyDraft } from './draft';
import { copiedFields, copiedFrom, goalStartAfter, goalStartWithout, reachedSince } from './stored-profile';

describe('goal start', () => {
  const sum = (gross: number, refunded = 0) => ({ usd: { count: 1, gross, refunded, disputed: 0 } });

  describe('a goal', () => {
    it('starts at zero, whatever was tipped before', () => {
      fc.assert(
        fc.property(fc.nat(), fc.nat(), (before, after) => {
          const start = goalStartAfter(null, { label: 'A bow' }, sum(before));
          expect(reachedSince(start, 'usd', before)).toBe(0);
          expect(reachedSince(start, 'usd', before + after)).toBe(after);
        }),
      );
    });

    it('keeps its start while it is hidden, and with the same title', () => {
      const start = goalStartAfter(null, { label: 'A bow' }, sum(500, 100));
      expect(start).toEqual({ label: 'A bow', kept: { usd: 400 } });
      expect(goalStartAfter(start, null, sum(900))).toBe(start);
      expect(goalStartAfter(start, { label: 'A bow' }, sum(900))).toBe(start);
      expect(goalStartAfter(start, { label: 'A case' }, sum(900))).toEqual({
        label: 'A case',
        kept: { usd: 900 },
      });
    });

    it('is never below zero, and counts from the first tip without a known start', () => {
      expect(reachedSince({ label: 'A bow', kept: { usd: 900 } }, 'usd', 400)).toBe(0);
      expect(reachedSince(null, 'usd', 400)).toBe(400);
      expect(reachedSince({ label: 'A bow', kept: { usd: 900 } }, 'eur', 400)).toBe(400);
    });

    it('subtracts a test tip from its start, never below zero', () => {
      const start = { label: 'A bow', kept: { usd: 900 } };
      expect(goalStartWithout(start, 'usd', 400)).toEqual({ label: 'A bow', kept: { usd: 500 } });
      expect(goalStartWithout(start, 'usd', 1000)).toEqual({ label: 'A bow', kept: { usd: 0 } });
      expect(goalStartWithout(start, 'jpy', 400)).toBe(start);
    });
  });
});

describe('copied fields', () => {
  const withOwnRules = ['v', 'revision', 'handle', 'picture', 'links', 'updatedAt'] as const;

  it('every field of a draft is copied or has a rule of its own', () => {
    expect([...copiedFields, ...withOwnRules].toSorted()).toEqual(draftKeys.toSorted());
  });

  it('a copy has exactly the copied fields', () => {
    expect(Object.keys(copiedFrom(emptyDraft))).toEqual([...copiedFields]);
  });
});
