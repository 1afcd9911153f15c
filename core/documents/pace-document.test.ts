import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodePace } from './pace-document';

const earlier = { nextAt: null, lastAt: null, claimedAt: null, attempt: 0, sentToday: 0, day: '' };

it('a turn of an earlier release has told a paid tip when it sent anything, else none', () => {
  const turns = { sent: { ...earlier, lastAt: new Date(noon) }, silent: earlier };
  const read = decodePace({ v: 1, nextAt: null, turns, rests: {} });
  expect(read).toMatchObject({
    ok: true,
    value: {
      turns: { sent: { lastAt: noon, firstTip: 'told' }, silent: { lastAt: null, firstTip: 'none' } },
    },
  });
});
