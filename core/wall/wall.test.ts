import { expect, it } from 'vitest';
import { parseWall } from './wall';

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
