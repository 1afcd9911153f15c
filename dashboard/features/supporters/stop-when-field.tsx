import { Radio, Stack } from '@mantine/core';
import type { StopWhen } from '../../../core/api/monthly-api';
import { useText } from '../../messages/text';

const choices = ['period-end', 'now'] as const satisfies readonly StopWhen[];

interface StopWhenFieldProps {
  readonly when: StopWhen;
  readonly onWhen: (when: StopWhen) => void;
}

/** At the end of what is paid, or at once. */
export function StopWhenField({ when, onWhen }: StopWhenFieldProps) {
  const text = useText();
  return (
    <Radio.Group
      label={text('supporters.stopWhen')}
      value={when}
      onChange={(value) => onWhen(value === 'now' ? 'now' : 'period-end')}
    >
      <Stack gap={8} mt={6}>
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={text(`supporters.stop.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
