import { expect, it, vi } from 'vitest';
import type { CountedRow, ViewBatch } from '../../core/documents/view-batch-document';
import { sumsOf } from './roll-up-sums';

const day = '2026-11-20';
const batch = (rows: readonly CountedRow[]): ViewBatch => ({ v: 1, endedAt: 1, rows, expiresAt: 2 });
const row = (handle: string, link: string | null, count: number): CountedRow => ({
  day,
  handle,
  link,
  count,
});

it('adds views and clicks of all batches, in the order of the keys', () => {
  const sums = sumsOf([
    batch([row('zoe', null, 1), row('ada', 'insta', 2)]),
    batch([row('ada', null, 3), row('ada', 'insta', 4), row('ada', 'tube', 1)]),
  ]);
  const ada = { views: 3, clicks: new Map(Object.entries({ insta: 6, tube: 1 })) };
  const untold = { sites: new Map(), times: new Map() };
  expect(sums).toEqual([
    { key: `ada ${day}`, handle: 'ada', day, ...ada, ...untold },
    { key: `zoe ${day}`, handle: 'zoe', day, views: 1, clicks: new Map(), ...untold },
  ]);
});

it('works on each row once, however many links of one profile somebody invents', () => {
  const rows = Array.from({ length: 1000 }, (_, link) => row('ada', `k${link}`, 1));
  const sets = vi.spyOn(Map.prototype, 'set');
  const sums = sumsOf([batch(rows)]);
  const steps = sets.mock.calls.length;
  sets.mockRestore();
  expect(sums[0]?.clicks.size).toBe(1000);
  expect(steps).toBeLessThanOrEqual(2 * rows.length);
});

it('adds the rows of a quarter of an hour to that quarter and to the day', () => {
  const [sum] = sumsOf([
    batch([
      { ...row('ada', null, 2), time: '0900', site: 'a.example' },
      { ...row('ada', 'insta', 3), time: '0900' },
      { ...row('ada', null, 5), time: '0915', site: 'a.example' },
      row('ada', null, 7),
    ]),
  ]);
  expect(sum).toMatchObject({ views: 14, sites: new Map([['a.example', 7]]) });
  expect(sum?.times.get('0900')).toEqual({
    views: 2,
    clicks: new Map([['insta', 3]]),
    sites: new Map([['a.example', 2]]),
  });
  expect(sum?.times.get('0915')?.views).toBe(5);
});

it('names the ten sites with the most views, and adds the others together', () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({
    ...row('ada', null, at + 1),
    time: '0900',
    site: `s${at}.example`,
  }));
  const [sum] = sumsOf([batch(rows)]);
  expect(sum?.sites.size).toBe(11);
  expect(sum?.sites.get('_')).toBe(3);
  expect(sum?.times.get('0900')?.sites).toEqual(sum?.sites);
});
