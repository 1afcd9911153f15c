import { describe, expect, it } from 'vitest';
import { defaultTipSettings, emptyDraft } from '../profile/draft';
import { decodeDraft } from './draft-document';
import { defaultLook } from '../profile/look';

const readable = (stored: unknown) => {
  const decoded = decodeDraft(stored);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem));
  return decoded.value;
};

describe('a half-typed draft', () => {
  it('opens with defaults for all that is missing', () => {
    expect(readable({})).toEqual(emptyDraft);
  });

  it('keeps texts as they were typed', () => {
    expect(readable({ name: ' Ada ', handle: 'Ada!' })).toMatchObject({ name: ' Ada ', handle: 'Ada!' });
  });

  it('reads a link of which only the address was typed', () => {
    expect(readable({ links: { k1: { url: 'inst' } } }).links).toEqual({
      k1: { url: 'inst', label: '', order: 0, on: true, from: null, until: null, group: null, sign: null },
    });
  });

  it('forgets a sign that it does not know', () => {
    const link = { url: 'inst', sign: { kind: 'picture', slot: 'picture-a', generation: '1' } };
    expect(readable({ links: { k1: link } }).links['k1']?.sign).toBeNull();
  });

  it('passes over what is no link', () => {
    expect(readable({ links: { k1: null, k2: 'x', k3: [] } }).links).toEqual({});
    expect(readable({ links: 'x' }).links).toEqual({});
  });

  it('reads single wrong fields as their defaults and keeps their neighbours', () => {
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
