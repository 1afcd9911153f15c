import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { draftDocument, profileDocument } from '../profile-documents/profile-document';
import { intervalAmounts } from '../amounts/amount-limits';
import { fakeDraft, fakePayments, fakeProfile, instagramLink, noon } from '../testing/fakes';
import {
  defaultTipSettings,
  draftKeys,
  emptyDraft,
  parsePublishableDraft,
  type Draft,
  type MonthlyOffer,
} from './draft';
import { maxLinks } from '../links/link';
import { linkSlots, maxLinkPictures } from '../pictures/picture-slots';
import { parsePublicProfile } from './public-profile';
import { toPublicProfile } from './stored-profile';

describe('draft', () => {
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
        tips: {
          ...emptyDraft.tips,
          min: 100,
          max: 100,
          presets: [100],
          goal: { label: 'A piano', amount: 5 },
        },
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
        {
          links: { k1: { ...instagramLink, sign: { kind: 'picture', slot: 'picture-a', generation: '1' } } },
        },
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
        {
          links: Object.fromEntries(Array.from({ length: maxLinks + 1 }, (_, i) => [`k${i}`, instagramLink])),
        },
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
});

describe('monthly offer', () => {
  const offer: MonthlyOffer = {
    on: true,
    intervals: ['month', 'year'],
    presets: { month: [300, 700], year: null },
  };
  const withOffer = (monthly: unknown) => ({ ...fakeDraft(), tips: { ...defaultTipSettings, monthly } });
  const publicTips = (monthly: MonthlyOffer) => {
    const stored = fakeProfile({ tips: { ...defaultTipSettings, monthly } });
    const { profile } = toPublicProfile(stored, fakePayments(), 'https://busker.example', noon);
    expect(parsePublicProfile(JSON.parse(JSON.stringify(profile))).ok).toBe(true);
    return profile.tips;
  };

  // Holds pay-249.
  describe('the offer of monthly tips', () => {
    it('is off in drafts and profiles that do not have it', () => {
      const { monthly: _, ...tips } = defaultTipSettings;
      const drafted = parsePublishableDraft({ ...fakeDraft(), tips });
      expect(drafted).toMatchObject({ ok: true, value: { tips: { monthly: { on: false } } } });
      const published = profileDocument.decode({ ...profileDocument.encode(fakeProfile()), tips });
      expect(published).toMatchObject({ ok: true, value: { tips: { monthly: { on: false } } } });
      expect(publicTips(defaultTipSettings.monthly)).not.toHaveProperty('monthly');
    });

    it('is not written by owners who never used it, so that an earlier release reads their documents', () => {
      expect(draftDocument.encode(fakeDraft())['tips']).not.toHaveProperty('monthly');
      expect(profileDocument.encode(fakeProfile())['tips']).not.toHaveProperty('monthly');
      const monthly = { ...offer, on: false };
      const tips = { ...defaultTipSettings, monthly };
      expect(draftDocument.encode(fakeDraft({ tips }))['tips']).toMatchObject({ monthly });
      expect(profileDocument.encode(fakeProfile({ tips }))['tips']).toMatchObject({ monthly });
    });

    it('that cannot be read in a draft is off there, and refused when it is published', () => {
      const wrong = [{ on: 'yes' }, { ...offer, intervals: [] }, { ...offer, intervals: ['week'] }];
      const again = { ...offer, intervals: ['month', 'month'] };
      for (const monthly of [...wrong, again]) {
        expect(draftDocument.decode(withOffer(monthly))).toMatchObject({
          ok: true,
          value: { tips: { monthly: { on: false } } },
        });
        expect(parsePublishableDraft(withOffer(monthly)).ok).toBe(false);
      }
      expect(parsePublishableDraft(withOffer(offer)).ok).toBe(true);
    });

    it('is public with its periods, and with amounts for each of them', () => {
      expect(publicTips(offer).monthly).toEqual({
        intervals: ['month', 'year'],
        presets: { month: [300, 700], year: [3600, 6000, 12_000] },
      });
      expect(publicTips({ ...offer, intervals: ['year'] }).monthly?.presets.month).toEqual([]);
    });
  });

  describe('the amounts of a year', () => {
    it('go up to twelve monthly ones, and never above what Stripe takes', () => {
      const choices = { min: null, max: null };
      expect(intervalAmounts('usd', choices, 'year', null).limits).toEqual({
        min: 100,
        max: 600_000,
        step: 1,
      });
      const high = { min: null, max: 99_999_999 };
      expect(intervalAmounts('usd', high, 'year', null).limits.max).toBe(99_999_999);
      expect(intervalAmounts('jpy', choices, 'year', null).presets[0]).toBe(
        (intervalAmounts('jpy', choices, 'month', null).presets[0] ?? 0) * 12,
      );
    });
  });
});
