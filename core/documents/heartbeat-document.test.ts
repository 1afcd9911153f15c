import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { beatAt, isLate, watchedFrom } from './heartbeat-document';

it('a heartbeat is late after two periods, counted from its last good end or from when it is watched', () => {
  const beat = beatAt(noon, 1000, 12);
  const watched = watchedFrom(noon + 5000, 1000, beat);
  expect([isLate(beat, noon + 2000), isLate(beat, noon + 2001)]).toEqual([false, true]);
  expect([isLate(watched, noon + 7000), isLate(watched, noon + 7001)]).toEqual([false, true]);
  expect(watched).toMatchObject({ lastOkAt: noon, lastMs: 12 });
});
