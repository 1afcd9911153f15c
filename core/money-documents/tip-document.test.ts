import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isData, type StoredData } from '../documents/documents';
import { projectMonthly } from '../monthly/monthly-projection';
import {
  draftDocument,
  profileDocument,
  cardDocument,
  makeCachedProfile,
} from '../profile-documents/profile-document';
import { defaultTipSettings, tipSettings } from '../profile/draft';
import {
  fakeDraft,
  fakePayments,
  fakeProfile,
  fakeTip,
  noon,
  fakeMonthly,
  fakeMonthlySnapshot,
} from '../testing/fakes';
import { yearsAfter } from '../tip/tip';
import { consentOf, consentDocument, monthlyDocument } from './monthly-document';
import {
  connectingDocument,
  stripeAccountDocument,
  walletSitesDocument,
  encodeReconcile,
  feesId,
  newStripeAccount,
  type StripeAccountOwner,
} from './stripe-account-document';
import { tipDocument } from './tip-document';

describe('tip document', () => {
  /** As a release before `eraseTextsAt` stored it. */
  function formerTip(textsSince: Date | null) {
    const { eraseTextsAt: _, source, ...tip } = tipDocument.encode(fakeTip());
    const fingerprint = { addressHash: 'a1', addressHashExpiresAt: new Date(0) };
    return { ...tip, textsSince, source: { ...(source as object), ...fingerprint } };
  }

  it('reads tips of earlier releases: texts have the usual time, and the fingerprint of the address is left out', () => {
    const { createdAt } = fakeTip();
    const tip = tipDocument.decode(formerTip(new Date(createdAt)));
    expect(tip).toMatchObject({ ok: true, value: { eraseTextsAt: yearsAfter(createdAt, 7) } });
    expect(JSON.stringify(tip)).not.toContain('addressHash');
    expect(tipDocument.decode(formerTip(null))).toMatchObject({ value: { eraseTextsAt: null } });
  });

  it('never stores texts without the time at which they are erased, nor such a time without texts', () => {
    const { createdAt, fan } = fakeTip();
    expect(tipDocument.encode(fakeTip({ eraseTextsAt: null }))['eraseTextsAt']).toEqual(
      new Date(yearsAfter(createdAt, 7)),
    );
    const bare = fakeTip({ fan: { ...fan, name: null, message: null } });
    expect(tipDocument.encode(bare)['eraseTextsAt']).toBeNull();
  });

  it('reads the ways to pay of a tip; one of an earlier release was offered cards, and Link where it says so', () => {
    const { ways: _, ...former } = tipDocument.encode(fakeTip());
    expect(tipDocument.decode(former)).toMatchObject({ value: { ways: ['card', 'link'] } });
    expect(tipDocument.decode({ ...former, offersLink: false })).toMatchObject({ value: { ways: ['card'] } });
    const now = tipDocument.encode(fakeTip({ ways: ['card', 'ideal'] }));
    expect(tipDocument.decode({ ...now, offersLink: true })).toMatchObject({
      value: { ways: ['card', 'ideal'] },
    });
  });
});

describe('stored tip settings', () => {
  const allowed = { ...defaultTipSettings, fanCurrency: true };
  const profile = fakeProfile({ tips: allowed });

  /** How the release before the fan's own currency reads the settings of a profile: it refuses others. */
  const { fanCurrency: _, ...earlier } = tipSettings.pipe[0].entries;
  const earlierSettings = v.strictObject(earlier);
  const { hideAmounts: __, ...beforeHiding } = tipSettings.pipe[0].entries;
  const withoutHiding = v.strictObject(beforeHiding);

  // Holds pay-348.
  it('the fan’s own currency is stored only where an owner allows it, so that an earlier release reads the others', () => {
    expect(draftDocument.encode(fakeDraft())['tips']).not.toHaveProperty('fanCurrency');
    const allowed = fakeDraft({ tips: { ...defaultTipSettings, fanCurrency: true } });
    expect(draftDocument.encode(allowed)['tips']).toHaveProperty('fanCurrency', true);
    expect(draftDocument.decode(draftDocument.encode(allowed))).toMatchObject({
      value: { tips: { fanCurrency: true } },
    });
    expect(draftDocument.decode(draftDocument.encode(fakeDraft()))).toMatchObject({
      value: { tips: { fanCurrency: false } },
    });
    const wrong = {
      ...draftDocument.encode(fakeDraft()),
      tips: { ...defaultTipSettings, fanCurrency: 'yes' },
    };
    expect(draftDocument.decode(wrong)).toMatchObject({ value: { tips: { fanCurrency: false } } });
  });

  // Holds pay-410.
  it('an earlier release reads the profile and the card of an owner whose fans may pay in their own currency', () => {
    const stored = profileDocument.encode(profile);
    expect(v.safeParse(earlierSettings, stored['tips']).success).toBe(true);
    const card = cardDocument.encode(shownCard());
    expect(isData(card['profile']) && v.safeParse(earlierSettings, card['profile']['tips']).success).toBe(
      true,
    );
    // The strictness that it had.
    expect(
      v.safeParse(earlierSettings, draftDocument.encode(fakeDraft({ tips: allowed }))['tips']).success,
    ).toBe(false);
  });

  it('the fan’s own currency is read from the profile and its card, and is off where it is missing or unreadable', () => {
    expect(profileDocument.decode(profileDocument.encode(profile))).toEqual({ ok: true, value: profile });
    expect(cardDocument.decode(cardDocument.encode(shownCard()))).toEqual({ ok: true, value: shownCard() });
    const off = { ok: true, value: { tips: { fanCurrency: false } } };
    expect(profileDocument.encode(fakeProfile())).not.toHaveProperty('fanCurrency');
    expect(profileDocument.decode(profileDocument.encode(fakeProfile()))).toMatchObject(off);
    expect(profileDocument.decode({ ...profileDocument.encode(profile), fanCurrency: 'yes' })).toMatchObject(
      off,
    );
  });

  // Holds dash-940.
  it('hidden amounts are stored as the fan’s own currency is: only where an owner hides them, beside the settings of a profile', () => {
    const hiding = { ...defaultTipSettings, hideAmounts: true };
    const published = profileDocument.encode(fakeProfile({ tips: hiding }));
    expect(published).toMatchObject({ hideAmounts: true });
    expect(v.safeParse(withoutHiding, published['tips']).success).toBe(true);
    expect(profileDocument.decode(published)).toMatchObject({ value: { tips: { hideAmounts: true } } });
    const draft = draftDocument.encode(fakeDraft({ tips: hiding }));
    expect(draftDocument.decode(draft)).toMatchObject({ value: { tips: { hideAmounts: true } } });
    expect(profileDocument.encode(fakeProfile())).not.toHaveProperty('hideAmounts');
    expect(draftDocument.encode(fakeDraft())['tips']).not.toHaveProperty('hideAmounts');
  });

  function shownCard() {
    const { handle, uid } = profile;
    const claim = { v: 1, handle, uid, state: 'live', claimedAt: noon, usedAt: null } as const;
    const card = makeCachedProfile({ claim, profile, payments: fakePayments(), standing: undefined }, noon);
    if (card === null) throw new Error('There is no card');
    return card;
  }
});

describe('consent document', () => {
  const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
  const threeYearsLater = Date.UTC(
    new Date(noon).getUTCFullYear() + 3,
    new Date(noon).getUTCMonth(),
    new Date(noon).getUTCDate(),
    12,
  );

  // Holds pay-320.
  it('a monthly tip without a payment, and one whose time is over, leave no consent', () => {
    expect(consentOf(fakeMonthly(), noon)).toBeNull();
    const ended = { ...active, endedAt: noon };
    expect(consentOf(ended, threeYearsLater - 1)?.removeAt).toBe(threeYearsLater);
    expect(consentOf(ended, threeYearsLater)).toBeNull();
  });

  // Holds pay-366.
  it('of a monthly tip whose fan has changed the amount, the consent to that amount is kept, and as long as it asks for', () => {
    const changed = { ...active.consent, words: '€8.00 from …', at: noon + 86_400_000, amount: 800 };
    const raised = { ...active, amount: 800, amountConsents: [changed], endedAt: noon };
    expect(consentOf(raised, noon)).toMatchObject({
      amount: 800,
      consent: active.consent,
      amountConsent: changed,
      removeAt: threeYearsLater + 86_400_000,
    });
    expect(consentOf({ ...raised, amount: 900 }, noon)?.amountConsent).toBeNull();
  });

  // Holds pay-320.
  it('a kept consent has the words and nothing of the fan', () => {
    const kept = consentOf(active, noon);
    expect(kept?.consent).toEqual(active.consent);
    expect(JSON.stringify(kept)).not.toMatch(/Grace|example\.com|cus_|4242|visa/);
  });

  it('documents from before the consents to other amounts are read as having none', () => {
    const without = ({ amountConsent: _one, amountConsents: _all, ...rest }: StoredData) => rest;
    const kept = consentOf(active, noon);
    if (kept === null) throw new Error('Nothing is kept');
    expect(monthlyDocument.decode(without(monthlyDocument.encode(active)))).toEqual({
      ok: true,
      value: active,
    });
    expect(consentDocument.decode(without(consentDocument.encode(kept)))).toEqual({ ok: true, value: kept });
  });
});

describe('stripe account document', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  const day = 24 * 60 * 60_000;
  const looked: StripeAccountOwner = {
    ...newStripeAccount('acct_ada', 'ada-uid', noon),
    look: 'cool',
    lastTipAt: noon + 2,
    unsettledAt: noon + 3,
    stateSeen: 'abc',
    totalsAt: noon + 4,
    goneSince: noon + 5,
  };

  describe('the document of a Stripe account', () => {
    it('gives back what was stored, times to the millisecond', () => {
      expect(stripeAccountDocument.decode(stripeAccountDocument.encode(looked))).toEqual({
        ok: true,
        value: looked,
      });
    });

    it('of an earlier release is due at once, and its latest tip is unknown', () => {
      const stored = { v: 1, accountId: 'acct_ada', uid: 'ada-uid', connectedAt: new Date(noon) };
      expect(stripeAccountDocument.decode(stored)).toMatchObject({
        value: { nextLookAt: 0, look: 'unknown', lastTipAt: null, comparedAt: null, goneSince: null },
      });
    });

    it('of a new account is due after a day', () => {
      expect(newStripeAccount('acct_ada', 'ada-uid', noon)).toMatchObject({
        look: 'idle',
        nextLookAt: noon + day,
        comparedAt: noon,
      });
    });

    it('is changed by a look in the fields that it names, with times as dates', () => {
      expect(encodeReconcile({ look: 'idle', nextLookAt: noon, goneSince: null, stateSeen: 'x' })).toEqual({
        look: 'idle',
        nextLookAt: new Date(noon),
        goneSince: null,
        stateSeen: 'x',
      });
    });
  });
});

describe('connecting document', () => {
  const connecting = { v: 1, round: 2, replaces: 'acct_1', startedAt: noon } as const;

  it('decodes the stored round of an account that is being created', () => {
    expect(connectingDocument.decode(connectingDocument.encode(connecting))).toEqual({
      ok: true,
      value: connecting,
    });
  });

  it.each([{ round: 0 }, { round: 1.5 }, { replaces: undefined }, { v: 2 }])('refuses %j', (change) => {
    expect(connectingDocument.decode({ ...connectingDocument.encode(connecting), ...change })).toMatchObject({
      ok: false,
    });
  });
});

describe('wallet sites document', () => {
  const sites = { v: 1, domains: ['ada.example'], accountId: 'acct_1', updatedAt: noon } as const;

  it('decodes the stored domains of an owner', () => {
    expect(walletSitesDocument.decode(walletSitesDocument.encode(sites))).toEqual({ ok: true, value: sites });
  });

  it.each([{ domains: 'ada.example' }, { accountId: undefined }, { v: 2 }])('refuses %j', (change) => {
    expect(walletSitesDocument.decode({ ...walletSitesDocument.encode(sites), ...change })).toMatchObject({
      ok: false,
    });
  });
});

describe('fees document', () => {
  it('names a month of fees for its account and its mode, so that test fees never mix with real ones', () => {
    const ids = [
      feesId({ accountId: 'acct_1', livemode: true }, '2026-10'),
      feesId({ accountId: 'acct_1', livemode: false }, '2026-10'),
      feesId({ accountId: null, livemode: true }, '2026-11'),
    ];
    expect(ids).toEqual(['live-acct_1-2026-10', 'test-acct_1-2026-10', 'live-own-2026-11']);
  });
});
