import { describe, expect, it } from 'vitest';
import { decodeDraft, encodeDraft } from '../documents/draft-document';
import { decodeProfile, encodeProfile } from '../documents/profile-document';
import { intervalAmounts } from '../money/amount-limits';
import { fakeDraft, fakePayments, fakeProfile, noon } from '../testing/fakes';
import { defaultTipSettings, parsePublishableDraft } from './draft';
import type { MonthlyOffer } from './monthly-offer';
import { parsePublicProfile } from './public-profile';
import { toPublicProfile } from './public-view';

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
    const published = decodeProfile({ ...encodeProfile(fakeProfile()), tips });
    expect(published).toMatchObject({ ok: true, value: { tips: { monthly: { on: false } } } });
    expect(publicTips(defaultTipSettings.monthly)).not.toHaveProperty('monthly');
  });

  it('is not written by owners who never used it, so that an earlier release reads their documents', () => {
    expect(encodeDraft(fakeDraft())['tips']).not.toHaveProperty('monthly');
    expect(encodeProfile(fakeProfile())['tips']).not.toHaveProperty('monthly');
    const monthly = { ...offer, on: false };
    const tips = { ...defaultTipSettings, monthly };
    expect(encodeDraft(fakeDraft({ tips }))['tips']).toMatchObject({ monthly });
    expect(encodeProfile(fakeProfile({ tips }))['tips']).toMatchObject({ monthly });
  });

  it('that cannot be read in a draft is off there, and refused when it is published', () => {
    const wrong = [{ on: 'yes' }, { ...offer, intervals: [] }, { ...offer, intervals: ['week'] }];
    const again = { ...offer, intervals: ['month', 'month'] };
    for (const monthly of [...wrong, again]) {
      expect(decodeDraft(withOffer(monthly))).toMatchObject({
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
    expect(intervalAmounts('usd', choices, 'year', null).limits).toEqual({ min: 100, max: 600_000, step: 1 });
    const high = { min: null, max: 99_999_999 };
    expect(intervalAmounts('usd', high, 'year', null).limits.max).toBe(99_999_999);
    expect(intervalAmounts('jpy', choices, 'year', null).presets[0]).toBe(
      (intervalAmounts('jpy', choices, 'month', null).presets[0] ?? 0) * 12,
    );
  });
});
