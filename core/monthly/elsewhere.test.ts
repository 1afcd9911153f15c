import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeMonthly, fakeMonthlySnapshot, fakeSubscription } from '../testing/monthly-fakes';
import { backInReach, isElsewhere, isOutOfReach, outOfReach } from './elsewhere';
import { isOver, monthlyStates, noSupport, type Monthly } from './monthly';
import { projectMonthly } from './monthly-projection';
import { nextLookAt } from './next-look';

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
