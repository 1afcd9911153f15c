import { expect, test } from 'vitest';
import type { TipsView } from '../backend';
import { makeTip } from '../../testing/fakes';
import { arrivedTips } from './arrived-tips';

const view = (tips: TipsView['tips'], given: Partial<TipsView> = {}): TipsView => ({
  tips,
  more: false,
  stale: false,
  ...given,
});
const old = makeTip();
const middle = makeTip();
const fresh = makeTip();

test('the first view is no news', () => {
  expect(arrivedTips(null, view([middle, old]))).toEqual([]);
});

test('a tip that was not there before has arrived', () => {
  expect(arrivedTips(view([middle, old]), view([fresh, middle, old]))).toEqual([fresh]);
  expect(arrivedTips(view([]), view([fresh]))).toEqual([fresh]);
});

test('asking for more of the past brings no news', () => {
  expect(arrivedTips(view([fresh, middle], { more: true }), view([fresh, middle, old]))).toEqual([]);
});

test('what this device had remembered is no ground to call the rest new', () => {
  expect(arrivedTips(view([old], { stale: true }), view([fresh, middle, old]))).toEqual([]);
});

test('a tip that was refunded meanwhile is not announced again', () => {
  expect(arrivedTips(view([old]), view([{ ...old, state: 'refunded' }]))).toEqual([]);
});
