import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly heading?: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A white sheet on the ground; its heading names the region for screen readers. */
export function Panel({ heading, note, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={heading ? id : undefined}>
      {heading && (
        <div className={styles.top}>
          <Title order={2} id={id}>
            {heading}
          </Title>
          {note && (
            <Text size="sm" c="dimmed" component="div">
              {note}
            </Text>
          )}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
