import { Progress, Text, VisuallyHidden } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';

const AnnouncerContext = createContext<(message: string) => void>(() => {});

/** The page's one polite live region. Every message is a new node, so that a repeated message is announced again. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState({ message: '', count: 0 });
  const announce = useCallback(
    (message: string) => setSpoken((before) => ({ message, count: before.count + 1 })),
    [],
  );
  return (
    <AnnouncerContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
        <span key={spoken.count}>{spoken.message}</span>
      </VisuallyHidden>
    </AnnouncerContext>
  );
}

export const useAnnounce = () => useContext(AnnouncerContext);

interface StepProgressProps {
  readonly name: string;
  /** The progress, with numbers that change all the time. */
  readonly says: string;
  /** Spoken once for each text: the step, without numbers. */
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
