import { describe, expect, it } from 'vitest';
import { defaultLook, defaultTipSettings, earlierArrangement, emptyDraft } from '../profile/draft';
import { fakePayments, fakeProfile, fakeStanding, noon } from '../testing/fakes';
import {
  draftDocument,
  handleClaimDocument,
  mayClaim,
  cacheSlices,
  cardDocument,
  cardVersionDocument,
  isCurrent,
  makeCachedProfile,
  sameEntry,
  sliceOf,
  type HandleClaim,
  type CacheSources,
} from './profile-document';

describe('draft document', () => {
  const readable = (stored: unknown) => {
    const decoded = draftDocument.decode(stored);
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem));
    return decoded.value;
  };

  describe('a half-typed draft', () => {
    it('has defaults for missing fields', () => {
      expect(readable({})).toEqual({ ...emptyDraft, arrangement: earlierArrangement });
    });

    it('keeps texts exactly as typed', () => {
      expect(readable({ name: ' Ada ', handle: 'Ada!' })).toMatchObject({ name: ' Ada ', handle: 'Ada!' });
    });

    it('has defaults for a link with only an address', () => {
      expect(readable({ links: { k1: { url: 'inst' } } }).links).toEqual({
        k1: { url: 'inst', label: '', order: 0, on: true, from: null, until: null, group: null, sign: null },
      });
    });

    it('drops an unknown link icon', () => {
      const link = { url: 'inst', sign: { kind: 'picture', slot: 'picture-a', generation: '1' } };
      expect(readable({ links: { k1: link } }).links['k1']?.sign).toBeNull();
    });

    it('skips entries that are not links', () => {
      expect(readable({ links: { k1: null, k2: 'x', k3: [] } }).links).toEqual({});
      expect(readable({ links: 'x' }).links).toEqual({});
    });

    it('has defaults for wrong fields and keeps the others', () => {
      const draft = readable({
        look: { layout: 'links', theme: 'neon', radius: 'x' },
        tips: { on: false, presets: 'x', goal: { label: 5 } },
        picture: { slot: 'attic' },
        updatedAt: null,
      });
      expect(draft.look).toEqual({ ...defaultLook, layout: 'links' });
      expect(draft.tips).toEqual({ ...defaultTipSettings, on: false });
      expect(draft.picture).toBeNull();
      expect(draft.updatedAt).toBe(0);
    });
  });
});

describe('handle document', () => {
  const claim: HandleClaim = {
    v: 1,
    handle: 'ada',
    uid: 'ada-uid',
    state: 'live',
    claimedAt: noon,
    usedAt: null,
  };

  it('a claim of an earlier release, without a first view, counts as used', () => {
    const { usedAt: _usedAt, ...earlier } = handleClaimDocument.encode(claim);
    expect(handleClaimDocument.decode(earlier)).toEqual({ ok: true, value: { ...claim, usedAt: noon } });
  });

  it('only the owner of a used handle may publish under it', () => {
    expect(mayClaim(null, 'b')).toBe(true);
    expect(mayClaim(claim, 'ada-uid')).toBe(true);
    expect(mayClaim({ ...claim, state: 'retired' }, 'b')).toBe(false);
  });

  it('stores when the handle was first shown', () => {
    const used = { ...claim, usedAt: noon + 1 };
    expect(handleClaimDocument.decode(handleClaimDocument.encode(used))).toEqual({ ok: true, value: used });
  });
});

describe('card document', () => {
  const day = 24 * 60 * 60_000;

  const claim: HandleClaim = {
    v: 1,
    handle: 'ada',
    uid: 'ada-uid',
    state: 'live',
    claimedAt: noon,
    usedAt: noon,
  };

  const sourcesOf = (given: Partial<CacheSources> = {}): CacheSources => ({
    claim,
    profile: fakeProfile({ handle: 'ada', aliases: ['lace'] }),
    payments: fakePayments(),
    standing: undefined,
    ...given,
  });

  /** The entry that was made at noon. */
  function cardOf(given: Partial<CacheSources> = {}) {
    const entry = makeCachedProfile(sourcesOf(given), noon);
    if (entry === null) throw new Error('There is no card');
    return entry;
  }

  const hidden = fakeStanding({ state: 'hidden', until: noon + day });

  describe('the card of a handle', () => {
    it('contains the profile, what a view needs of the payments, and whether the handle was shown', () => {
      expect(cardOf()).toMatchObject({ kind: 'shown', handle: 'ada', uid: 'ada-uid', isUsed: true });
      expect(cardOf({ claim: { ...claim, usedAt: null } })).toMatchObject({ isUsed: false });
      expect(JSON.stringify(cardOf())).not.toContain('requirements');
      expect(cardOf({ payments: undefined })).toMatchObject({ payments: null });
    });

    it('is also made for an earlier handle', () => {
      expect(cardOf({ claim: { ...claim, handle: 'lace' } })).toMatchObject({ handle: 'lace' });
    });

    it.each<[string, Partial<CacheSources>]>([
      ['nobody has it', { claim: undefined }],
      ['it is retired', { claim: { ...claim, state: 'retired' } }],
      ['nothing is published', { profile: undefined }],
      ['the profile has other handles', { profile: fakeProfile({ handle: 'grace', aliases: [] }) }],
    ])('is not made when %s', (_, given) => {
      expect(makeCachedProfile(sourcesOf(given), noon)).toBeNull();
    });

    it('contains nothing of a profile that the host does not show', () => {
      const entry = cardOf({ standing: hidden });
      expect(Object.keys(entry).toSorted()).toEqual([
        'handle',
        'kind',
        'madeAt',
        'slice',
        'standing',
        'uid',
        'v',
      ]);
    });

    it('leads to the page of a closed profile, although its handles are retired', () => {
      const standing = fakeStanding({ state: 'closed', until: null });
      expect(cardOf({ claim: { ...claim, state: 'retired' }, profile: undefined, standing })).toMatchObject({
        kind: 'withheld',
      });
    });

    it('is stored and read without a difference', () => {
      const limited = fakeStanding({ state: 'limited', scope: ['bio'], until: noon + day });
      const paused = fakePayments({ pausedUntil: noon + 1, disconnectedAt: noon });
      for (const given of [{}, { payments: undefined }, { standing: hidden }, { standing: limited }]) {
        const entry = cardOf({ payments: paused, ...given });
        expect(cardDocument.decode(cardDocument.encode(entry))).toEqual({ ok: true, value: entry });
      }
    });
  });

  describe('a stored card', () => {
    it('counts for three days', () => {
      expect(isCurrent(cardOf(), noon + 3 * day)).toBe(true);
      expect(isCurrent(cardOf(), noon + 3 * day + 1)).toBe(false);
    });

    it('of a hidden profile counts until the profile is shown again', () => {
      expect(isCurrent(cardOf({ standing: hidden }), noon + day - 1)).toBe(true);
      expect(isCurrent(cardOf({ standing: hidden }), noon + day)).toBe(false);
    });

    it('is the same as one with the same content, whenever it was made', () => {
      const later = makeCachedProfile(sourcesOf(), noon + 5);
      expect(sameEntry(cardOf(), later, noon)).toBe(true);
      expect(sameEntry(cardOf(), cardOf({ claim: { ...claim, usedAt: null } }), noon)).toBe(false);
      expect(sameEntry(cardOf(), null, noon)).toBe(false);
      expect(sameEntry(null, null, noon)).toBe(true);
      expect(sameEntry(cardOf({ standing: hidden }), cardOf(), noon)).toBe(false);
      expect(sameEntry(cardOf({ standing: hidden }), cardOf({ standing: hidden }), noon)).toBe(true);
    });

    it('equals a card without a restriction when the restriction has ended', () => {
      const standing = fakeStanding({ state: 'limited', scope: ['bio'], until: noon + day });
      expect(sameEntry(cardOf({ standing }), cardOf(), noon)).toBe(false);
      expect(sameEntry(cardOf({ standing }), cardOf(), noon + day)).toBe(true);
    });
  });

  it('spreads handles over all slices', () => {
    const slices = Array.from({ length: 5000 }, (_, index) => sliceOf(`fan_${index}`));
    expect(new Set(slices).size).toBe(cacheSlices);
  });
});

describe('card version document', () => {
  const noon = Date.UTC(2026, 9, 1, 12);
  const day = {
    v: 1,
    day: '2026-10-01',
    version: '0.1.0',
    loads: 3,
    crashes: 1,
    expiresAt: noon,
  } as const;

  it('the counts of a version are equal after encoding and decoding, from Dates and from timestamps', () => {
    const stored = cardVersionDocument.encode(day);
    expect(stored['expiresAt']).toEqual(new Date(noon));
    expect(cardVersionDocument.decode(stored)).toEqual({ ok: true, value: day });
    expect(cardVersionDocument.decode({ ...stored, expiresAt: { toMillis: () => noon } })).toEqual({
      ok: true,
      value: day,
    });
  });

  it('a version without a crash has none, and a newer document is not read', () => {
    const { crashes: _, ...quiet } = cardVersionDocument.encode(day);
    expect(cardVersionDocument.decode(quiet)).toMatchObject({ value: { loads: 3, crashes: 0 } });
    expect(cardVersionDocument.decode({ ...quiet, v: 2 })).toMatchObject({ ok: false });
  });
});
