import { describe, expect, it } from 'vitest';
import { fakeMonthly } from '../testing/monthly-fakes';
import { askedAfterEnd, askedAfterKeep, askedAfterWish, type Asked } from './asked';

const now = 5_000;
const before = (what: 'stop' | 'end', reason: 'fan' | 'withdrawn' = 'fan'): Asked => ({
  what,
  reason,
  at: 1,
});
const stop = { what: 'stop', reason: 'owner' } as const;
const end = { what: 'end', reason: 'owner' } as const;
const withdraw = { what: 'end', reason: 'withdrawn' } as const;

describe('what is asked of Stripe', () => {
  it.each([
    ['a stop, when nothing was asked', null, stop],
    ['an end after a stop', before('stop'), end],
    ['a withdrawal after a stop', before('stop'), withdraw],
    ['a withdrawal after another end', before('end'), withdraw],
  ])('is %s', (_, asked, wish) => {
    expect(askedAfterWish(fakeMonthly({ asked }), wish, now)).toEqual({ ...wish, at: now });
  });

  it.each([
    ['a second stop', before('stop'), stop],
    ['a stop after an end', before('end'), stop],
    ['a second end', before('end'), end],
    ['an end after a withdrawal', before('end', 'withdrawn'), end],
    ['a second withdrawal', before('end', 'withdrawn'), withdraw],
  ])('stays as it was after %s', (_, asked, wish) => {
    expect(askedAfterWish(fakeMonthly({ asked }), wish, now)).toBe(asked);
  });

  // Holds pay-400.
  it('is no stop any more after a keep, and still every end', () => {
    expect(askedAfterKeep(fakeMonthly({ asked: before('stop') }))).toBeNull();
    expect(askedAfterKeep(fakeMonthly({ asked: null }))).toBeNull();
    for (const asked of [before('end'), before('end', 'withdrawn')])
      expect(askedAfterKeep(fakeMonthly({ asked }))).toBe(asked);
  });

  it('is nothing more once it has ended, except for a withdrawal', () => {
    const ended = fakeMonthly({ state: 'ended', asked: null });
    expect(askedAfterWish(ended, end, now)).toBeNull();
    expect(askedAfterWish(ended, withdraw, now)).toEqual({ ...withdraw, at: now });
    expect(askedAfterWish(fakeMonthly({ state: 'never-began' }), withdraw, now)).toBeNull();
  });

  it('is done with the end, unless a fan waits for the money', () => {
    expect(askedAfterEnd(fakeMonthly({ asked: before('end') }))).toBeNull();
    const withdrawing = before('end', 'withdrawn');
    expect(askedAfterEnd(fakeMonthly({ asked: withdrawing }))).toBe(withdrawing);
  });
});
