import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft';
import { fakeDraft, noon } from '../testing/fakes';
import {
  copiedFields,
  draftOf,
  goalStartAfter,
  goalStartWithout,
  publishedProfile,
  reachedSince,
} from './stored-profile';

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
  it('are in the published profile as they are in the draft, and in the draft of that profile again', () => {
    const draft = fakeDraft({
      name: 'Grace',
      bio: 'Compilers.',
      look: { ...emptyDraft.look, radius: 7 },
      tips: { ...emptyDraft.tips, on: false },
      arrangement: { ...emptyDraft.arrangement, cardGoal: true },
      allowedSites: ['https://grace.example'],
      language: 'pl',
      updatedAt: noon,
    });
    const inputs = { uid: 'grace-uid', previous: null, picture: null, linkPictures: [], now: noon };
    const published = publishedProfile(draft, inputs);
    for (const field of copiedFields) expect(published[field]).toEqual(draft[field]);
    expect(draftOf(published)).toEqual(draft);
  });
});
