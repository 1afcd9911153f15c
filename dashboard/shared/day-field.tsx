import { TextInput, type TextInputProps } from '@mantine/core';

interface DayFieldProps {
  readonly label: string;
  /** `2026-01-31`; empty = none is chosen. */
  readonly day: string;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly error?: TextInputProps['error'];
  readonly onDay: (day: string) => void;
}

/** A day of the calendar, as the browser lets people choose one. */
export function DayField({ label, day, first, last, error, onDay }: DayFieldProps) {
  return (
    <TextInput
      size="sm"
      type="date"
      label={label}
      value={day}
      min={first}
      max={last}
      error={error}
      onChange={({ currentTarget }) => onDay(currentTarget.value)}
    />
  );
}
