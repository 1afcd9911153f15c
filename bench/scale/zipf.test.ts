import { expect, it } from 'vitest';
import { seededRandom } from '../../emulators/stripe/events/webhooks';
import { zipf } from './zipf';

it('draws each rank in proportion to 1 / (rank + 1)', () => {
  const draw = zipf(4, seededRandom(1));
  const drawn = [0, 0, 0, 0];
  for (let turn = 0; turn < 25_000; turn += 1) {
    const rank = draw();
    drawn[rank] = (drawn[rank] ?? 0) + 1;
  }
  // 12 + 6 + 4 + 3 parts of 25.
  expect(drawn.map((times) => Math.round(times / 1_000))).toEqual([12, 6, 4, 3]);
});
