import '../ui/theme/styles-owner';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { DraftProvider } from '../draft/draft-provider';
import { UploadProvider } from '../draft/upload-provider';
import { FailureAlert } from '../ui/failure-alert';
import { FailedPage, WaitingFrame } from '../ui/whole-page';
import { forgetOwnDevice } from '../data/own-device';
import { ownNotes } from '../shared/push/device-note';
import { closeDevice } from '../shared/push/keep-device';
import { KeepTimeZone } from '../shared/time-zone';
import { useSession, StoreProvider } from '../data/session';
import { shapeOf } from '../shared/navigation/page-shapes';
import { signInAddress } from '../shared/sign-in/next-address';
import { AccountLanguage } from './account-language';
import { ChannelWatch } from './channel-watch';
import { DeviceWatch } from './device-watch';
import { LeavingGate } from './leaving-gate';
import { MethodWatch } from './method-watch';
import { PushWatch } from './push-watch';
import { Shell } from './shell';
import { StorageWatch } from './storage-watch';
import { TipNews } from './tip-news';

/** Only for signed-in owners; others sign in first and return to the same address. */
export function OwnerGate() {
  const session = useSession();
  // The next owner at this screen must not see this one's messages.
  useEffect(() => () => notifications.clean(), []);
  const hasLeft =
    session.kind === 'signed-out' && (session.reason === 'left' || session.reason === 'deleted');
  useEffect(() => {
    if (hasLeft) forgetOwnDevice();
  }, [hasLeft]);
  const isSignedOut = session.kind === 'signed-out';
  useEffect(() => {
    if (isSignedOut) void closeDevice(ownNotes());
  }, [isSignedOut]);
  const at = useLocation();
  const waiting = <WaitingFrame shape={shapeOf(at.pathname)} />;
  if (session.kind === 'starting') return waiting;
  if (session.kind === 'signed-out') {
    // After signing out, the next sign-in starts at the start page, whoever it is.
    return <Navigate to={session.reason === 'left' ? '/sign-in' : signInAddress(at)} replace />;
  }
  return (
    <StoreProvider
      key={session.user.uid}
      waiting={waiting}
      failed={(failure, retry) => (
        <FailedPage>
          <FailureAlert failure={failure} onRetry={retry} />
        </FailedPage>
      )}
    >
      <LeavingGate>
        <AccountLanguage />
        <MethodWatch />
        <DeviceWatch />
        <PushWatch />
        <KeepTimeZone />
        <ChannelWatch />
        <DraftProvider
          waiting={waiting}
          failed={(failure, retry) => (
            <FailedPage>
              <FailureAlert failure={failure} onRetry={retry} />
            </FailedPage>
          )}
        >
          <Notifications position="bottom-right" limit={4} />
          <StorageWatch />
          <UploadProvider>
            <TipNews>
              <Shell />
            </TipNews>
          </UploadProvider>
        </DraftProvider>
      </LeavingGate>
    </StoreProvider>
  );
}
