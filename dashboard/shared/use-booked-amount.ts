import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { isCurrency } from '../../core/money/currency-codes';
import { formatMoney } from '../../core/money/money';

/** How an amount of Stripe's balance is written. One in a currency whose decimals are unknown here is written in its smallest unit. */
export function useBookedAmount() {
  const { locale, formatNumber } = useIntl();
  return useCallback(
    (minorUnits: number, code: string) =>
      isCurrency(code)
        ? formatMoney({ minorUnits, currency: code }, locale)
        : `${formatNumber(minorUnits)} ${code.toUpperCase()}`,
    [locale, formatNumber],
  );
}
