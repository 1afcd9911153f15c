import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, test } from 'vitest';
import type { TipsView } from '../data/backend';
import { makeTip } from '../testing/fakes';
import { arrivedTips } from './new-tips';
import { useAmounts } from './tip-words';

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

describe('use amounts', () => {
  const amountsIn = (locale: string) =>
    renderHook(useAmounts, {
      wrapper: ({ children }) => <IntlProvider locale={locale}>{children}</IntlProvider>,
    }).result.current;

  // Holds dash-208, dash-2047.
  test('in Arabic the currency of an amount stays on its side when the amount has a minus', () => {
    const { booked } = amountsIn('ar');
    expect(booked(100, 'usd')).toBe('\u200f1.00\u00a0US$\u200e');
    // The number alone is from left to right, so that its minus stays before it.
    expect(booked(-100, 'usd')).toBe('\u200f\u2066−1.00\u2069\u00a0US$\u200e');
    expect(amountsIn('en').booked(-100, 'usd')).toBe('−$1.00');
    expect(amountsIn('de').booked(-100, 'eur')).toBe('−1,00\u00a0€');
  });
});
