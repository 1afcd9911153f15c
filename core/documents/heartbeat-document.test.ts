import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { beatAt, isLate, watchedFrom } from './heartbeat-document';

it('a heartbeat is late two periods after the last successful run, or after monitoring began', () => {
  const beat = beatAt(noon, 1000, 12);
  const watched = watchedFrom(noon + 5000, 1000, beat);
  expect(isLate(beat, noon + 2000)).toBe(false);
  expect(isLate(beat, noon + 2001)).toBe(true);
  expect(isLate(watched, noon + 7000)).toBe(false);
  expect(isLate(watched, noon + 7001)).toBe(true);
  expect(watched).toMatchObject({ lastOkAt: noon, lastMs: 12 });
});
