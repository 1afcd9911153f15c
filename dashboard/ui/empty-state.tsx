import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture}
      <Title order={2} size="h3" mt="md">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mt={4} maw={380}>
        {text}
      </Text>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
