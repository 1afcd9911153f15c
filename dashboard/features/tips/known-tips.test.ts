import { expect, test } from 'vitest';
import { makeTip } from '../../testing/fakes';
import { noTips, withLatest, withOlder, withTip } from './known-tips';

// Newest first.
const tips = Array.from({ length: 8 }, (_, at) => makeTip({ createdAt: 1000 - at }));
const view = (from: number, to: number, more = true) => ({ tips: tips.slice(from, to), more, stale: false });
const ids = (list: readonly { tipId: string }[]) => list.map(({ tipId }) => tipId);

test('joins the newest and older pages without a gap', () => {
  const known = withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false));
  expect(ids(known.tips)).toEqual(ids(tips.slice(2)));
  expect(known.more).toBe(false);
});

test('keeps what the listener no longer covers when newer tips push it out', () => {
  const known = withLatest(withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false)), view(0, 3));
  expect(ids(known.tips)).toEqual(ids(tips));
  expect(known.more).toBe(false);
});

test('starts anew after what only this device remembered', () => {
  const remembered = withLatest(noTips, { ...view(5, 8, false), stale: true });
  expect(ids(withLatest(remembered, view(0, 3)).tips)).toEqual(ids(tips.slice(0, 3)));
});

test('starts anew where a gap would be', () => {
  const known = withLatest(withLatest(noTips, view(5, 8, false)), view(0, 3));
  expect(ids(known.tips)).toEqual(ids(tips.slice(0, 3)));
  expect(known.more).toBe(true);
});

test('the later revision of a tip is the truth, whoever brings it', () => {
  const [tip] = tips;
  if (!tip) throw new Error('There is a tip');
  const refunded = { ...tip, rev: tip.rev + 1, state: 'refunded' as const };
  const known = withTip(withLatest(noTips, view(0, 3)), refunded);
  expect(known.tips[0]?.state).toBe('refunded');
  expect(withOlder(known, view(0, 3)).tips[0]?.state).toBe('refunded');
});
