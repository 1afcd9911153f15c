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
  expect(sums).toEqual([
    { key: `ada ${day}`, handle: 'ada', day, ...ada },
    { key: `zoe ${day}`, handle: 'zoe', day, views: 1, clicks: new Map() },
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
