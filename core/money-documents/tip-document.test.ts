import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defaultTipSettings, tipSettings } from '../profile/draft';
import { fakeDraft, fakePayments, fakeProfile, fakeTip, noon } from '../testing/fakes';
import { yearsAfter } from '../tip/tip';
import { decodeCard, encodeCard, makeCachedProfile } from '../profile-documents/card-document';
import {
  decodeDraft,
  decodeProfile,
  encodeDraft,
  encodeProfile,
} from '../profile-documents/profile-document';
import { isData } from '../documents/stored-document';
import { decodeTip, encodeTip } from './tip-document';

describe('tip document', () => {
  /** As a release before `eraseTextsAt` stored it. */
  function formerTip(textsSince: Date | null) {
    const { eraseTextsAt: _, source, ...tip } = encodeTip(fakeTip());
    const fingerprint = { addressHash: 'a1', addressHashExpiresAt: new Date(0) };
    return { ...tip, textsSince, source: { ...(source as object), ...fingerprint } };
  }

  it('reads tips of earlier releases: texts have the usual time, and the fingerprint of the address is left out', () => {
    const { createdAt } = fakeTip();
    const tip = decodeTip(formerTip(new Date(createdAt)));
    expect(tip).toMatchObject({ ok: true, value: { eraseTextsAt: yearsAfter(createdAt, 7) } });
    expect(JSON.stringify(tip)).not.toContain('addressHash');
    expect(decodeTip(formerTip(null))).toMatchObject({ value: { eraseTextsAt: null } });
  });

  it('never stores texts without the time at which they are erased, nor such a time without texts', () => {
    const { createdAt, fan } = fakeTip();
    expect(encodeTip(fakeTip({ eraseTextsAt: null }))['eraseTextsAt']).toEqual(
      new Date(yearsAfter(createdAt, 7)),
    );
    const bare = fakeTip({ fan: { ...fan, name: null, message: null } });
    expect(encodeTip(bare)['eraseTextsAt']).toBeNull();
  });

  it('reads the ways to pay of a tip; one of an earlier release was offered cards, and Link where it says so', () => {
    const { ways: _, ...former } = encodeTip(fakeTip());
    expect(decodeTip(former)).toMatchObject({ value: { ways: ['card', 'link'] } });
    expect(decodeTip({ ...former, offersLink: false })).toMatchObject({ value: { ways: ['card'] } });
    const now = encodeTip(fakeTip({ ways: ['card', 'ideal'] }));
    expect(decodeTip({ ...now, offersLink: true })).toMatchObject({ value: { ways: ['card', 'ideal'] } });
  });
});

describe('stored tip settings', () => {
  const allowed = { ...defaultTipSettings, fanCurrency: true };
  const profile = fakeProfile({ tips: allowed });

  /** How the release before the fan's own currency reads the settings of a profile: it refuses others. */
  const { fanCurrency: _, ...earlier } = tipSettings.pipe[0].entries;
  const earlierSettings = v.strictObject(earlier);

  // Holds pay-348.
  it('the fan’s own currency is stored only where an owner allows it, so that an earlier release reads the others', () => {
    expect(encodeDraft(fakeDraft())['tips']).not.toHaveProperty('fanCurrency');
    const allowed = fakeDraft({ tips: { ...defaultTipSettings, fanCurrency: true } });
    expect(encodeDraft(allowed)['tips']).toHaveProperty('fanCurrency', true);
    expect(decodeDraft(encodeDraft(allowed))).toMatchObject({ value: { tips: { fanCurrency: true } } });
    expect(decodeDraft(encodeDraft(fakeDraft()))).toMatchObject({ value: { tips: { fanCurrency: false } } });
    const wrong = { ...encodeDraft(fakeDraft()), tips: { ...defaultTipSettings, fanCurrency: 'yes' } };
    expect(decodeDraft(wrong)).toMatchObject({ value: { tips: { fanCurrency: false } } });
  });

  // Holds pay-410.
  it('an earlier release reads the profile and the card of an owner whose fans may pay in their own currency', () => {
    const stored = encodeProfile(profile);
    expect(v.safeParse(earlierSettings, stored['tips']).success).toBe(true);
    const card = encodeCard(shownCard());
    expect(isData(card['profile']) && v.safeParse(earlierSettings, card['profile']['tips']).success).toBe(
      true,
    );
    // The strictness that it had.
    expect(v.safeParse(earlierSettings, encodeDraft(fakeDraft({ tips: allowed }))['tips']).success).toBe(
      false,
    );
  });

  it('the fan’s own currency is read from the profile and its card, and is off where it is missing or unreadable', () => {
    expect(decodeProfile(encodeProfile(profile))).toEqual({ ok: true, value: profile });
    expect(decodeCard(encodeCard(shownCard()))).toEqual({ ok: true, value: shownCard() });
    const off = { ok: true, value: { tips: { fanCurrency: false } } };
    expect(encodeProfile(fakeProfile())).not.toHaveProperty('fanCurrency');
    expect(decodeProfile(encodeProfile(fakeProfile()))).toMatchObject(off);
    expect(decodeProfile({ ...encodeProfile(profile), fanCurrency: 'yes' })).toMatchObject(off);
  });

  function shownCard() {
    const { handle, uid } = profile;
    const claim = { v: 1, handle, uid, state: 'live', claimedAt: noon, usedAt: null } as const;
    const card = makeCachedProfile({ claim, profile, payments: fakePayments(), standing: undefined }, noon);
    if (card === null) throw new Error('There is no card');
    return card;
  }
});
