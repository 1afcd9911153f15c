import { describe, expect, it } from 'vitest';
import { wallTexts } from '../messages/core-texts';
import { shippedLanguages } from '../locale/language-tags';
import { fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { projectTip } from '../tip-state/tip-projection';
import type { Tip, TipCycle } from '../tip/tip';
import { parseWall } from './wall';
import {
  changedWall,
  currentWall,
  supportShardDocument,
  supporterDocument,
  wallDocument,
  emptiedWall,
  showsOtherwise,
  supporterOf,
  type MadeWall,
  type StoredWall,
} from './wall-document';

describe('wall document', () => {
  const minute = 60_000;
  const made: MadeWall = {
    at: noon,
    changes: 1,
    refreshedAt: 0,
    livemode: true,
    kept: { currency: 'usd', amount: 500 },
    supporters: [
      { name: 'Zoe', message: null, amount: 500, currency: 'usd', at: noon - 1 },
      { name: 'Mo', message: null, amount: 300, currency: 'usd', at: noon - 2, every: 'month' },
    ],
  };
  const wall: StoredWall = {
    v: 1,
    uid: 'ada-uid',
    changes: 1,
    changesUntil: noon - 1,
    made,
  };
  const both = { currency: 'usd', supporters: true } as const;
  const at = (given: Partial<StoredWall>, now: number) => currentWall({ ...wall, ...given }, both, true, now);

  describe('the wall document', () => {
    it('is stored and read without a difference', () => {
      for (const each of [
        wall,
        { ...wall, made: null },
        { ...wall, made: { ...made, kept: null, supporters: null } },
      ])
        expect(wallDocument.decode(wallDocument.encode(each))).toEqual({ ok: true, value: each });
    });

    it('can be read when only a mark was written, and not when another release stored it', () => {
      expect(wallDocument.decode(changedWall('ada-uid', noon))).toMatchObject({ value: { made: null } });
      expect(
        wallDocument.decode({ ...wallDocument.encode(wall), ...emptiedWall('ada-uid', noon) }),
      ).toMatchObject({ value: { made: null } });
      expect(wallDocument.decode({ v: 2 }).ok).toBe(false);
      expect(wallDocument.decode({ v: 1, uid: 'ada-uid' })).toMatchObject({
        value: { changes: 0, changesUntil: 0 },
      });
    });

    it('is shown for a day without a tip', () => {
      expect(at({}, noon + 24 * 60 * minute - 1)).toBe(made);
      expect(at({}, noon + 24 * 60 * minute)).toBeNull();
    });

    it('is made anew at the first view after a tip, then once a minute as long as further tips may have come', () => {
      const marked = { changes: 2, changesUntil: noon + 2 * minute };
      expect(at(marked, noon)).toBeNull();
      const refreshed = { ...made, changes: 2, at: noon + 1, refreshedAt: noon + 1 };
      expect(at({ ...marked, made: refreshed }, noon + minute)).toBe(refreshed);
      expect(at({ ...marked, made: refreshed }, noon + 1 + minute)).toBeNull();
      const last = { ...made, changes: 2, at: noon + 2 * minute, refreshedAt: noon + 2 * minute };
      expect(at({ ...marked, made: last }, noon + 10 * minute)).toBe(last);
    });

    it('is made anew when it lacks what the profile shows, or is of the other mode of payments', () => {
      expect(currentWall(null, both, true, noon)).toBeNull();
      expect(at({ made: null }, noon)).toBeNull();
      expect(currentWall(wall, both, false, noon)).toBeNull();
      expect(at({ made: { ...made, supporters: null } }, noon)).toBeNull();
      expect(currentWall(wall, { ...both, currency: 'eur' }, true, noon)).toBeNull();
      expect(at({ made: { ...made, kept: null } }, noon)).toBeNull();
      const without = { ...made, kept: null, supporters: null };
      const nothing = { currency: null, supporters: false };
      expect(currentWall({ ...wall, made: without }, nothing, true, noon)).toBe(without);
    });
  });
});

describe('supporter document', () => {
  const paid = projectTip(fakeTip(), fakeSnapshot());
  const { fan, moderation, payment } = paid;

  it("shows the fan's amount and texts, never the fees", () => {
    expect(supporterOf(paid)).toEqual({
      v: 1,
      name: 'Grace',
      message: 'Thank you',
      amount: 500,
      currency: 'usd',
      livemode: false,
      at: payment.succeededAt,
    });
  });

  const hidden: readonly (readonly [why: string, change: Partial<Tip>])[] = [
    ['is not paid', { state: 'pending' }],
    ['was given back', { state: 'refunded' }],
    ['is disputed', { state: 'disputed' }],
    ['asked to be left out', { fan: { ...fan, anonymous: true } }],
    ['said nothing', { fan: { ...fan, name: null, message: null } }],
    ['is held', { moderation: { ...moderation, state: 'held' } }],
    ['was hidden by the owner', { moderation: { ...moderation, state: 'hidden' } }],
    ['has no time of its success', { payment: { ...payment, succeededAt: null } }],
  ];
  it.each(hidden)('is null for a tip that %s', (_why, change) => {
    expect(supporterOf({ ...paid, ...change })).toBeNull();
    expect(showsOtherwise(paid, { ...paid, ...change })).toBe(true);
  });

  it('shows a fan with only a name or only a message, also after a partial refund', () => {
    expect(supporterOf({ ...paid, fan: { ...fan, message: null } })).toMatchObject({
      name: 'Grace',
      message: null,
    });
    expect(supporterOf({ ...paid, fan: { ...fan, name: null } })).toMatchObject({ message: 'Thank you' });
    expect(supporterOf({ ...paid, state: 'partially_refunded' })).not.toBeNull();
  });

  // Holds tag-180.
  it('shows no message that is for the owner alone, and no fan who left nothing else', () => {
    const tip = { ...paid, fan: { ...fan, privateMessage: true } } as const;
    expect(supporterOf(tip)).toMatchObject({ name: 'Grace', message: null });
    expect(showsOtherwise(paid, tip)).toBe(true);
    expect(supporterOf({ ...tip, fan: { ...tip.fan, name: null } })).toBeNull();
  });

  // Holds tag-183.
  it('has no amount that the fan hides', () => {
    const supporter = supporterOf({ ...paid, fan: { ...fan, hidesAmount: true } });
    expect(supporter).toMatchObject({ name: 'Grace', amount: null });
    if (supporter === null) throw new Error('Nothing is public');
    expect(supporterDocument.decode(supporterDocument.encode(supporter))).toMatchObject({ value: supporter });
    const supporters = [{ name: 'Zoe', message: null, amount: null, currency: 'usd', at: 1 }];
    expect(parseWall({ v: 1, goal: null, supporters }).ok).toBe(true);
  });

  it('is unchanged by a change of private fields', () => {
    expect(showsOtherwise(paid, { ...paid, rev: 9, syncedAt: noon })).toBe(false);
    expect(showsOtherwise(undefined, paid)).toBe(true);
    expect(showsOtherwise(undefined, fakeTip())).toBe(false);
  });

  const day = 24 * 60 * 60_000;
  const cycle = (number: number, days: number | null): TipCycle => ({
    monthlyId: 'tip1',
    number,
    invoiceId: 'in_1',
    subscriptionId: 'sub_1',
    period: days === null ? null : { from: noon, to: noon + days * day },
  });

  it('has the period of the monthly or yearly tip that the payment began', () => {
    const everyOf = (number: number, days: number | null) =>
      supporterOf({ ...paid, cycle: cycle(number, days) });
    expect(everyOf(1, 31)).toMatchObject({ name: 'Grace', every: 'month' });
    expect(everyOf(1, 365)).toMatchObject({ every: 'year' });
    expect(everyOf(1, null)).not.toHaveProperty('every');
    expect(everyOf(2, 31)).toBeNull();
  });

  it('is stored and read without a difference, with and without a period', () => {
    for (const tip of [paid, { ...paid, cycle: cycle(1, 30) }]) {
      const supporter = supporterOf(tip);
      if (supporter === null) throw new Error('Nothing is public');
      expect(supporterDocument.decode(supporterDocument.encode(supporter))).toEqual({
        ok: true,
        value: supporter,
      });
    }
  });
});

describe('support document', () => {
  it('reads a part of the monthly support', () => {
    const stored = { v: 1, currency: 'eur', active: 2, perYear: 12_000 };
    expect(supportShardDocument.decode(stored)).toEqual({
      ok: true,
      value: { currency: 'eur', active: 2, perYear: 12_000 },
    });
  });

  it('reads a part that increments have not given every field yet as zero', () => {
    expect(supportShardDocument.decode({ v: 1, currency: 'eur' })).toEqual({
      ok: true,
      value: { currency: 'eur', active: 0, perYear: 0 },
    });
  });

  it.each([
    { v: 2, currency: 'eur' },
    { v: 1, currency: 'xxx' },
    { v: 1, currency: 'eur', active: 0.5 },
  ])('refuses what is none: %j', (stored) => {
    expect(supportShardDocument.decode(stored).ok).toBe(false);
  });
});

describe('the wall of a profile', () => {
  const goal = { label: 'A new accordion', amount: 50_000, reached: 12_300, currency: 'eur' };
  const supporter = { name: 'Zoe', message: null, amount: 500, currency: 'jpy', at: 1 };
  const wall = { v: 1, goal, supporters: [supporter] };

  it('accepts a wall with goal and supporters, or with neither', () => {
    const empty = { v: 1, goal: null, supporters: [] };
    expect([parseWall(wall), parseWall(empty)]).toEqual([
      { ok: true, value: wall },
      { ok: true, value: empty },
    ]);
  });

  it('accepts supporters with the period of their tip, if it is a month or a year', () => {
    const every = (period: unknown) =>
      parseWall({ ...wall, supporters: [{ ...supporter, every: period }, supporter] }).ok;
    expect(['month', 'year', 'week', null].map(every)).toEqual([true, true, false, false]);
  });

  it.each([
    ['another version', { ...wall, v: 2 }],
    ['a goal below nothing', { ...wall, goal: { ...goal, reached: -1 } }],
    ['a currency that nobody charges', { ...wall, goal: { ...goal, currency: 'xxx' } }],
    ['half a unit', { ...wall, supporters: [{ ...supporter, amount: 0.5 }] }],
    [
      'a supporter with more than is public',
      { ...wall, supporters: [{ ...supporter, email: 'z@fans.example' }] },
    ],
    ['no list', { v: 1, goal: null }],
  ])('refuses %s', (_what, input) => {
    expect(parseWall(input).ok).toBe(false);
  });
});

describe('the texts of a wall', () => {
  it.each(shippedLanguages)('says in %s what was reached of what, with both amounts', (language) => {
    const { supporters, someone, reached } = wallTexts(language);
    expect(supporters && someone).not.toBe('');
    const sentence = reached({ reached: '$12.00', amount: '$50.00' });
    expect(sentence).toContain('$12.00');
    expect(sentence).toContain('$50.00');
  });

  it.each(shippedLanguages)('has in %s a word for monthly and another one for yearly', (language) => {
    const { month, year } = wallTexts(language);
    expect(month && year).not.toBe('');
    expect(month).not.toBe(year);
  });
});
