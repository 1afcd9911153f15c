import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { useAmounts } from './tip-words';

describe('use amounts', () => {
  const amountsIn = (locale: string) =>
    renderHook(useAmounts, {
      wrapper: ({ children }) => <IntlProvider locale={locale}>{children}</IntlProvider>,
    }).result.current;

  // Holds dash-208.
  test('in Arabic the currency of an amount stays on its side when the amount has a minus', () => {
    const { booked } = amountsIn('ar');
    expect(booked(100, 'usd')).toBe('\u200f1.00\u00a0US$\u200e');
    // The number alone is from left to right, so that its minus stays before it.
    expect(booked(-100, 'usd')).toBe('\u200f\u2066-1.00\u2069\u00a0US$\u200e');
    expect(amountsIn('en').booked(-100, 'usd')).toBe('-$1.00');
    expect(amountsIn('de').booked(-100, 'eur')).toBe('-1,00\u00a0€');
  });
});
