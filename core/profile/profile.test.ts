import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseWith } from '../base/result';
import { daysIn } from '../locale/zoned-day';
import type { Currency } from '../money/money';
import { profileDocument, draftDocument } from '../profile-documents/profile-document';
import { noPayments, readyPayments } from '../payments/payments-state';
import { fakeDraft, fakePayments, fakeProfile, instagramLink, noon } from '../testing/fakes';
import { intervalAmounts } from '../amounts/amount-limits';
import { maxLinks } from '../links/link';
import { linkSlots, maxLinkPictures } from '../pictures/picture-slots';
import {
  emptyDraft,
  maxAliases,
  type TipSettings,
  defaultTipSettings,
  draftKeys,
  parsePublishableDraft,
  type Draft,
  type MonthlyOffer,
} from './draft';
import {
  parsePublicProfile,
  maxPauseDays,
  pauseDay,
  pauseOf,
  pauseRequest,
  copiedFields,
  draftOf,
  goalStartAfter,
  goalStartWithout,
  hasOwnAmounts,
  publishedProfile,
  reachedSince,
  earlierCurrency,
  tipsAnew,
  tipsIn,
  toPublicProfile,
  type StoredProfile,
  type TipPause,
} from './profile';

describe('stored profile', () => {
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
});

describe('public view', () => {
  const host = 'https://busker.example';
  const picture = {
    sha256: 'b'.repeat(64),
    type: 'image/webp',
    slot: 'picture-a',
    generation: '7',
    size: null,
  } as const;
  const linkAt = (from: number | null, until: number | null, on = true) => ({
    ...instagramLink,
    from,
    until,
    on,
  });
  const linkIds = (links: Parameters<typeof fakeProfile>[0], now = noon) =>
    toPublicProfile(fakeProfile(links), null, host, now).profile.links.map((link) => link.id);

  describe('the public profile', () => {
    it('is valid and has no other fields', () => {
      const stored = fakeProfile({
        picture,
        verifiedUrls: [instagramLink.url],
        allowedSites: ['https://a.example'],
      });
      const { profile, nextChangeAt } = toPublicProfile(stored, fakePayments(), host, noon);
      expect(parsePublicProfile(JSON.parse(JSON.stringify(profile)))).toEqual({ ok: true, value: profile });
      expect(profile).toMatchObject({
        picture: `/img/${picture.sha256}`,
        links: [
          {
            id: 'k1',
            label: 'Instagram',
            url: instagramLink.url,
            group: null,
            verified: true,
            icon: null,
            picture: null,
            platform: 'instagram',
          },
        ],
        tips: { state: 'on', currency: 'usd', presets: [300, 500, 1000], min: 100, max: 50_000 },
        url: `${host}/@ada`,
        tipUrl: `${host}/@ada/tip`,
      });
      expect(nextChangeAt).toBeNull();
      expect(JSON.stringify(profile)).not.toMatch(/ada-uid|acct_|a\.example|revision/);
    });

    it('has no picture when the owner has none', () => {
      expect(toPublicProfile(fakeProfile(), null, host, noon).profile.picture).toBeNull();
    });

    it('has the icon or picture that the owner chose for a link', () => {
      const sign = { kind: 'picture', slot: 'link-01', generation: '7' } as const;
      const links = {
        a: { ...instagramLink, sign: { kind: 'icon', icon: 'shopping-bag' } as const },
        b: { ...instagramLink, sign },
        c: { ...instagramLink, sign: { ...sign, generation: '8' } },
      };
      const linkPictures = [{ ...picture, slot: 'link-01', generation: '7' } as const];
      const { profile } = toPublicProfile(fakeProfile({ links, linkPictures }), null, host, noon);
      expect(profile.links.map((link) => [link.icon, link.picture])).toEqual([
        ['shopping-bag', null],
        [null, `/img/${picture.sha256}`],
        [null, null],
      ]);
    });

    // Holds web-059.
    it('omits links that are off, not yet due or expired', () => {
      const links = {
        off: linkAt(null, null, false),
        later: linkAt(noon + 1, null),
        gone: linkAt(null, noon),
        now: linkAt(noon, noon + 1),
      };
      expect(linkIds({ links })).toEqual(['now']);
    });

    it('has the platform of each link, null for other sites', () => {
      const urls = [
        'https://open.spotify.com/artist/1',
        'https://ada.example/notes',
        'mailto:ada@example.com',
      ];
      const links = Object.fromEntries(
        urls.map((url, order) => [`k${order}`, { ...instagramLink, url, order }]),
      );
      const { profile } = toPublicProfile(fakeProfile({ links }), null, host, noon);
      expect(profile.links.map(({ platform }) => platform)).toEqual(['spotify', null, 'email']);
    });

    it('sorts links by order, then by id', () => {
      const links = { b: { ...instagramLink, order: 2 }, c: instagramLink, a: instagramLink };
      expect(linkIds({ links })).toEqual(['a', 'c', 'b']);
    });

    it('has the time of its next change: a link appears or disappears, a pause ends', () => {
      const next = (
        links: NonNullable<Parameters<typeof fakeProfile>[0]>['links'] = {},
        pausedUntil: number | null = null,
      ) => toPublicProfile(fakeProfile({ links }), fakePayments({ pausedUntil }), host, noon).nextChangeAt;
      expect(next({ a: linkAt(noon + 9, null), b: linkAt(noon - 5, noon + 7) })).toBe(noon + 7);
      expect(next({ a: linkAt(noon - 9, noon - 5), b: linkAt(noon + 1, null, false) })).toBeNull();
      expect(next({}, noon + 3)).toBe(noon + 3);
    });

    it('has the reason for a missing tip button', () => {
      const stateOf = (on: boolean, payments: Parameters<typeof toPublicProfile>[1]) =>
        toPublicProfile(fakeProfile({ tips: { ...fakeProfile().tips, on } }), payments, host, noon).profile
          .tips.state;
      expect([stateOf(true, fakePayments()), stateOf(false, fakePayments()), stateOf(true, null)]).toEqual([
        'on',
        'off',
        'not-ready',
      ]);
    });
  });

  describe('payments', () => {
    it('are ready with active card payments, a currency and an account', () => {
      const readiness = [
        fakePayments(),
        fakePayments({ mode: 'single', accountId: null }),
        noPayments('connect', false, noon),
        fakePayments({ cardPayments: 'restricted' }),
        fakePayments({ currency: null }),
        fakePayments({ disconnectedAt: noon }),
        fakePayments({ accountId: null }),
        fakePayments({ pausedUntil: noon + 1 }),
        fakePayments({ pausedUntil: noon }),
      ].map((payments) => readyPayments(payments, noon) !== undefined);
      expect(readiness).toEqual([true, true, false, false, false, false, false, false, true]);
    });
  });

  describe('publishing', () => {
    const publish = (
      given: Parameters<typeof fakeDraft>[0],
      previous = fakeProfile({ publishedAt: 1, firstPublishedAt: 1 }),
    ) =>
      publishedProfile(fakeDraft(given), {
        uid: 'ada-uid',
        previous,
        picture: null,
        linkPictures: [],
        now: noon,
      });

    it('has no aliases at the first time', () => {
      const first = publishedProfile(fakeDraft(), {
        uid: 'ada-uid',
        previous: null,
        picture,
        linkPictures: [],
        now: noon,
      });
      expect(first).toEqual(fakeProfile({ picture }));
    });

    it('keeps a renamed handle as an alias, and removes an alias that becomes the handle', () => {
      const renamed = publish({ handle: 'countess' });
      expect(renamed).toMatchObject({
        handle: 'countess',
        aliases: ['ada'],
        firstPublishedAt: 1,
        publishedAt: noon,
      });
      expect(publish({ handle: 'ada' }, renamed).aliases).toEqual(['countess']);
      expect(publish({ handle: 'countess' }, renamed).aliases).toEqual(['ada']);
    });

    it('keeps only the newest aliases', () => {
      const aliases = Array.from({ length: maxAliases }, (_, i) => `old${i}`);
      expect(publish({ handle: 'new' }, fakeProfile({ aliases })).aliases).toEqual([
        'ada',
        ...aliases.slice(0, -1),
      ]);
    });

    it('keeps a link verified only while its address is unchanged', () => {
      const verified = fakeProfile({ verifiedUrls: [instagramLink.url, 'https://gone.example'] });
      expect(publish({}, verified).verifiedUrls).toEqual([instagramLink.url]);
      expect(publish({ links: {} }, verified).verifiedUrls).toEqual([]);
    });

    it('can be turned back into the published draft', () => {
      const draft = fakeDraft({ picture: { slot: 'picture-a', generation: '7' } });
      const live = publishedProfile(draft, {
        uid: 'ada-uid',
        previous: null,
        picture,
        linkPictures: [],
        now: noon,
      });
      expect(draftOf(live)).toEqual({ ...draft, updatedAt: noon });
      expect(draftOf(fakeProfile()).picture).toBeNull();
    });
  });
});

describe('a pause of tips', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'America/Sao_Paulo'];
  const anyPause = fc
    .record({
      zone: fc.constantFrom(...zones),
      ahead: fc.integer({ min: 1, max: maxPauseDays - 1 }),
      note: fc.constantFrom('', 'On tour.'),
    })
    .map(({ zone, ahead, note }) => ({
      until: daysIn(zone)(noon + ahead * 24 * 60 * 60_000),
      zone,
      note,
    }));
  const shown = (tipPause: TipPause | null, now: number, given = {}) =>
    toPublicProfile(fakeProfile({ tipPause, ...given }), fakePayments(), 'https://busker.example', now);

  // Holds dash-921.
  it('ends with the first moment of its day in the owner’s time zone, by itself', () => {
    fc.assert(
      fc.property(anyPause, (request) => {
        const made = pauseOf(request, noon);
        if (!made.ok) throw new Error('A day ahead is accepted');
        const { endsAt } = made.value;
        const dayOf = daysIn(request.zone);
        expect([dayOf(endsAt - 1) < request.until, dayOf(endsAt)]).toEqual([true, request.until]);
        const before = shown(made.value, endsAt - 1);
        expect(before.profile.tips).toMatchObject({
          state: 'off',
          presets: [],
          pause: { note: request.note },
        });
        expect(parsePublicProfile(JSON.parse(JSON.stringify(before.profile))).ok).toBe(true);
        expect(before.nextChangeAt).toBe(endsAt);
        const after = shown(made.value, endsAt);
        expect(after.profile.tips).toEqual(shown(null, endsAt).profile.tips);
        expect(after.nextChangeAt).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  // Holds dash-922.
  it.each([
    ['today', { until: '2026-11-14' }, 'until'],
    ['a day in the past', { until: '2025-01-01' }, 'until'],
    ['a day after more than a year', { until: '2028-01-01' }, 'until'],
    ['no day', { until: '2026-02-30' }, 'until'],
    ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'zone'],
    ['a sentence that is too long', { note: 'x'.repeat(141) }, 'note'],
    ['an unknown field', { forEver: true }, 'forEver'],
  ])('is refused by name for %s', (_what, given, field) => {
    const now = Date.UTC(2026, 10, 14, 12);
    const asked = parseWith(pauseRequest, { until: '2026-11-20', zone: 'Europe/Berlin', note: '', ...given });
    const made = asked.ok ? pauseOf(asked.value, now) : asked;
    expect(made.ok ? [] : Object.keys(made.problem.fields ?? {})).toEqual([field]);
  });

  it('has its day in the reader’s language, and the same one in every time zone', () => {
    expect([pauseDay('2026-12-05', 'en'), pauseDay('2026-12-05', 'de')]).toEqual([
      'December 5, 2026',
      '5. Dezember 2026',
    ]);
  });

  it('is not told where the owner takes no tips in any case', () => {
    const made = pauseOf({ until: daysIn('UTC')(noon + 3 * 24 * 60 * 60_000), zone: 'UTC', note: '' }, noon);
    if (!made.ok) throw new Error('A day ahead is accepted');
    const off = { tips: { ...fakeProfile().tips, on: false } };
    expect(shown(made.value, noon, off).profile.tips).not.toHaveProperty('pause');
    const unready = toPublicProfile(
      fakeProfile({ tipPause: made.value }),
      null,
      'https://busker.example',
      noon,
    );
    expect(unready.profile.tips).toMatchObject({ state: 'not-ready' });
    expect(unready.profile.tips).not.toHaveProperty('pause');
  });

  it('is kept by publishing until it is over', () => {
    const made = pauseOf({ until: daysIn('UTC')(noon + 3 * 24 * 60 * 60_000), zone: 'UTC', note: '' }, noon);
    if (!made.ok) throw new Error('A day ahead is accepted');
    const publishAt = (now: number) =>
      publishedProfile(fakeDraft(), {
        uid: 'ada-uid',
        previous: fakeProfile({ tipPause: made.value }),
        picture: null,
        linkPictures: [],
        now,
      }).tipPause;
    expect([publishAt(noon), publishAt(made.value.endsAt)]).toEqual([made.value, null]);
  });
});

describe('the currency of amounts and goal', () => {
  const currency = fc.constantFrom('usd', 'eur', 'jpy', 'gbp' as const);
  const own: TipSettings = {
    ...emptyDraft.tips,
    presets: [700, 1900],
    min: 500,
    goal: { label: 'An accordion', amount: 10_000 },
    monthly: { on: true, intervals: ['month' as const], presets: { month: [700], year: null } },
  };
  const publish = (tips: TipSettings, previous: StoredProfile | null, now: Currency | null) =>
    publishedProfile(fakeDraft({ tips }), {
      uid: 'ada-uid',
      previous,
      picture: null,
      linkPictures: [],
      currency: now,
      totals: { [now ?? 'usd']: { count: 1, gross: 400, refunded: 0, disputed: 0 } },
      now: noon,
    });
  const tipsOf = (profile: StoredProfile, now: Currency) =>
    toPublicProfile(profile, fakePayments({ currency: now }), 'https://busker.example', noon).profile.tips;

  // Holds pay-921.
  it('is that of the account when they were published, and in another one the usual amounts hold and the goal is over', () => {
    fc.assert(
      fc.property(currency, currency, (before, after) => {
        const profile = publish(own, null, before);
        expect(profile.tips.currency).toBe(before);
        const usual = tipsOf(
          fakeProfile({
            tips: { ...emptyDraft.tips, monthly: { ...own.monthly, presets: { month: null, year: null } } },
          }),
          after,
        );
        const isUsual = JSON.stringify(tipsOf(profile, after)) === JSON.stringify(usual);
        expect(isUsual).toBe(before !== after);
        expect(tipsIn(profile.tips, after).goal).toEqual(before === after ? own.goal : null);
        // Publishing something else does not make a hundred of one into a hundred of the other.
        expect(publish(own, profile, after).tips.currency).toBe(before);
      }),
    );
  });

  it('is the new one when the owner chooses anew, and a goal of the same name starts from zero', () => {
    const profile = publish(own, null, 'usd');
    expect([earlierCurrency(own, profile, 'eur'), earlierCurrency(own, profile, 'usd')]).toEqual([
      'usd',
      null,
    ]);
    const anew = tipsAnew(profile.tips, 'eur');
    expect(anew).toMatchObject({ presets: null, min: null, goal: null, currency: 'eur' });
    const again = publish(
      { ...own, ...anew, goal: own.goal, presets: own.presets, monthly: own.monthly },
      profile,
      'eur',
    );
    expect([again.tips.currency, again.goalStart?.kept]).toEqual(['eur', { eur: 400 }]);
    expect(tipsOf(again, 'eur').presets).toEqual([700, 1900]);
  });

  it('is asked for by nobody who has chosen nothing', () => {
    const plain = { ...own, presets: [1] };
    expect(hasOwnAmounts(plain)).toBe(true);
    expect(hasOwnAmounts(emptyDraft.tips)).toBe(false);
    expect(earlierCurrency({ ...emptyDraft.tips, currency: 'usd' }, null, 'eur')).toBeNull();
    const profile = publishedProfile(fakeDraft(), {
      uid: 'ada-uid',
      previous: null,
      picture: null,
      linkPictures: [],
      currency: 'usd',
      now: noon,
    });
    expect(profile.tips.currency).toBeNull();
  });

  it('is not known in profiles of earlier releases, which read what this one writes', () => {
    const { amountsCurrency, tips, ...stored } = profileDocument.encode(publish(own, null, 'usd')) as {
      amountsCurrency: string;
      tips: object;
    };
    expect([amountsCurrency, Object.hasOwn(tips, 'currency')]).toEqual(['usd', false]);
    expect(profileDocument.decode({ ...stored, tips })).toMatchObject({
      ok: true,
      value: { tips: { currency: null } },
    });
    expect(tipsOf(publish(own, null, null), 'jpy').presets).toEqual([700, 1900]);
  });
});

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
