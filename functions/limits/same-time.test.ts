import { describe, expect, it } from 'vitest';
import { InMemoryClock } from '../testing/in-memory-deps';
import { inSameTime } from './same-time';

/** Milliseconds until the answer to work that takes `ms`. */
async function took(ms: number, isForGuesser?: (answer: string) => boolean): Promise<number> {
  const clock = new InMemoryClock();
  const deps = { clock, pause: (left: number) => Promise.resolve(clock.advance(left)) };
  const work = () => Promise.resolve(clock.advance(ms)).then(() => 'answer');
  const began = clock.now();
  expect(await inSameTime(deps, work, isForGuesser)).toBe('answer');
  return clock.now() - began;
}

describe('an answer to a guess', () => {
  // Holds pay-336.
  it('takes the same time, however long the work took', async () => {
    expect(await Promise.all([took(0), took(300), took(2499), took(2500)])).toEqual([2500, 2500, 2500, 2500]);
  });

  it('takes as long as the work when that takes longer', async () => {
    expect(await took(4000)).toBe(4000);
  });

  it('goes at once to who did not guess', async () => {
    expect(await took(300, () => false)).toBe(300);
  });
});
