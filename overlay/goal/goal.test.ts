import { expect, it } from 'vitest';
import { fakeAlert } from '@busker/core/testing/fakes';
import { GoalSum, type Goal } from './goal';

const minute = 60_000;
const goal = (reached: number, label = 'A new string'): Goal => ({
  label,
  amount: 10_000,
  reached,
  currency: 'usd',
});
const at = (sum: GoalSum) => sum.shown?.reached;

it('adds alerts at once, and agrees with the wall when it has them', () => {
  const sum = new GoalSum();
  sum.add([fakeAlert()], 0);
  expect(at(sum)).toBeUndefined();
  sum.wall(goal(1000), 0);
  sum.add([fakeAlert({ amount: 500 }), fakeAlert({ amount: 900, currency: 'eur' })], 0);
  sum.add([fakeAlert({ currency: 'eur' })], 0);
  expect(at(sum)).toBe(1500);
  sum.wall(goal(1000), minute);
  expect(at(sum)).toBe(1500);
  sum.wall(goal(1700), 2 * minute);
  expect(at(sum)).toBe(1700);
});

it('goes back when tips were taken back, and starts anew with another goal', () => {
  const sum = new GoalSum();
  sum.wall(goal(1000), 0);
  sum.add([fakeAlert({ amount: 500 })], 0);
  sum.wall(goal(1000), 3 * minute);
  expect(at(sum)).toBe(1000);
  sum.add([fakeAlert({ amount: 500 })], 3 * minute);
  sum.wall(goal(0, 'Another one'), 3 * minute);
  expect(at(sum)).toBe(0);
  sum.wall(null, 4 * minute);
  expect(sum.shown).toBeNull();
});
