import { expect, it } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import { isAnswerable, mayReply, mayWatch, replyChangeMs } from './reply';

const paid = fakeTip({ contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
const unpaid = fakeTip({ contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 } });
const answered = { ...paid, reply: { text: 'Thank you!', at: noon } };

it('a paid tip can be answered at any time, an unpaid one never', () => {
  expect(mayReply(paid, noon + 365 * 24 * replyChangeMs)).toBe(true);
  expect(mayReply(unpaid, noon)).toBe(false);
});

it('a reply can be changed for an hour, and not after it', () => {
  expect(mayReply(answered, noon + replyChangeMs - 1)).toBe(true);
  expect(mayReply(answered, noon + replyChangeMs)).toBe(false);
});

it('a fan can wait for an answer until there is one, and not after the tip was given back', () => {
  expect(mayWatch({ ...paid, state: 'paid' })).toBe(true);
  expect(mayWatch({ ...answered, state: 'paid' })).toBe(false);
  expect(isAnswerable({ ...answered, state: 'paid' })).toBe(true);
  expect(mayWatch({ ...paid, state: 'refunded' })).toBe(false);
  expect(mayWatch(unpaid)).toBe(false);
});
