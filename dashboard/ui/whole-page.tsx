import { Container, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../messages/text';
import { PageSkeleton } from './page-skeleton';

/** Shown before the shell: waiting, or why it cannot load. */
export function WholePage({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return (
    <main>
      <VisuallyHidden component="h1">{text('app.name')}</VisuallyHidden>
      {children}
    </main>
  );
}

export function WaitingPage() {
  return (
    <WholePage>
      <PageSkeleton />
    </WholePage>
  );
}

export function FailedPage({ children }: { readonly children: ReactNode }) {
  return (
    <WholePage>
      <Container size="sm" py="xl">
        {children}
      </Container>
    </WholePage>
  );
}
