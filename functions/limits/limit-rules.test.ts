import { describe, expect, it } from 'vitest';
import { InMemoryClock } from '../testing/in-memory-deps';
import { answerTakes, inSameTime } from './limit-rules';

describe('same time', () => {
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
      expect(await Promise.all([took(0), took(300), took(2499), took(2500)])).toEqual([
        2500, 2500, 2500, 2500,
      ]);
    });

    it('takes as long as the work when that takes longer', async () => {
      expect(await took(4000)).toBe(4000);
    });

    // Holds pay-403.
    it('waits no longer than that when the clock is set back meanwhile', async () => {
      const clock = new InMemoryClock();
      const waits: number[] = [];
      const pause = (ms: number) => Promise.resolve(void waits.push(ms));
      await inSameTime({ clock, pause }, () => Promise.resolve(clock.advance(-3_600_000)));
      expect(waits).toEqual([answerTakes]);
    });

    it('is sent at once when only somebody who knew the secret gets it', async () => {
      expect(await took(300, () => false)).toBe(300);
    });
  });
});
