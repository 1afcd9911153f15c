import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { isCurrency, type Currency } from '../../core/money/currency-codes';
import { formatMoney } from '../../core/money/money';

/** How books, totals and payouts write amounts. A balance in a currency whose decimals are unknown here is written in its smallest unit. */
export function useAmounts() {
  const { locale, formatNumber } = useIntl();
  return useMemo(() => {
    const charged = (minorUnits: number, currency: Currency) => formatMoney({ minorUnits, currency }, locale);
    const booked = (minorUnits: number, code: string) =>
      isCurrency(code) ? charged(minorUnits, code) : `${formatNumber(minorUnits)} ${code.toUpperCase()}`;
    return { charged, booked };
  }, [locale, formatNumber]);
}
