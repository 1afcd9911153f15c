import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWall } from './read-wall';

describe('the server’s wall', () => {
  it('becomes a valid wall from any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { goal, supporters } = readWall(body);
        return (goal === null || goal.amount > 0) && Array.isArray(supporters);
      }),
    );
  });

  it('keeps valid parts and drops the rest', () => {
    const good = { name: 'Zoe', message: null, amount: 500, currency: 'usd', at: 1 };
    const goal = { label: 'A new bow', amount: 5000, reached: 500, currency: 'usd' };
    const odd = [{ ...good, amount: -1 }, { ...good, currency: 'shells' }, null, 'x'];
    expect(readWall({ goal, supporters: [good, ...odd] })).toEqual({ v: 1, goal, supporters: [good] });
    const monthly = { ...good, every: 'month' };
    expect(readWall({ supporters: [monthly, { ...good, every: 'week' }] }).supporters).toEqual([
      monthly,
      good,
    ]);
    expect(readWall({ goal: { ...goal, amount: 0 } })).toEqual({ v: 1, goal: null, supporters: [] });
  });
});
