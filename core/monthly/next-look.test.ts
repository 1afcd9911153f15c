import { expect, it, test } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeMonthly } from '../testing/monthly-fakes';
import type { Monthly } from './monthly';
import { nextLookAt } from './next-look';

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
  ['a stopped one: after its last period', { state: 'ending', endingAt: noon + day }, noon + day + 2 * hour],
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
