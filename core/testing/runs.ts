import { inject } from 'vitest';

/**
 * How often a property is tried (`numRuns`). In `npm test` at most 100 times: its seed is fixed, so that more of the same cases find
 * nothing new on the next day. `npm run soak` and `npm run hunt` try all of them, many times over.
 * @param short of a property whose runs are expensive: how often in `npm test`
 */
export const runs = (count: number, short = 100): number =>
  inject('isShort') ? Math.min(count, short) : count * inject('times');
