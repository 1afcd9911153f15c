import { expect, test } from 'vitest';
import { makeTip } from '../../testing/fakes';
import { noTips, withLatest, withOlder, withTip } from './known-tips';

// Newest first.
const tips = Array.from({ length: 8 }, (_, at) => makeTip({ createdAt: 1000 - at }));
const view = (from: number, to: number, more = true) => ({ tips: tips.slice(from, to), more, stale: false });
const ids = (list: readonly { tipId: string }[]) => list.map(({ tipId }) => tipId);

test('joins the newest and the older pages without a gap', () => {
  const known = withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false));
  expect(ids(known.tips)).toEqual(ids(tips.slice(2)));
  expect(known.more).toBe(false);
});

test('keeps tips beyond the listener when newer ones arrive', () => {
  const known = withLatest(withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false)), view(0, 3));
  expect(ids(known.tips)).toEqual(ids(tips));
  expect(known.more).toBe(false);
});

test('starts again after cached data', () => {
  const remembered = withLatest(noTips, { ...view(5, 8, false), stale: true });
  expect(ids(withLatest(remembered, view(0, 3)).tips)).toEqual(ids(tips.slice(0, 3)));
});

test('starts again where a gap would be', () => {
  const known = withLatest(withLatest(noTips, view(5, 8, false)), view(0, 3));
  expect(ids(known.tips)).toEqual(ids(tips.slice(0, 3)));
  expect(known.more).toBe(true);
});

test('takes the higher revision of a tip from either source', () => {
  const [tip] = tips;
  if (!tip) throw new Error('There is a tip');
  const refunded = { ...tip, rev: tip.rev + 1, state: 'refunded' as const };
  const known = withTip(withLatest(noTips, view(0, 3)), refunded);
  expect(known.tips[0]?.state).toBe('refunded');
  expect(withOlder(known, view(0, 3)).tips[0]?.state).toBe('refunded');
});
