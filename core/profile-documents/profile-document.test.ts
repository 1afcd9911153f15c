import { describe, expect, it } from 'vitest';
import { defaultLook, defaultTipSettings, earlierArrangement, emptyDraft } from '../profile/draft';
import { noon } from '../testing/fakes';
import {
  decodeDraft,
  decodeHandleClaim,
  encodeHandleClaim,
  mayClaim,
  type HandleClaim,
} from './profile-document';

describe('draft document', () => {
  const readable = (stored: unknown) => {
    const decoded = decodeDraft(stored);
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
    const { usedAt: _usedAt, ...earlier } = encodeHandleClaim(claim);
    expect(decodeHandleClaim(earlier)).toEqual({ ok: true, value: { ...claim, usedAt: noon } });
  });

  it('only the owner of a used handle may publish under it', () => {
    expect(mayClaim(null, 'b')).toBe(true);
    expect(mayClaim(claim, 'ada-uid')).toBe(true);
    expect(mayClaim({ ...claim, state: 'retired' }, 'b')).toBe(false);
  });

  it('stores when the handle was first shown', () => {
    const used = { ...claim, usedAt: noon + 1 };
    expect(decodeHandleClaim(encodeHandleClaim(used))).toEqual({ ok: true, value: used });
  });
});
