import { Container } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Navigate, useLocation } from 'react-router';
import { DraftProvider } from '../../draft/draft-provider';
import { FailureAlert } from '../../ui/failure-alert';
import { PageSkeleton } from '../../ui/page-skeleton';
import { useSession } from '../../use-session';
import { StoreProvider } from '../../use-store';
import { signInAddress } from '../sign-in/next-address';
import { Shell } from './shell';
import { TipNews } from './tip-news';

/** Lets only a signed-in owner in; everyone else signs in first and comes back to the same address. */
export function OwnerGate() {
  const session = useSession();
  const at = useLocation();
  if (session.kind === 'starting') return <PageSkeleton />;
  if (session.kind === 'signed-out') return <Navigate to={signInAddress(at)} replace />;
  return (
    <StoreProvider
      key={session.user.uid}
      waiting={<PageSkeleton />}
      failed={(failure, retry) => (
        <Container size="sm" py="xl">
          <FailureAlert failure={failure} onRetry={retry} />
        </Container>
      )}
    >
      <DraftProvider
        waiting={<PageSkeleton />}
        failed={(failure) => (
          <Container size="sm" py="xl">
            <FailureAlert failure={failure} onRetry={() => window.location.reload()} />
          </Container>
        )}
      >
        <Notifications position="bottom-right" limit={4} />
        <TipNews />
        <Shell />
      </DraftProvider>
    </StoreProvider>
  );
}
