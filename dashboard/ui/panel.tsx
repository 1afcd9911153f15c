import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** The target of an address with this hash. */
  readonly id?: string;
  readonly heading?: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A panel; its heading names the region for screen readers. */
export function Panel({ id, heading, note, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={styles.panel} id={id} aria-labelledby={heading ? headingId : undefined}>
      {heading && (
        <div className={styles.top}>
          <Title order={2} id={headingId} {...(id ? { tabIndex: -1 } : {})}>
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
