import { Progress, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useAnnounce } from './announcer';

interface StepProgressProps {
  /** The name of the bar. */
  readonly name: string;
  /** What is going on, with numbers that change all the time. */
  readonly says: string;
  /** What is spoken, once for each text: the step, without numbers. */
  readonly spoken: string;
  /** 0 to 1; null = not known yet, which is shown as an empty bar. */
  readonly share: number | null;
}

/** Long work of the server: a bar and a sentence for the eye, and one sentence for each step for the ear. */
export function StepProgress({ name, says, spoken, share }: StepProgressProps) {
  const announce = useAnnounce();
  useEffect(() => announce(spoken), [announce, spoken]);
  const percent = Math.floor(Math.min(1, share ?? 0) * 100);
  return (
    <div>
      <Text size="sm">{says}</Text>
      <Progress.Root mt="xs" size="md">
        <Progress.Section value={percent} aria-label={name} aria-valuetext={says} />
      </Progress.Root>
    </div>
  );
}
