import { Alert, Container, Stack, Text, Title } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { LeavingState } from '@busker/core/account/account-document';
import {
  forgetOwnDevice,
  isDue,
  noteOwnDevice,
  ownDeviceId,
  closeDevice,
  keepDevice,
  keptHere,
} from '../device/this-browser';
import { keptText } from '../data/failure';
import { loaded, useStoredChannels, useLeaving, usePreferences } from '../session/owner-documents';
import { StoreProvider, useBackend, useOwner, useSession, useStore } from '../session/session';
import { DraftProvider, hasLeft } from '../draft/draft-provider';
import { UnsentKeeper } from '../draft/unsent-edits';
import { UploadProvider } from '../uploads/uploads';
import { isLanguage } from '../messages/language';
import { useLanguage } from '../messages/language-provider';
import { useText } from '../messages/text';
import { LeavingProgress } from '../account-deletion/leaving';
import { shapeOf, signInAddress } from '../navigation/addresses';
import { ownNotes, openedAnswer, requestedPath } from '../device/device-note';
import { KeepTimeZone, useTimeZone } from '../preferences/preferences';
import { NewTips } from '../tips/new-tips';
import { tipNews } from '../tips/tip-words';
import { useAnnounce } from '../feedback/announcer';
import { FailureAlert } from '../feedback/failure-alert';
import { Logo } from '../page/brand';
import '../theme/owner-parts';
import { useToast } from '../feedback/toast';
import { FailedPage, WaitingFrame } from '../page/page';
import { Shell } from './shell';
import styles from './shell.module.css';

/** Applies the language that the account stores. Without a choice the device's language stays. */
export function AccountLanguage() {
  const { choose } = useLanguage();
  const kept = loaded(usePreferences())?.language;
  useEffect(() => {
    if (kept) choose(isLanguage(kept) ? kept : null);
    // Only when the account's choice changes: `choose` is a new function after each change of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kept]);
  return null;
}

/**
 * Tells the server in which language the owner last used the dashboard, because mails are written in it, and the account's time zone, in which quiet
 * hours and the days of messages are.
 */
export function ChannelWatch() {
  const { channels } = useBackend();
  const { isGuest } = useOwner();
  const { language } = useLanguage();
  const stored = loaded(useStoredChannels());
  const zone = useTimeZone();
  const told = useRef('');
  useEffect(() => {
    if (isGuest || stored === null || Object.keys(stored.channels).length === 0) return;
    const { quiet } = stored;
    const wanted = `${zone} ${language}`;
    // Once in this page: a refusal must not be repeated with each change of a channel.
    if (wanted === `${stored.zone} ${stored.language}` || wanted === told.current) return;
    told.current = wanted;
    void channels.keepQuiet({ zone, language, quiet });
  }, [channels, isGuest, stored, language, zone]);
  return null;
}

const hour = 60 * 60_000;

/** Tells the server after a sign-in, and once a day, that the owner is signed in in this browser. */
export function DeviceWatch() {
  const { api } = useBackend();
  const user = useOwner();
  useEffect(() => {
    if (user.isGuest) return;
    const note = async () => {
      if (!isDue(user, Date.now())) return;
      const answer = await api.noteDevice(ownDeviceId(user.uid));
      // A lost request is made up for an hour later, or by the next start.
      if (answer.ok) noteOwnDevice(user, Date.now());
    };
    void note();
    const timer = setInterval(() => void note(), hour);
    return () => clearInterval(timer);
  }, [api, user]);
  return null;
}

/** While the account is being deleted, its owner sees how far it is, in every tab and on every device. Then they are signed out. */
export function LeavingGate({ children }: { readonly children: ReactNode }) {
  const { auth } = useBackend();
  const state = loaded(useLeaving())?.state ?? null;
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

/** Lets the server look at the account's sign-in methods whenever they change, and at the start: it mails the owner about new ones. */
export function MethodWatch() {
  const { api } = useBackend();
  const { isGuest, providers } = useOwner();
  const methods = providers.map(({ providerId }) => providerId).join(' ');
  useEffect(() => {
    // A lost request is made up for by the next start.
    if (!isGuest) void api.tellMethods();
  }, [api, isGuest, methods]);
  return null;
}

/** Keeps this device's notifications to the signed-in owner, and shows the page of a notification that they tapped. */
export function PushWatch() {
  const { channels } = useBackend();
  const { uid, isGuest } = useOwner();
  const navigate = useNavigate();
  const closedText = useText()('push.closed');

  useEffect(() => {
    const kept = isGuest ? null : keptHere(uid, (channelId) => channels.remove(channelId));
    if (kept !== null) void keepDevice(kept, closedText);
  }, [channels, uid, isGuest, closedText]);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent<unknown>) => {
      const path = requestedPath(data);
      if (path === null) return;
      ports[0]?.postMessage(openedAnswer);
      void navigate(path);
    };
    serviceWorker.addEventListener('message', open);
    // Messages of a worker that does not control this page wait for this call.
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', open);
  }, [navigate]);
  return null;
}

const key = 'busker-told-silent';

/** What this tab has said. Where storage is blocked, each load says it. */
const told = keptText(key, () => sessionStorage);

/** Tells the owner once that this device's copy did not answer, so that the dashboard goes on without it. */
export function StorageWatch() {
  const text = useText();
  const { copy } = useStore();
  useEffect(() => {
    if (copy !== 'silent' || told.read() !== null) return;
    told.keep('1');
    notifications.show({
      id: key,
      message: text('storage.silent'),
      color: 'yellow',
      autoClose: false,
      closeButtonProps: { 'aria-label': text('toast.close') },
    });
  }, [copy, text]);
  return null;
}

/** Announces a new tip on every screen, and shows a toast where the list is not visible. */
export function TipNews({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const { locale } = useIntl();
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const { notify } = useToast();
  return (
    <NewTips
      onArrival={(tips) => {
        const news = tipNews(tips, locale, text);
        // The toast is announced by itself.
        if (pathname === '/money/tips') announce(news);
        else notify(news);
      }}
    >
      {children}
    </NewTips>
  );
}

/** Only for signed-in owners; others sign in first and return to the same address. */
export function OwnerGate() {
  const { auth } = useBackend();
  const session = useSession();
  // The next owner at this screen must not see this one's messages.
  useEffect(() => () => notifications.clean(), []);
  const isOver = hasLeft(session);
  useEffect(() => {
    if (isOver) forgetOwnDevice();
  }, [isOver]);
  const uid = session.kind === 'signed-in' ? session.user.uid : null;
  // Here, because the screens of an account that is being deleted are gone.
  useEffect(() => {
    if (uid === null) return undefined;
    return auth.watchSession((now) => hasLeft(now) && new UnsentKeeper(uid).forget());
  }, [auth, uid]);
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
          <Notifications position="bottom-right" limit={4} className={styles.toasts ?? ''} />
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
