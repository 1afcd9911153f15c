import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Stripe charges by UTC: another time zone could name the day before or after. */
export function useChargeDate(): (millis: number) => string {
  const { formatDate } = useIntl();
  return useCallback((millis) => formatDate(millis, { dateStyle: 'medium', timeZone: 'UTC' }), [formatDate]);
}
