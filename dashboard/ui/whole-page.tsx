import { Container, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../messages/text';
import { FrameSkeleton, PageSkeleton, type PageShape } from './page-skeleton';

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

/** For an owner's screen, before the frame around it has loaded. */
export function WaitingFrame({ shape }: { readonly shape: PageShape }) {
  return (
    <WholePage>
      <FrameSkeleton shape={shape} />
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
