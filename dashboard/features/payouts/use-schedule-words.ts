import { useIntl } from 'react-intl';
import type { BalanceAnswer } from '../../../core/api/books-api';
import { weekdays } from '../../../core/money/payout';
import { useText } from '../../messages/text';

/** The first of January 2024 was a Monday. */
const mondayAt = Date.UTC(2024, 0, 1, 12);
const dayMs = 24 * 60 * 60_000;

/** When Stripe pays out, in words. */
export function useScheduleWords() {
  const text = useText();
  const { formatDate, formatList } = useIntl();
  return (schedule: BalanceAnswer['schedule']): string => {
    switch (schedule.interval) {
      case 'weekly': {
        const names = schedule.days.map((day) =>
          formatDate(mondayAt + weekdays.indexOf(day) * dayMs, { weekday: 'long', timeZone: 'UTC' }),
        );
        return text('payouts.weekly', { days: formatList(names, { type: 'conjunction' }) });
      }
      case 'monthly':
        return text('payouts.monthly', {
          days: formatList(schedule.days.map(String), { type: 'conjunction' }),
        });
      case 'daily':
      case 'manual':
      case 'unknown':
        return text(`payouts.${schedule.interval}`);
    }
  };
}
