import { expect, it } from 'vitest';
import { fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { decodeSupporter, encodeSupporter, showsOtherwise, supporterOf } from './supporter-document';
import type { Tip, TipCycle } from '../tip/tip';
import { projectTip } from '../tip/state/tip-projection';

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
    expect(decodeSupporter(encodeSupporter(supporter))).toEqual({ ok: true, value: supporter });
  }
});
