import { Suspense, useEffect, type ComponentType } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import {
  CreateAccountScreen,
  GuestGate,
  ResetScreen,
  SignInScreen,
} from './features/sign-in/sign-in-screens';
import { Texts } from './messages/language-provider';
import { SecondStepGate } from './second-step/second-step-gate';
import { later } from './loading/later';
import { LoadBoundary } from './loading/load-boundary';
import { CrashScreen, MissingScreen, FailedPage, WaitingFrame, WaitingPage } from './page/page';
import { useSession } from './session/session';
import { movedAddress, movedScreens, shapeOf } from './navigation/addresses';

/** The screens of a signed-in owner, by address. That of moderators is not prefetched, because few owners moderate. */
const screens: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/page/profile': async () => (await import('./features/profile/profile-screen')).ProfileScreen,
  '/page/amounts': async () => (await import('./features/payments/payments-screen')).AmountsScreen,
  '/page/thanks': async () => (await import('./features/payments/payments-screen')).ThanksScreen,
  '/money/tips': async () => (await import('./features/tips/tips-screen')).TipsScreen,
  '/money/review': async () => (await import('./features/tips/review-screen')).ReviewScreen,
  '/money/monthly': async () => (await import('./features/supporters/supporters-screen')).SupportersScreen,
  '/money/payouts': async () => (await import('./features/payments/payouts-screen')).PayoutsScreen,
  '/money/books': async () => (await import('./features/books/books-screen')).BooksScreen,
  '/insights': async () => (await import('./features/insights/insights-screen')).InsightsScreen,
  '/share/embed': async () => (await import('./features/embed/embed-screen')).EmbedScreen,
  '/share/kit': async () => (await import('./features/gig-kit/kit-screen')).KitScreen,
  '/share/stream': async () => (await import('./features/stream/stream-screen')).StreamScreen,
  '/settings/payments': async () => (await import('./features/payments/payments-screen')).PaymentsScreen,
  '/settings/ways': async () => (await import('./features/payments/methods-screen')).MethodsScreen,
  '/settings/sites': async () => (await import('./features/payments/payments-screen')).SitesScreen,
  '/settings/domain': async () => (await import('./features/domain/domain-screen')).DomainScreen,
  '/settings/notifications': async () =>
    (await import('./features/notifications/notifications-screen')).NotificationsScreen,
  '/settings/account': async () => (await import('./features/account/account-screen')).AccountScreen,
};
const loadGate = async () => (await import('./shell/owner-gate')).OwnerGate;
const loadModeration = async () => (await import('./features/moderation/moderation-screen')).ModerationScreen;
const PhoneScreen = later(
  async () => (await import('./features/sign-in/email-and-phone-screens')).PhoneScreen,
);
const EmailLinkScreen = later(
  async () => (await import('./features/sign-in/email-and-phone-screens')).EmailLinkScreen,
);
const ActionScreen = later(async () => (await import('./features/sign-in/action-screen')).ActionScreen);
const StartScreen = later(async () => (await import('./features/start/start-screen')).StartScreen);
const OwnerGate = later(loadGate);

/** Loads the other screens' code while the browser is idle, so that navigation does not wait. */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void Promise.allSettled([
          ...[loadGate, ...Object.values(screens)].map((load) => load()),
          import('./features/commands/command-layer'),
          import('./features/profile/crop-dialog'),
          import('./features/profile/icon-dialog'),
        ]),
      2500,
    );
    return () => clearTimeout(timer);
  }, []);
}

/** Leads on from an address of an earlier release. */
const Moved = () => <Navigate to={movedAddress(useLocation())} replace />;

/** The screens of a signed-in owner and their addresses, without the frame around them. */
export const ownerScreens = (
  <>
    {Object.entries({ ...screens, '/moderation': loadModeration }).map(([path, load]) => {
      const Screen = later(load);
      return <Route key={path} path={path} element={<Screen />} />;
    })}
    {Object.keys(movedScreens)
      .filter((address) => !address.includes('#'))
      .map((path) => (
        <Route key={path} path={path} element={<Moved />} />
      ))}
  </>
);

function OwnerPages() {
  usePrefetch();
  const { pathname } = useLocation();
  return (
    <Texts part="all" waiting={<WaitingFrame shape={shapeOf(pathname)} />}>
      <OwnerGate />
    </Texts>
  );
}

/** `/`: the owner's first screen, or what Busker is. An installed app begins at `/?app`, and its owner knows that. */
function StartPage() {
  const session = useSession();
  const at = useLocation();
  if (session.kind === 'starting') return <WaitingPage />;
  if (session.kind === 'signed-in') return <Navigate to={movedAddress(at)} replace />;
  if (session.reason === 'user-disabled' || session.reason === 'user-token-expired' || at.search !== '')
    return <Navigate to="/sign-in" replace />;
  return (
    <Texts part="all" waiting={<WaitingPage />}>
      <StartScreen />
    </Texts>
  );
}

/** Every page and its address. The owner's screens load after the sign-in pages. */
export function Pages() {
  const { pathname } = useLocation();
  return (
    <>
      <LoadBoundary at={pathname} crashed={<CrashScreen />} around={FailedPage}>
        <Suspense fallback={<WaitingPage />}>
          <Routes>
            <Route path="/" element={<StartPage />} />
            <Route element={<GuestGate />}>
              <Route path="/sign-in" element={<SignInScreen />} />
              <Route path="/sign-in/link" element={<EmailLinkScreen />} />
              <Route path="/sign-in/phone" element={<PhoneScreen />} />
              <Route path="/create-account" element={<CreateAccountScreen />} />
              <Route path="/reset-password" element={<ResetScreen />} />
            </Route>
            <Route path="/auth/action" element={<ActionScreen />} />
            <Route element={<OwnerPages />}>{ownerScreens}</Route>
            <Route path="*" element={<MissingScreen />} />
          </Routes>
        </Suspense>
      </LoadBoundary>
      <SecondStepGate />
    </>
  );
}
