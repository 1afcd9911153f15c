import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { draftKeys, emptyDraft, parsePublishableDraft, type Draft } from './draft';
import { fakeDraft, instagramLink } from '../testing/fakes';
import { maxLinks } from './link';
import { linkSlots, maxLinkPictures } from './picture-slots';

const faultsOf = (draft: unknown) => {
  const parsed = parsePublishableDraft(draft);
  return parsed.ok ? {} : parsed.problem.fields;
};

describe('a publishable draft', () => {
  it('is accepted with cleaned texts', () => {
    const draft = fakeDraft({ handle: '@ADA', name: ' A\u200bda\n', bio: 'one\n\n\n\ntwo ' });
    expect(parsePublishableDraft(draft)).toEqual({
      ok: true,
      value: { ...draft, handle: 'ada', name: 'Ada', bio: 'one\n\ntwo' },
    });
  });

  it('is accepted with every field set', () => {
    const draft = fakeDraft({
      picture: { slot: 'picture-b', generation: '123' },
      links: { k1: { ...instagramLink, from: 1, until: 2, group: ' Work ' } },
      tips: { ...emptyDraft.tips, min: 100, max: 100, presets: [100], goal: { label: 'A piano', amount: 5 } },
      allowedSites: ['https://example.com', 'http://localhost:3000'],
      language: 'zh-Hans',
    });
    expect(parsePublishableDraft(draft)).toMatchObject({
      ok: true,
      value: { links: { k1: { group: 'Work' } } },
    });
  });

  test.each<[field: string, draft: Partial<Draft> | Record<string, unknown>]>([
    ['name', { name: ' \u200b ' }],
    ['name', { name: 'x'.repeat(51) }],
    ['bio', { bio: 'x'.repeat(301) }],
    ['handle', { handle: 'ab' }],
    ['handle', { handle: 'admin' }],
    ['handle', { handle: undefined }],
    ['links.k1.url', { links: { k1: { ...instagramLink, url: 'javascript:alert(1)' } } }],
    ['links.k1.label', { links: { k1: { ...instagramLink, label: '\u200b' } } }],
    ['links.k1.order', { links: { k1: { ...instagramLink, order: Infinity } } }],
    ['links.k1.until', { links: { k1: { ...instagramLink, from: 5, until: 5 } } }],
    ['links.k1.verified', { links: { k1: { ...instagramLink, verified: true } } }],
    ['links.k1.sign.icon', { links: { k1: { ...instagramLink, sign: { kind: 'icon', icon: '../x' } } } }],
    [
      'links.k1.sign.slot',
      { links: { k1: { ...instagramLink, sign: { kind: 'picture', slot: 'picture-a', generation: '1' } } } },
    ],
    [
      'links',
      {
        links: Object.fromEntries(
          linkSlots
            .slice(0, maxLinkPictures + 1)
            .map((slot) => [slot, { ...instagramLink, sign: { kind: 'picture', slot, generation: '1' } }]),
        ),
      },
    ],
    ['links.k 1', { links: { 'k 1': instagramLink } }],
    [
      'links',
      { links: Object.fromEntries(Array.from({ length: maxLinks + 1 }, (_, i) => [`k${i}`, instagramLink])) },
    ],
    ['tips.max', { tips: { ...emptyDraft.tips, min: 500, max: 400 } }],
    ['tips.presets', { tips: { ...emptyDraft.tips, presets: [] } }],
    ['tips.goal.label', { tips: { ...emptyDraft.tips, goal: { label: ' ', amount: 5 } } }],
    ['look.accent', { look: { ...emptyDraft.look, accent: 'red' } }],
    ['allowedSites.0', { allowedSites: ['https://example.com/path'] }],
    ['language', { language: 'english please' }],
    ['surprise', { surprise: true }],
  ])('is refused for %s, naming the field', (field, given) => {
    expect(Object.keys(faultsOf({ ...fakeDraft(), ...given }) ?? {})).toEqual([field]);
  });

  it('is refused with every invalid field and its sentence', () => {
    const faults = faultsOf(fakeDraft({ name: '', handle: '' }));
    expect(faults).toEqual({
      name: 'Tell people who you are.',
      handle: 'Use 3 to 30 letters (a to z), digits or underscores.',
    });
  });

  it('refuses any other value without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(parsePublishableDraft(given).ok).toBe(false);
      }),
    );
  });
});

it('has the keys of the rules', () => {
  expect([...draftKeys].sort()).toEqual(Object.keys(fakeDraft()).sort());
});
