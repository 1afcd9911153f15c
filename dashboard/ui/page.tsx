import { Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../messages/text';
import styles from './page.module.css';

export function usePageTitle(page: string): void {
  const text = useText();
  useEffect(() => {
    document.title = text('app.title', { page });
  }, [page, text]);
}

/** The layout of a screen, without its title. */
export const PageRoom = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
);

interface PageProps {
  readonly title: string;
  readonly lead: string;
  /** Beside the title, or below it on a phone. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen inside the shell: title, lead, actions, content. */
export function Page({ title, lead, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" size="md" mt={2}>
            {lead}
          </Text>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
