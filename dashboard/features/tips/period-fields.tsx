import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { daysIn } from '../../../core/base/zoned-day';
import { useText } from '../../messages/text';
import { DayField } from '../../shared/day-field';
import { useTimeZone } from '../../shared/time-zone';
import { useOwner } from '../../data/session';
import { daysOf, isBackwards, periodOf, periodsOf, type Days, type Period } from './period';

interface PeriodFieldsProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}

/** A period by name, or a first and a last day. Days are in the account's time zone. */
export function PeriodFields({ days, onDays }: PeriodFieldsProps) {
  const text = useText();
  const { createdAt } = useOwner();
  const zone = useTimeZone();
  const [openedAt] = useState(() => Date.now());
  const today = useMemo(() => daysIn(zone)(openedAt), [zone, openedAt]);
  const periods = useMemo(
    () => periodsOf(today, Number(daysIn(zone)(createdAt).slice(0, 4))),
    [today, createdAt, zone],
  );
  const nameOf = (period: Period) => {
    switch (period) {
      case 'all':
      case 'this-month':
      case 'last-month':
      case 'this-year':
      case 'custom':
        return text(`tips.period.${period}`);
      default:
        return period;
    }
  };
  const chosen = periodOf(days, periods, today);
  const choose = (value: string) => {
    const period = periods.find((one) => one === value);
    const next = period && daysOf(period, today);
    // Days of one's own begin with the days that are shown.
    if (next) onDays(next);
    else if (chosen !== 'custom') onDays({ from: days.from || `${today.slice(0, 8)}01`, until: today });
  };
  return (
    <>
      <NativeSelect
        size="sm"
        label={text('tips.period')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={periods.map((value) => ({ value, label: nameOf(value) }))}
      />
      <DayField
        label={text('tips.from')}
        day={days.from}
        last={days.until || undefined}
        onDay={(from) => onDays({ ...days, from })}
      />
      <DayField
        label={text('tips.until')}
        day={days.until}
        first={days.from || undefined}
        error={isBackwards(days) && text('tips.untilBefore')}
        onDay={(until) => onDays({ ...days, until })}
      />
    </>
  );
}
