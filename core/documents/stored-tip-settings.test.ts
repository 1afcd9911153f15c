import { expect, it } from 'vitest';
import * as v from 'valibot';
import { defaultTipSettings, tipSettings } from '../profile/draft';
import { fakeDraft, fakePayments, fakeProfile, noon } from '../testing/fakes';
import { decodeCard, encodeCard, makeCard } from './card-document';
import { decodeDraft, encodeDraft } from './draft-document';
import { decodeProfile, encodeProfile } from './profile-document';
import { isData } from './stored-document';

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
  expect(isData(card['profile']) && v.safeParse(earlierSettings, card['profile']['tips']).success).toBe(true);
  // The strictness that it had.
  expect(v.safeParse(earlierSettings, encodeDraft(fakeDraft({ tips: allowed }))['tips']).success).toBe(false);
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
  const card = makeCard({ claim, profile, payments: fakePayments(), standing: undefined }, noon);
  if (card === null) throw new Error('There is no card');
  return card;
}
