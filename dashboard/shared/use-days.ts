import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** A number of days in words of the reader's language: "180 days". */
export function useDays(): (days: number) => string {
  const { formatNumber } = useIntl();
  return useCallback(
    (days) => formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
    [formatNumber],
  );
}
