import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeMonthly, fakeMonthlySnapshot, fakeSubscription } from '../testing/monthly-fakes';
import { isOver, monthlyStates, noSupport, type Monthly } from './monthly';
import { projectMonthly } from './monthly-projection';
import { backInReach, isElsewhere, isOutOfReach, nextLookAt, outOfReach } from './next-look';

describe('next look', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  const away = { since: noon - day, lookAt: noon + 9 * day };
  const counted = { contrib: { active: 1, perYear: 6444 } } as const;

  // Holds pay-262, pay-436.
  test.each<[string, Partial<Monthly>, number | null]>([
    ['an open page: after two minutes', { state: 'starting' }, noon + 2 * minute],
    ['a page open for hours: less often', { state: 'starting', syncedAt: noon + 4 * hour }, noon + 5 * hour],
    ['a page that ran out: never', { state: 'never-began' }, null],
    ['an end: never', { state: 'ended' }, null],
    [
      'an end of today whose tips are not all known: after an hour',
      { state: 'ended', tipsBehind: true, updatedAt: noon - day + 1 },
      noon + hour,
    ],
    [
      'one that never began and whose tries are not all known: after an hour',
      { state: 'never-began', tipsBehind: true, updatedAt: noon - 1 },
      noon + hour,
    ],
    [
      'an end of yesterday whose tips are not all known: after a day',
      { state: 'ended', tipsBehind: true, updatedAt: noon - day },
      noon + day,
    ],
    [
      'a charge: two hours after it is due',
      { state: 'active', nextChargeAt: noon + day, ...counted },
      noon + day + 2 * hour,
    ],
    [
      'a distant charge: after a week',
      { state: 'active', nextChargeAt: noon + 30 * day, ...counted },
      noon + 7 * day,
    ],
    ...(['active', 'ending'] as const).map((state): [string, Partial<Monthly>, number] => [
      `a bill of ${state} that was seen before it was paid: two hours after it was made`,
      {
        state,
        nextChargeAt: noon + 30 * day,
        endingAt: noon + 30 * day,
        lastPaidAt: noon - 31 * day,
        lastInvoiceAt: noon - 1000,
        ...counted,
      },
      noon - 1000 + 2 * hour,
    ]),
    [
      'a charge that is late: after half as long again',
      { state: 'active', nextChargeAt: noon - 4 * hour, ...counted },
      noon + 2 * hour,
    ],
    [
      'a charge that was asked for just in time: after 15 minutes at the least',
      { state: 'paused', pausedUntil: noon - 2 * hour, syncedAt: noon - 110 * minute },
      noon,
    ],
    [
      'an account that an earlier release saw disconnect: after a week',
      { state: 'active', nextChargeAt: noon },
      noon + 7 * day,
    ],
    ...(['starting', 'active', 'ending', 'paused', 'needs-action', 'overdue'] as const).map(
      (state): [string, Partial<Monthly>, number] => [
        `an account that has disconnected, ${state}: when that is due, whatever else is`,
        { state, nextChargeAt: noon, endingAt: noon, elsewhere: away },
        away.lookAt,
      ],
    ),
    ['an end of an account that has disconnected: never', { state: 'ended', elsewhere: away }, null],
    [
      'a withdrawal from an account that has disconnected: when that is due',
      { state: 'ended', elsewhere: away, asked: { what: 'end', reason: 'withdrawn', at: 0 } },
      away.lookAt,
    ],
    [
      'tips that are not all known of an account that has disconnected: when that is due',
      { state: 'ended', elsewhere: away, tipsBehind: true },
      away.lookAt,
    ],
    [
      'a request that Stripe has not confirmed: after an hour',
      { asked: { what: 'end', reason: 'fan', at: 0 } },
      noon + hour,
    ],
    [
      'a request that may only be noted: after a minute',
      { asked: { what: 'stop', reason: 'owner', at: noon + 1 }, state: 'active', ...counted },
      noon + 1 + minute,
    ],
    [
      'a request to an account that has disconnected: when that is due',
      { asked: { what: 'stop', reason: 'owner', at: 0 }, state: 'active', elsewhere: away },
      away.lookAt,
    ],
    [
      'a stopped one: after its last period',
      { state: 'ending', endingAt: noon + day },
      noon + day + 2 * hour,
    ],
    ['a pause without an end: after a week', { state: 'paused' }, noon + 7 * day],
    [
      'an overdue one: two hours after the next try',
      { state: 'overdue', nextChargeAt: noon + hour },
      noon + 3 * hour,
    ],
    ['an overdue one without a next try: daily', { state: 'overdue' }, noon + day],
    [
      'one that the bank asks about: daily',
      { state: 'needs-action', nextChargeAt: noon + 9 * day },
      noon + day,
    ],
  ])('Stripe is asked about %s', (_what, given, expected) => {
    expect(nextLookAt(fakeMonthly({ syncedAt: noon, ...given }))).toBe(expected);
  });

  it('a new one counts from its creation', () => {
    expect(nextLookAt(fakeMonthly())).toBe(noon + 2 * minute);
  });

  it('a state that nobody knows is no reason to ask never again', () => {
    expect(() => nextLookAt(fakeMonthly({ state: 'odd' as never }))).toThrow('Unexpected value');
  });
});

describe('elsewhere', () => {
  const day = 24 * 60 * 60_000;
  const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());

  // Holds pay-392.
  test.each(monthlyStates)('one that was %s counts no more, and is elsewhere unless it is over', (state) => {
    const away = outOfReach({ ...active, state }, noon);
    expect(away).toMatchObject({ state, contrib: noSupport });
    expect(away.elsewhere?.since).toBe(isOver(state) ? undefined : noon);
    expect(isElsewhere(away)).toBe(!isOver(state));
    expect(isElsewhere({ ...active, state })).toBe(false);
  });

  // Holds pay-394.
  it('is asked about a week later, and then after as long again as it has been away: seven times in two years', () => {
    let away = outOfReach(active, noon);
    const looks: number[] = [];
    for (let at = nextLookAt(away) ?? 0; at <= noon + 730 * day; at = nextLookAt(away) ?? 0) {
      looks.push((at - noon) / day);
      away = outOfReach(away, at);
    }
    expect(looks).toEqual([7, 14, 28, 56, 112, 224, 448]);
  });

  // Holds pay-393.
  it('is Stripe’s answer and nothing else after it is back, whatever it was before and however long it was away', () => {
    const answer = fc.constantFrom(
      fakeSubscription(),
      fakeSubscription({ cancelAtPeriodEnd: true }),
      fakeSubscription({ status: 'past_due' }),
      fakeSubscription({ status: 'canceled', endedAt: noon + day }),
    );
    fc.assert(
      fc.property(
        answer,
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
        (subscription, days) => {
          const snapshot = fakeMonthlySnapshot({ subscription, askedAt: noon + 3000 * day });
          let away: Monthly = active;
          let now = noon;
          for (const passed of days) away = outOfReach(away, (now += passed * day));
          away = backInReach(away, now);
          expect(nextLookAt(away)).toBe(now);
          expect(projectMonthly(away, snapshot)).toEqual(projectMonthly(active, snapshot));
        },
      ),
    );
  });

  it('an active one that does not count is elsewhere too: an earlier release stored no more', () => {
    const old = { ...active, contrib: noSupport };
    expect(isElsewhere(old)).toBe(true);
    expect(backInReach(old, noon + day)).toMatchObject({
      elsewhere: { since: active.syncedAt, lookAt: noon + day },
    });
    expect(backInReach({ ...old, syncedAt: null }, noon).elsewhere?.since).toBe(noon);
  });

  it('is out of reach by the connected account while the marks are not written', () => {
    const connected = { accountId: 'acct_ada', disconnectedAt: null };
    expect(isOutOfReach(active, connected)).toBe(false);
    expect(isOutOfReach(active, null)).toBe(false);
    expect(isOutOfReach(active, { ...connected, disconnectedAt: noon })).toBe(true);
    expect(isOutOfReach(active, { ...connected, accountId: 'acct_other' })).toBe(true);
    expect(isOutOfReach({ ...active, state: 'ended' }, { ...connected, disconnectedAt: noon })).toBe(false);
    expect(isOutOfReach(outOfReach(active, noon), connected)).toBe(true);
  });

  // Holds pay-402.
  it('asks no more about the tips of one that has ended', () => {
    const ended: Monthly = { ...active, state: 'ended', tipsBehind: true };
    expect(nextLookAt(outOfReach(ended, noon))).toBeNull();
  });

  it('keeps a request, and of one that has ended only a withdrawal', () => {
    const asked = { what: 'end', reason: 'fan', at: noon } as const;
    expect(outOfReach({ ...active, asked }, noon).asked).toBe(asked);
    expect(outOfReach({ ...active, state: 'ended', asked }, noon).asked).toBeNull();
    const withdrawal = { ...asked, reason: 'withdrawn' } as const;
    const away = outOfReach({ ...active, state: 'ended', asked: withdrawal }, noon);
    expect([away.asked, nextLookAt(away)]).toEqual([withdrawal, noon + 7 * day]);
  });
});
