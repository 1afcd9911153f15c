import { Alert, Container, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import type { LeavingState } from '../../core/documents/leaving-document';
import { useText } from '../messages/text';
import { LeavingProgress } from '../shared/leaving/leaving-progress';
import { useLeaving } from '../shared/leaving/use-leaving';
import { useBackend } from '../data/session';
import { Logo } from '../ui/logo';

/** While the account is being deleted, its owner sees how far it is, in every tab and on every device. Then they are signed out. */
export function LeavingGate({ children }: { readonly children: ReactNode }) {
  const { auth } = useBackend();
  const leaving = useLeaving();
  const state = leaving.kind === 'ready' ? (leaving.value?.state ?? null) : null;
  const isOver = state?.name === 'done';
  useEffect(() => {
    if (isOver) void auth.signOut('deleted');
  }, [auth, isOver]);
  if (state === null || state.name === 'stopped') return children;
  return <LeavingPage state={state} />;
}

function LeavingPage({ state }: { readonly state: LeavingState }) {
  const text = useText();
  return (
    <Container component="main" size="xs" py="xl">
      <Stack gap="lg">
        <Logo />
        <Title order={1} size="h2">
          {text('leaving.title')}
        </Title>
        {(state.name === 'running' || state.name === 'retrying') && (
          <>
            <LeavingProgress state={state} />
            {state.name === 'retrying' && <Alert color="yellow">{text('leaving.retrying')}</Alert>}
            <Text size="sm">{text(isBeforeReturn(state) ? 'leaving.mayStop' : 'leaving.noReturn')}</Text>
            <Text size="sm">{text('leaving.byItself')}</Text>
          </>
        )}
      </Stack>
    </Container>
  );
}

/** Up to the books nothing is removed. */
const isBeforeReturn = ({ step }: Extract<LeavingState, { readonly step: string }>): boolean =>
  step === 'page' || step === 'payments' || step === 'books';
