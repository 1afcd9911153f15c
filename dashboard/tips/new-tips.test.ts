import { describe, expect, test } from 'vitest';
import type { TipsView } from '../data/backend';
import { makeTip } from '../testing/fakes';
import { arrivedTips } from './new-tips';

describe('arrived tips', () => {
  const view = (tips: TipsView['tips'], given: Partial<TipsView> = {}): TipsView => ({
    tips,
    more: false,
    stale: false,
    ...given,
  });
  const old = makeTip();
  const middle = makeTip();
  const fresh = makeTip();

  test('the first view has no new tips', () => {
    expect(arrivedTips(null, view([middle, old]))).toEqual([]);
  });

  test('a tip that was missing before is new', () => {
    expect(arrivedTips(view([middle, old]), view([fresh, middle, old]))).toEqual([fresh]);
    expect(arrivedTips(view([]), view([fresh]))).toEqual([fresh]);
  });

  test('loading older tips gives no new ones', () => {
    expect(arrivedTips(view([fresh, middle], { more: true }), view([fresh, middle, old]))).toEqual([]);
  });

  test('tips that the server adds to cached data are not new', () => {
    expect(arrivedTips(view([old], { stale: true }), view([fresh, middle, old]))).toEqual([]);
  });

  test('a tip that was refunded meanwhile is not new', () => {
    expect(arrivedTips(view([old]), view([{ ...old, state: 'refunded' }]))).toEqual([]);
  });
});
