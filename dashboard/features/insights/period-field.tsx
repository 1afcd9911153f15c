import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import { DayField } from '../../shared/day-field';
import styles from './insights.module.css';
import { mostDays, presets, rangeFault, untilToday, type Preset } from './period';
import type { DayRange } from './zone-days';

/** A preset moves on with today; a range stays. */
export type Period = Preset | DayRange;

export const rangeOf = (period: Period, today: string): DayRange =>
  typeof period === 'number' ? untilToday(today, period) : period;

interface PeriodFieldProps {
  readonly period: Period;
  readonly today: string;
  readonly onPeriod: (period: Period) => void;
}

/** Presets, or a first and a last day. */
export function PeriodField({ period, today, onPeriod }: PeriodFieldProps) {
  const text = useText();
  const chosen = typeof period === 'number' ? String(period) : 'range';
  return (
    <SegmentedControl
      aria-label={text('insights.period')}
      value={chosen}
      onChange={(value) => onPeriod(presets.find((days) => String(days) === value) ?? rangeOf(period, today))}
      data={[
        ...presets.map((days) => ({ value: String(days), label: text('insights.days', { days }) })),
        { value: 'range', label: text('insights.range') },
      ]}
    />
  );
}

interface RangeFieldsProps {
  readonly range: DayRange;
  readonly today: string;
  readonly onRange: (range: DayRange) => void;
}

/** Shows what is wrong with a range, and passes on only those without a fault. */
export function RangeFields({ range, today, onRange }: RangeFieldsProps) {
  const text = useText();
  const [typed, setTyped] = useState(range);
  const fault = rangeFault(typed, today);
  const change = (part: Partial<DayRange>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (rangeFault(next, today) === null) onRange(next);
  };
  return (
    <div className={styles.range} role="group" aria-label={text('insights.range')}>
      <DayField
        label={text('insights.from')}
        day={typed.from}
        last={typed.to || today}
        onDay={(from) => change({ from })}
      />
      <DayField
        label={text('insights.to')}
        day={typed.to}
        first={typed.from || undefined}
        last={today}
        error={fault && text(`insights.rangeFault.${fault}`, { days: mostDays })}
        onDay={(to) => change({ to })}
      />
    </div>
  );
}
