import { NativeSelect } from '@mantine/core';
import { useIntl } from 'react-intl';

interface NumberSelectProps {
  readonly label: string;
  readonly hint?: string;
  readonly unit: 'second' | 'minute';
  readonly choices: readonly number[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A time from a short list. A stored one that is not in the list is offered too. */
export function NumberSelect({ label, hint, unit, choices, value, onChange }: NumberSelectProps) {
  const intl = useIntl();
  const offered = [...new Set([...choices, value])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={label}
      {...(hint ? { description: hint } : {})}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={offered.map((each) => ({
        value: String(each),
        label: intl.formatNumber(each, { style: 'unit', unit, unitDisplay: 'long' }),
      }))}
    />
  );
}
